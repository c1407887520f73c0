import { describe, expect, it } from "vitest";
import type { ProbeResult } from "../../src/core/session/health.ts";
import { findServiceManager, ServiceManager } from "../../src/ops/service-manager.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { until } from "../support/bridge/until.ts";
import { FakeClock } from "../support/fake-clock.ts";

const healthy: ProbeResult = { isOk: true, reasons: [] };

function listen(watchdogMs: number | undefined) {
  const clock = new FakeClock();
  const log = new MemoryLog();
  const told: string[] = [];
  const state = { verdict: healthy };
  const manager = new ServiceManager({
    notify: (assignments) => told.push(assignments.join(" ")),
    watchdogMs,
    health: () => state.verdict,
    clock,
    log,
  });
  return { clock, log, told, state, manager };
}

describe("a service manager", () => {
  it("is notified when the bridge is ready and when it stops", async () => {
    const { clock, told, manager } = listen(undefined);
    await clock.advance(3_600_000);
    manager[Symbol.dispose]();
    expect(told).toEqual(["READY=1", "STOPPING=1 STATUS=stopping"]);
    expect(clock.pending).toBe(0);
  });

  it("is told twice in its patience that the bridge is well", async () => {
    const { clock, told, manager } = listen(10_000);
    await clock.advance(25_000);
    manager[Symbol.dispose]();
    await clock.advance(60_000);
    const beat = "WATCHDOG=1 STATUS=healthy";
    expect(told).toEqual(["READY=1", beat, beat, beat, beat, beat, "STOPPING=1 STATUS=stopping"]);
  });

  it("is not told so while it is not, and learns why", async () => {
    const { clock, log, told, state } = listen(10_000);
    state.verdict = { isOk: false, reasons: ["a loop is stuck", "so is another"] };
    await clock.advance(10_000);
    expect(told.slice(1)).toEqual(Array(2).fill("STATUS=unhealthy: a loop is stuck; so is another"));
    expect(log.lines).toMatchObject([{ level: "error", fields: { reasons: state.verdict.reasons } }]);
    state.verdict = healthy;
    await clock.advance(5000);
    expect(told.at(-1)).toBe("WATCHDOG=1 STATUS=healthy");
  });
});

describe("the service manager of a process", () => {
  const socket = { NOTIFY_SOCKET: "/nowhere/notify" };

  it.each<[NodeJS.ProcessEnv, number | undefined]>([
    [socket, undefined],
    [{ ...socket, WATCHDOG_USEC: "nonsense" }, undefined],
    [{ ...socket, WATCHDOG_USEC: "4000000" }, 4000],
    [{ ...socket, WATCHDOG_USEC: "4000000", WATCHDOG_PID: String(process.pid) }, 4000],
    [{ ...socket, WATCHDOG_USEC: "4000000", WATCHDOG_PID: "1" }, undefined],
  ])("watches as its environment says: %o", (env, watchdogMs) => {
    expect(findServiceManager(env, new MemoryLog())).toMatchObject({ watchdogMs });
  });

  it("is nobody if it left no socket", () => {
    expect(findServiceManager({ WATCHDOG_USEC: "4000000" }, new MemoryLog())).toBeUndefined();
  });

  it("is missed once if the word cannot be passed on", async () => {
    const log = new MemoryLog();
    const found = findServiceManager({ ...socket, PATH: "/nowhere" }, log);
    found?.notify(["READY=1"]);
    found?.notify(["READY=1"]);
    await until(() => log.lines.length > 0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(log.lines).toMatchObject([
      { level: "warn", fields: { reason: expect.stringContaining("ENOENT") } },
    ]);
  });
});
