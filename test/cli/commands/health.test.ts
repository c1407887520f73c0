import { describe, expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../../support/bridge/bridged.ts";
import { until } from "../../support/bridge/until.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { opened } from "../../support/opened.ts";
import { startHttp } from "../../support/start-http.ts";
import { fakeShell } from "../fake-shell.ts";
import { begin, call } from "../running-command.ts";

type Answer = Parameters<typeof startHttp>[0];

/** A server that answers like this, as a flag of the command. */
async function answering(answer: Answer): Promise<string> {
  return `--http.port=${new URL(opened(await startHttp(answer)).url).port}`;
}

/** A shell whose clock makes four seconds of waiting short. */
const quick = () => fakeShell({ clock: fastClock(10) });

describe("health", () => {
  it("says that a bridge is well, and when it is ready, with exit code 0", async () => {
    await using sim = await startSimulator();
    await using bridged = await Bridged.withoutSubscriber(sim, { hasHttp: true });
    const port = `--http.port=${new URL(bridged.bridge.httpUrl ?? "").port}`;
    expect(await call(["health", port])).toEqual({ code: 0, stdout: "well\n", stderr: "" });
    await until(async () => (await call(["health", "--ready", port])).code === 0);
    expect(await call(["health", "--ready", port])).toMatchObject({ stdout: "ready\n" });
  });

  it("says why a bridge is not well, in one line, with exit code 1", async () => {
    const port = await answering(({ path }, response) => {
      const reasons = [path, "a line\nand another"];
      response.writeHead(503).end(JSON.stringify({ status: "unwell", reasons }));
    });
    const { code, stdout, stderr } = await call(["health", port]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^unwell: \/healthz; a line.*and another\n$/);
    expect((await call(["health", "--ready", port])).stderr).toContain("/readyz");
  });

  it.each<[string, Answer, RegExp]>([
    ["speaks of something else", (_, response) => response.end("{}"), /is not player2mqtt/],
    ["speaks no JSON", (_, response) => response.end("hello"), /is not player2mqtt/],
    ["hangs up", (_, response) => response.destroy(), /no answer from .*is the bridge running/],
    ["never ends", (_, response) => response.end("x".repeat(1_000_000)), /the answer is too long/],
    ["says nothing", () => {}, /no answer within 4000 ms/],
  ])("says so when the listener there %s", async (_title, listener, wanted) => {
    const { code, stderr } = await call(["health", await answering(listener)], quick());
    expect(code).toBe(1);
    expect(stderr).toMatch(wanted);
    expect(stderr.trimEnd()).not.toContain("\n");
  });

  it("says so when nobody listens, or is not meant to", async () => {
    expect(await call(["health", "--http.port=1"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no answer from http:\/\/127\.0\.0\.1:1\/healthz.*ECONNREFUSED/),
    });
    expect(await call(["health", "--http.port=0"])).toMatchObject({
      code: 1,
      stderr: "http.port is 0, so there is no health endpoint\n",
    });
    expect((await call(["health", "now"])).code).toBe(2);
  });

  it("stops asking when it is asked to stop", async () => {
    let isAsked = false;
    const port = await answering(() => (isAsked = true));
    const command = begin(["health", port]);
    await until(() => isAsked);
    command.shell.stop();
    expect(await command.done).toBe(1);
  });
});
