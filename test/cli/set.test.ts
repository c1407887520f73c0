import { describe, expect, it } from "vitest";
import { startEmptyBroker, startHouse, startImpostor } from "./houses.ts";
import { begin, call, end, until } from "./running-command.ts";

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
      stdout: "study: output XLR unchanged: it was selected already\n",
      stderr: "",
    });

    const rejected = await call(["set", "study", "input", "Radio", flag]);
    expect(rejected).toMatchObject({ code: 1, stdout: "" });
    expect(rejected.stderr).toMatch(/^study: input "Radio" rejected: unknown tag: .*XMOS/);

    expect(await call(["set", "studi", "input", "XMOS", flag])).toMatchObject({
      code: 1,
      stderr: "studi: the bridge has no such player: did you mean study?\n",
    });

    await simulator.sleep();
    await until(() => expect(bridge.shell.stdout.text).toContain("player is offline"));
    expect(await call(["set", "study", "input", "BT", flag])).toMatchObject({
      code: 1,
      stderr: "study: the player is offline\n",
    });
  }, 60_000);

  it("says so when there is no broker", async () => {
    const { code, stderr } = await call(["set", "study", "input", "BT", "--mqtt.url=mqtt://127.0.0.1:1"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^study: cannot reach the broker at mqtt:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/);
  });

  it("says so when the broker knows no bridge", async () => {
    const broker = await startEmptyBroker();
    const { code, stderr } = await call(["set", "study", "input", "BT", `--mqtt.url=${broker.url}`]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^study: no bridge is known to this broker/);
  });

  it("says so when nobody answers within the time there is, or it is asked to stop", async () => {
    const broker = await startEmptyBroker();
    const { heard } = await startImpostor(broker.url);
    const args = ["set", "study", "input", "BT", `--mqtt.url=${broker.url}`];

    const quick = await call([...args, "--commands.deadlineMs=1"]);
    expect(quick).toEqual({ code: 1, stdout: "", stderr: "study: no outcome within 3.001 s\n" });

    const before = heard.length;
    const stopped = begin(args);
    await until(() => expect(heard.slice(before).join("\n")).toContain('audio/input/set {"tag":"BT"'));
    expect(await end(stopped)).toBe(1);
    expect(stopped.shell.stderr.text).toBe("study: asked to stop before there was an outcome\n");
  }, 30_000);
});
