import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startScripted } from "../../families/zidoo/scripted-player.ts";
import { newFolder } from "../../support/new-folder.ts";
import { fakeShell } from "../fake-shell.ts";
import { begin, call, end, until } from "../running-command.ts";

const model = '{"status":200,"model":"M","net_mac":"d4:0f:00:00:00:01","title":"Amber Ferry"}';

describe("record", { timeout: 60_000 }, () => {
  it("writes a file that simulate can be, and never over another one", async () => {
    await using player = await startScripted(() => model);
    const out = join(newFolder(), "den.json");
    const args = [
      "record",
      "den",
      `--players=[{"id":"den","url":"${player.url}"}]`,
      "--device.gapMs=0",
      `--out=${out}`,
    ];
    const { code, stderr } = await call(args);
    expect(code).toBe(0);
    expect(stderr).toMatch(/den\.json: \d+ operations, \d+ secrets replaced\. It contains titles/);
    const text = readFileSync(out, "utf8");
    expect(text).not.toContain("d4:0f:00:00:00:01");
    expect(text).toContain("Amber Ferry");
    const again = await call(args);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("the file exists")]);
    expect(readFileSync(out, "utf8")).toBe(text);
    const askedBefore = player.asked.length;
    const nowhere = await call([...args.slice(0, -1), `--out=${join(newFolder(), "nowhere", "den.json")}`]);
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("the folder does not exist")]);
    expect(player.asked).toHaveLength(askedBefore);

    const replaying = begin(["simulate", "--replay", out, "--port", "0", "--verbose"]);
    const { stdout } = replaying.shell;
    await until(() => expect(stdout.text).toContain("To use it: PLAYER_URL="));
    const url = /listens on (\S+)/.exec(stdout.text)?.[1] ?? "";
    const asked = get(`${url}/DeviceControlCenter/getModel`, (response) => response.resume());
    await once(asked, "close");
    await until(() => expect(stdout.text).toContain("/DeviceControlCenter/getModel 200"));
    expect(await end(replaying)).toBe(0);
  });

  it("takes an address, writes to the output, shows its progress, and hides titles on request", async () => {
    await using player = await startScripted(() => model);
    const shell = fakeShell({ isTTY: true });
    const args = ["record", player.url, "--out=-", "--hide-titles", "--library", "--device.gapMs=0"];
    expect(await begin(args, shell).done).toBe(0);
    const recording = JSON.parse(shell.stdout.text) as object;
    expect(recording).toMatchObject({ titlesHidden: true, prefix: "Device" });
    for (const operation of ["getPlayQueue", "getSingleMusics?start=0&count=2"])
      expect(shell.stderr.text).toContain(`/DeviceMusicControl/v2/${operation} …`);
  });

  it.each([
    [["record"], 2, "record needs a player"],
    [["record", "a", "b"], 2, 'Unexpected argument "b"'],
    [["record", "den"], 2, "is neither a configured player nor an address: no player is configured"],
    [["record", "dne", '--players=[{"id":"den","url":"127.0.0.1"}]'], 2, "configured are den"],
    [["record", "http://x/y"], 78, "is not a player's address"],
    [["record", "127.0.0.1:9", "--out=-"], 1, "Cannot record 127.0.0.1:9: unreachable: ECONNREFUSED"],
  ])("says what is wrong with %j", async (args, expected, text) => {
    const { code, stderr } = await call(args);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(text)]);
  });
});

describe("simulate --replay", () => {
  it("says what is wrong with a file, and what does not go with it", async () => {
    const place = newFolder();
    const file = join(place, "x.json");
    writeFileSync(file, "{}");
    const large = join(place, "large.json");
    writeFileSync(large, "");
    truncateSync(large, 200_000_000);
    for (const [args, text] of [
      [["--replay", join(place, "none.json")], "none.json: no such file"],
      [["--replay", file], "it is not a recording"],
      [["--replay", large], "it has 200000000 bytes"],
      [["--replay", file, "--preset", "audio"], "--replay and --preset cannot be combined"],
    ] as const) {
      const { code, stderr } = await call(["simulate", ...args]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
    }
  });
});
