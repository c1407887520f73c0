import { toPhrase } from "../../../src/lib/phrase.ts";
import { describe, expect, it } from "vitest";
import { controlNames, controls } from "../../../src/core/controls/table.ts";
import { startEmptyBroker, startHouse, startImpostor } from "../houses.ts";
import { begin, call, end, until } from "../running-command.ts";
import { fakeShell } from "../fake-shell.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";

/** A shell whose clock makes seconds of waiting short. */
const quick = () => fakeShell({ clock: fastClock(10) });

describe("set", () => {
  it("tells every outcome, and its exit code says it too", async () => {
    const { url, simulator, bridge } = await startHouse();
    const flag = `--mqtt.url=${url}`;

    const applied = await call(["set", "study", "output", "XLR", flag]);
    expect(applied).toMatchObject({ code: 0, stderr: "" });
    expect(applied.stdout).toMatch(/^study: output XLR applied in \d+ m?s\n$/);
    expect(simulator.player.audio.output?.tag).toBe("XLR");

    const unchanged = await call(["set", "study", "output", "balanced", flag]);
    expect(unchanged).toEqual({
      code: 0,
      stdout: "study: output XLR unchanged: already selected\n",
      stderr: "",
    });

    const answered = await call(["set", "study", "raw", "/ControlCenter/getModel", flag]);
    expect(answered).toMatchObject({ code: 0, stderr: "" });
    expect(answered.stdout).toMatch(
      /^study: raw "\/ControlCenter\/getModel" applied in .*\n\{\n {2}"status": 200,\n/,
    );

    const rejected = await call(["set", "study", "input", "Radio", flag]);
    expect(rejected).toMatchObject({ code: 1, stdout: "" });
    expect(rejected.stderr).toMatch(/^study: input "Radio" rejected: unknown input: .*Built-in player/);

    expect(await call(["set", "studi", "input", "XMOS", flag])).toMatchObject({
      code: 1,
      stderr: 'studi: no such player: "studi", did you mean study?\n',
    });

    await simulator.sleep();
    await until(() => expect(bridge.shell.stdout.text).toContain("player is offline"));
    expect(await call(["set", "study", "input", "BT", flag])).toMatchObject({
      code: 1,
      stderr: "study: the player is offline\n",
    });
    expect((await call(["set", "study", "preset", "Film night", flag])).stderr).toBe(
      'study: preset "Film night" rejected: unknown preset: none is configured for this player\n',
    );
    expect(await call(["set", "study", "refresh", flag])).toMatchObject({
      code: 1,
      stderr: "study: refresh failed: unreachable: ECONNREFUSED\n",
    });
  });

  it("sets everything that has a topic, each with what its control wants", async () => {
    const { url, simulator } = await startHouse();
    const run = (...words: readonly string[]) => call(["set", "study", ...words, `--mqtt.url=${url}`]);

    expect((await run("volume", "10")).stdout).toMatch(/^study: volume "10" applied in \d+ m?s\n$/);
    expect((await run("level", "-3")).stdout).toMatch(/^study: volume\/level "-3" applied/);
    expect(simulator.player.volume?.level).toBe(17);
    expect((await run("music/playback", "pause")).code).toBe(0);
    expect(simulator.player.music.state).toBe("paused");
    expect((await run("playback", "play")).stdout).toMatch(/^study: music\/playback "play" applied/);
    expect((await run("key", "Up 10 Ok")).stdout).toMatch(/^study: key "Up 10 Ok" applied/);
    expect(simulator.player.keys).toEqual(["Key.Up", "Key.Ok"]);

    simulator.player.audio.selectOutput("RCA");
    expect((await run("refresh")).stdout).toMatch(/^study: refresh applied in \d+ m?s\n$/);
    expect((await run("output", "RCA")).stdout).toBe("study: output RCA unchanged: already selected\n");

    const lacking = await run("video/playback", "pause");
    expect(lacking).toMatchObject({
      code: 1,
      stderr: 'study: video/playback "pause" rejected: this player has no video playback\n',
    });
  });

  it.each([
    [
      ["study"],
      /^set needs a player, a control and a value, .* Controls: audio\/input, .*, preset, refresh$/,
    ],
    [["Study!", "volume", "1"], /is not a player id/],
    [["study", "volum", "1"], /^"volum" cannot be set: did you mean volume\?$/],
    [
      ["study", "loudness", "1"],
      /^"loudness" cannot be set: expected one of audio\/input, .*, preset, refresh$/,
    ],
    [["study", "refresh", "now"], /^refresh takes no value: set study refresh$/],
    [["study", "refesh"], /^"refesh" cannot be set: did you mean refresh\?$/],
    [["study", "preset"], /^preset needs a value: the name of a preset$/],
    [["study", "volume"], /^volume needs a value: 0 to 100, or a step such as \+5$/],
    [["study", "volume", "loud"], /^volume cannot be set to "loud": expected 0 to 100/],
    [["study", "power", " "], /^the value is empty: expected one of on, off, standby, reboot$/],
    [["study", "key", "Up", "Ok"], /^a value with spaces needs quotes: set study key "Up Ok"$/],
  ])("refuses %j before it asks anybody", async (words, problem) => {
    const { code, stderr } = await call(["set", ...words, "--mqtt.url=mqtt://127.0.0.1:1"]);
    expect(code).toBe(2);
    expect(stderr.split("\n")[0]).toMatch(problem);
  });

  it("lists in its help what each control wants, without a second list", async () => {
    const { stdout } = await call(["help", "set"]);
    expect(stdout).toMatch(/shows:[^:]* volume [^]*settings:[^:]* display\/meters [^]*does:[^]* refresh /);
    for (const name of controlNames) {
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(` ${name} ${toPhrase(controls[name].expected).text}`);
    }
  });

  it("says so when there is no broker", async () => {
    const { code, stderr } = await call(["set", "study", "input", "BT", "--mqtt.url=mqtt://127.0.0.1:1"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^study: cannot reach the broker at mqtt:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/);
  });

  it("says so when the broker knows no bridge, or that it is offline", async () => {
    const broker = await startEmptyBroker();
    const { code, stderr } = await call(["set", "study", "input", "BT", `--mqtt.url=${broker.url}`], quick());
    expect(code).toBe(1);
    expect(stderr).toMatch(/^study: no bridge found at this broker/);
    await startImpostor(broker.url, "offline");
    expect(await call(["set", "study", "refresh", `--mqtt.url=${broker.url}`], quick())).toEqual({
      code: 1,
      stdout: "",
      stderr: "study: the bridge is offline\n",
    });
  });

  it("says so when nobody answers within the time there is, or it is asked to stop", async () => {
    const broker = await startEmptyBroker();
    const heard = await startImpostor(broker.url);
    const args = ["set", "study", "input", "BT", `--mqtt.url=${broker.url}`];

    const late = await call([...args, "--commands.deadlineMs=1"], quick());
    expect(late).toEqual({ code: 1, stdout: "", stderr: "study: no outcome within 4.501 s\n" });
    args[1] = "attic";
    const unknown = await call([...args, "--commands.deadlineMs=1"], quick());
    expect(unknown.stderr).toBe("attic: no outcome within 4.501 s; the bridge may have no such player\n");
    args[1] = "study";

    const before = heard().length;
    const stopped = begin(args);
    await until(() => expect(heard().slice(before).join("\n")).toContain('audio/input/set {"tag":"BT"'));
    expect(await end(stopped)).toBe(1);
    expect(stopped.shell.stderr.text).toBe("study: stopped before the answer arrived\n");
  });
});
