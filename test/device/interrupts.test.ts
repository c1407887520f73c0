import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { type Interruptible, Interrupts } from "../../src/device/interrupts.ts";

/** Something that waits so long, and takes itself out when it is ended, as a request does. */
function setUp() {
  const interrupts = new Interrupts();
  const ended: string[] = [];
  const wait = (name: string, signal: AbortSignal, ms: number): Interruptible => {
    const end = (how: string): void => {
      interrupts.delete(one);
      ended.push(`${name} ${how}`);
    };
    const one = {
      signal,
      deadlineAt: performance.now() + ms,
      onAbort: () => end("aborted"),
      onDeadline: () => end("late"),
    };
    interrupts.add(one);
    return one;
  };
  const until = async (count: number): Promise<void> => {
    while (ended.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { interrupts, ended, wait, until };
}

const forever = 1_000_000;

describe("what waits for an answer", () => {
  it("is ended at its deadline, the earlier one first, whichever came first", async () => {
    const { interrupts, ended, wait, until } = setUp();
    using _interrupts = interrupts;
    const { signal } = new AbortController();
    wait("patient", signal, 30);
    wait("hurried", signal, 5);
    wait("endless", signal, forever);
    await until(2);
    expect(ended).toEqual(["hurried late", "patient late"]);
  });

  it("is ended when its own signal aborts, and others go on", () => {
    const { interrupts, ended, wait } = setUp();
    using _interrupts = interrupts;
    const [mine, other] = [new AbortController(), new AbortController()];
    wait("a", mine.signal, forever);
    wait("b", other.signal, forever);
    wait("c", mine.signal, forever);
    mine.abort();
    expect(ended).toEqual(["a aborted", "c aborted"]);
    other.abort();
    expect(ended).toEqual(["a aborted", "c aborted", "b aborted"]);
  });

  it("is ended at once by a signal that aborted before", () => {
    const { interrupts, ended, wait } = setUp();
    using _interrupts = interrupts;
    wait("a", AbortSignal.abort(), forever);
    expect(ended).toEqual(["a aborted"]);
  });

  it("is not ended after its answer came", async () => {
    const { interrupts, ended, wait, until } = setUp();
    using _interrupts = interrupts;
    const controller = new AbortController();
    interrupts.delete(wait("answered", controller.signal, 5));
    wait("later", controller.signal, 10);
    await until(1);
    controller.abort();
    expect(ended).toEqual(["later late"]);
  });

  it("leaves a listener on two signals that come by turns, on no older one, and nothing at the end", () => {
    const { interrupts, wait } = setUp();
    const [first, second] = [new AbortController(), new AbortController()];
    const listeners = (): number[] =>
      [first, second].map(({ signal }) => getEventListeners(signal, "abort").length);
    for (let round = 0; round < 3; round++) interrupts.delete(wait("a", first.signal, forever));
    expect(listeners()).toEqual([1, 0]);
    const slow = wait("slow", first.signal, forever);
    wait("b", second.signal, forever);
    expect(listeners()).toEqual([1, 1]);
    interrupts.delete(slow);
    for (const { signal } of [second, first, second]) interrupts.delete(wait("by turns", signal, forever));
    expect(listeners()).toEqual([1, 1]);
    wait("c", new AbortController().signal, forever);
    expect(listeners()).toEqual([0, 1]);
    interrupts[Symbol.dispose]();
    expect(listeners()).toEqual([0, 0]);
  });
});
