import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { TaskScope } from "../../src/lib/task-scope.ts";
import { FakeClock } from "../support/fake-clock.ts";

const never = Number.POSITIVE_INFINITY;

/** A scope whose tasks write down when they have ended, a while after they were told to. */
function setUp() {
  const clock = new FakeClock();
  const parent = new AbortController();
  const scope = new TaskScope(parent.signal);
  const ended: string[] = [];
  const lingering =
    (name: string, lingerMs = 50) =>
    async (signal: AbortSignal): Promise<void> => {
      await clock.sleep(never, signal);
      await clock.sleep(lingerMs, new AbortController().signal);
      ended.push(name);
    };
  const listeners = (): number => getEventListeners(parent.signal, "abort").length;
  return { clock, parent, scope, ended, lingering, listeners };
}

describe("a scope of tasks", () => {
  it("is done when all its tasks have ended by themselves", async () => {
    const { scope, ended, listeners } = setUp();
    for (const name of ["a", "b"]) {
      scope.run(async () => {
        await turn();
        ended.push(name);
      });
    }
    await scope.done();
    expect([ended, listeners(), scope.signal.aborted]).toEqual([["a", "b"], 0, false]);
  });

  it("waits also for a task that another one began", async () => {
    const { scope, ended } = setUp();
    scope.run(async () => {
      await turn();
      scope.run(async () => {
        await turn();
        ended.push("later");
      });
    });
    await scope.done();
    expect(ended).toEqual(["later"]);
  });

  it("passes its parent's abort on and is done when the tasks have ended, not before", async () => {
    const { clock, parent, scope, ended, lingering, listeners } = setUp();
    scope.run(lingering("a"));
    const finish = async (): Promise<void> => {
      await scope.done();
      ended.push("scope");
    };
    const waiting = finish();
    parent.abort();
    await clock.advance(49);
    expect(ended).toEqual([]);
    await clock.advance(1);
    await waiting;
    expect([ended, listeners()]).toEqual([["a", "scope"], 0]);
  });

  it("of a parent that has aborted tells its tasks from the beginning", async () => {
    const parent = AbortSignal.abort();
    const scope = new TaskScope(parent);
    let seen: boolean | undefined;
    scope.run(async (signal) => {
      seen = signal.aborted;
    });
    await scope.done();
    expect(seen).toBe(true);
  });

  it("aborts the others when one fails, waits for them, and rejects with that first failure", async () => {
    const { clock, scope, ended, lingering, listeners } = setUp();
    scope.run(lingering("a"));
    scope.run(async () => {
      throw new Error("first");
    });
    scope.run(async (signal) => {
      await clock.sleep(never, signal);
      throw new Error("second");
    });
    const outcome = scope.done().catch((error: unknown) => error);
    await clock.advance(50);
    expect(await outcome).toEqual(new Error("first"));
    expect([ended, listeners(), scope.signal.aborted]).toEqual([["a"], 0, true]);
  });

  it("when disposed aborts what runs and joins it", async () => {
    const { clock, scope, ended, lingering, listeners } = setUp();
    scope.run(lingering("a", 50));
    scope.run(lingering("b", 80));
    const disposed = scope[Symbol.asyncDispose]();
    await clock.advance(80);
    await disposed;
    expect([ended, listeners(), clock.pending]).toEqual([["a", "b"], 0, 0]);
  });
});
