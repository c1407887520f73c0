import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { startHouse } from "../houses.ts";
import { call } from "../running-command.ts";

async function suggestions(...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await call(["completion", "suggest", "--", ...words]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout.split("\n").slice(0, -1);
}

describe("completion", () => {
  it("suggests commands and their flags without a broker", async () => {
    expect(await suggestions("se")).toEqual(["set"]);
    expect(await suggestions("")).toEqual(expect.arrayContaining(["run", "watch", "help"]));
    expect(await suggestions("help", "rec")).toEqual(["record"]);
    expect(await suggestions("history", "--j")).toEqual(["--json"]);
    expect(await suggestions("watch", "--mqtt.ur")).toEqual(["--mqtt.url"]);
    expect(await suggestions("nothing", "")).toEqual([]);
    expect(await suggestions("set", "--mqtt.url=mqtt://127.0.0.1:1", "")).toEqual([]);
    expect(await suggestions("set", "--no-such-flag", "")).toEqual([]);
  });

  it("suggests players, controls and values as the bridge tells them", async () => {
    const { url, bridge } = await startHouse();
    const given = ["set", `--mqtt.url=${url}`];
    await expect.poll(() => suggestions(...given, "study", "audio/o")).toEqual(["audio/output"]);
    expect(bridge.shell.stderr.text).toBe("");
    expect(await suggestions(...given, "")).toEqual(["study"]);
    expect(await suggestions("watch", `--mqtt.url=${url}`, "st")).toEqual(["study"]);
    expect(await suggestions(...given, "study", "")).toEqual(
      expect.arrayContaining(["volume", "power", "music/playback", "refresh"]),
    );
    expect(await suggestions(...given, "study", "")).not.toContain("video/playback");
    expect(await suggestions(...given, "study", "audio/output", "")).toEqual(
      expect.arrayContaining(["XLR", "RCA"]),
    );
    expect(await suggestions(...given, "study", "output", "RC")).toEqual(["RCA"]);
    expect(await suggestions(...given, "study", "music/playback", "pa")).toEqual(["pause"]);
    expect(await suggestions(...given, "study", "mute", "o")).toEqual(["on", "off"]);
    expect(await suggestions(...given, "study", "mute", "on", "")).toEqual([]);
    expect(await suggestions(...given, "Study!", "")).toEqual([]);
  });

  it("is refused for a shell that it does not know", async () => {
    expect(await call(["completion", "tcsh"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("completion needs one of bash, zsh, fish"),
    });
  });

  it.skipIf(spawnSync("bash", ["--version"]).error !== undefined)(
    "keeps words with blanks whole in bash (skipped without bash)",
    async () => {
      const { stdout: script } = await call(["completion", "bash"]);
      const { stdout } = spawnSync(
        "bash",
        [
          "-c",
          `player2mqtt() { local IFS=" "; [[ "$*" == "completion suggest -- set den input " ]] && printf 'TV\\nMedia player\\n'; }
${script}
COMP_WORDS=(player2mqtt set den input ""); COMP_CWORD=4; _player2mqtt; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p player2mqtt`,
        ],
        { encoding: "utf8" },
      );
      expect(stdout.split("\n")).toEqual([
        "TV",
        "Media\\ player",
        "complete -F _player2mqtt player2mqtt",
        "",
      ]);
    },
  );
});
