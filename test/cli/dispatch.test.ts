import { describe, expect, it } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import { dispatch } from "../../src/cli/dispatch.ts";
import { version } from "../../src/version.ts";
import { fakeShell } from "./fake-shell.ts";

async function call(...args: string[]) {
  const shell = fakeShell();
  const code = await dispatch(args, shell);
  return { code, stdout: shell.stdout.text, stderr: shell.stderr.text };
}

describe("help", () => {
  it("prints the version", async () => {
    expect(await call("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each([[["--help"]], [["-h"]], [["help"]], [["help", "--json"]]])(
    "%j lists the commands",
    async (args) => {
      const { code, stdout } = await call(...args);
      expect(code).toBe(0);
      for (const name of commandTable.keys()) expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
    },
  );

  it.each([...commandTable.keys()])("of %s shows an example and its flags", async (name) => {
    const { code, stdout, stderr } = await call(name, "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: player2mqtt ${name}`));
    expect(stdout).toMatch(new RegExp(`^Examples:\n  player2mqtt ${name}`, "m"));
    expect(stdout).toMatch(/^ {2}-h, --help/m);
    expect(await call("help", name)).toEqual({ code, stdout, stderr });
    expect(await call(name, "x", "-h")).toEqual({ code, stdout, stderr });
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
    // Wrapped once, at the width of the terminal.
    const [, about = ""] = stdout.split("\n\n");
    for (const line of about.split("\n").slice(0, -1)) expect(line.length).toBeGreaterThan(100);
  });

  it("lists faults and presets where they can be given", async () => {
    expect((await call("simulate", "--help")).stdout).toMatch(/video, audio, old.*slow:<ms>.*lenientTags/s);
  });
});

describe("bad usage", () => {
  it.each<[args: string[], message: string]>([
    [["wacht"], 'Unknown command "wacht": did you mean watch?\nplayer2mqtt --help explains'],
    [["television"], 'Unknown command "television": commands are run, demo, watch'],
    [["help", "dmeo"], 'Unknown command "dmeo": did you mean demo?'],
    [["\u001B[31m"], String.raw`Unknown command "\u001b[31m": `],
    [
      ["--mqtt.usrname=x"],
      "Unknown flag --mqtt.usrname: did you mean --mqtt.username?\nplayer2mqtt help run explains",
    ],
    [["config", "--help-me-please"], "Unknown flag --help-me-please: see --help"],
    [["config", "-x"], "Unknown flag -x: see --help"],
    [["config", "--constructor"], "Unknown flag --constructor: see --help"],
    [["config", "--json=yes"], "--json takes no value"],
    [["config", "--config"], "--config needs a value: --config=<"],
    [["config", "--config", "--json"], "--config needs a value: --config=<"],
    [["run", "living-room"], 'Unexpected argument "living-room"\nplayer2mqtt help run explains'],
    [["config", "x"], 'Unexpected argument "x"'],
    [["watch", "a", "b"], 'Unexpected argument "b"'],
    [["watch", "Living Room"], '"Living Room" is not a player id'],
    [["watch", "bridge"], '"bridge" is not a player id'],
    ...["8", "-1", "x", "", "1.5", "1e1", " 2", "0x1"].map((text): [string[], string] => [
      ["demo", `--players=${text}`],
      `--players is ${JSON.stringify(text)}: expected a whole number from 0 to 7`,
    ]),
    [["demo", "now"], 'Unexpected argument "now"'],
    [["simulate", "now"], 'Unexpected argument "now"'],
    [["simulate", "--preset", "vidoe"], '--preset is "vidoe": did you mean video?'],
    [["simulate", "--source", "radoi"], '--source is "radoi": did you mean radio?'],
    [["simulate", "--preset", "television"], '--preset is "television": expected one of video, audio'],
    [["simulate", "--prefix", "a/b"], '--prefix is "a/b": expected a word such as Device'],
    [["simulate", "--fault", "slwo:1"], 'Unknown fault "slwo"'],
    [["simulate", "--queue", "many"], '--queue is "many": expected a whole number'],
  ])("%j", async (args, message) => {
    const { code, stdout, stderr } = await call(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});

describe("a bad configuration", () => {
  it("is told with all its problems", async () => {
    const { code, stderr } = await call("run", "--mqtt.url=http://x", "--poll.video=often");
    expect(code).toBe(78);
    expect(stderr).toMatch(/mqtt\.url \(--mqtt\.url\).*\n?.*poll\.video/s);
  });

  it("without any player, and without the page to add one, names the next step", async () => {
    const { code, stderr } = await call("--http.port=0");
    expect(code).toBe(78);
    expect(stderr).toMatch(/PLAYER_URL.*demo/);
  });

  it("stops watch and set as well", async () => {
    expect((await call("watch", "--mqtt.protocol=6")).code).toBe(78);
    expect((await call("set", "a", "input", "b", "--mqtt.protocol=6")).code).toBe(78);
  });
});

it("leaves a bug to be dealt with where the process ends", async () => {
  const shell = {
    ...fakeShell(),
    get cwd(): string {
      throw new RangeError("a bug");
    },
  };
  await expect(dispatch(["config"], shell)).rejects.toThrow("a bug");
});
