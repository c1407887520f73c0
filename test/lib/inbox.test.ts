import * as fc from "fast-check";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Inbox } from "../../src/lib/inbox.ts";
import { FakeClock } from "../support/fake-clock.ts";

const never = Number.POSITIVE_INFINITY;

/** An inbox of three, and a way to wait on it that tells whether the wait is over. */
function setUp() {
  const clock = new FakeClock();
  const inbox = new Inbox<string>(3, clock);
  const wait = (ms: number): { isOver: () => Promise<boolean> } => {
    let over = false;
    const watch = async (): Promise<void> => {
      await inbox.wait(ms);
      over = true;
    };
    void watch();
    return {
      isOver: async () => {
        await turn();
        return over;
      },
    };
  };
  return { clock, inbox, wait };
}

describe("an inbox", () => {
  it("gives back what it took in, the oldest first", () => {
    const { inbox } = setUp();
    for (const item of ["a", "b", "c"]) inbox.push(item);
    expect([inbox.size, inbox.take(), inbox.take(), inbox.take(), inbox.take(), inbox.size]).toEqual([
      3,
      "a",
      "b",
      "c",
      undefined,
      0,
    ]);
  });

  it("takes no more than its capacity", () => {
    const { inbox } = setUp();
    expect(["a", "b", "c", "d"].map((item) => inbox.push(item))).toEqual([true, true, true, false]);
    inbox.take();
    expect([inbox.push("e"), inbox.size]).toEqual([true, 3]);
  });

  it("lets items be picked out, and keeps the others in their order", () => {
    const { inbox } = setUp();
    for (const item of ["a", "b", "a2"]) inbox.push(item);
    expect(inbox.extract((item) => item.startsWith("a"))).toEqual(["a", "a2"]);
    expect(inbox.extract((item) => item === "x")).toEqual([]);
    expect([inbox.take(), inbox.take()]).toEqual(["b", undefined]);
  });

  it("loses and doubles nothing, whatever is pushed, taken and picked", () => {
    const isEven = (item: number): boolean => item % 2 === 0;
    const operations = fc.array(fc.oneof(fc.nat(5), fc.constantFrom("take", "pick")));
    fc.assert(
      fc.property(operations, (steps) => {
        const inbox = new Inbox<number>(4, new FakeClock());
        const put: number[] = [];
        const got: (number | undefined)[] = [];
        for (const step of steps) {
          if (step === "take") got.push(inbox.take());
          else if (step === "pick") got.push(...inbox.extract(isEven));
          else if (typeof step === "number" && inbox.push(step)) put.push(step);
        }
        while (inbox.size > 0) got.push(inbox.take());
        expect(new Set(got.filter((item) => item !== undefined))).toEqual(new Set(put));
        expect(got.filter((item) => item !== undefined)).toHaveLength(put.length);
        // Picking takes only even items: the odd ones keep their order.
        expect(got.filter((item) => item !== undefined && !isEven(item))).toEqual(
          put.filter((item) => !isEven(item)),
        );
      }),
    );
  });
});

describe("a wait on an inbox", () => {
  it("ends when its time is over, and not before", async () => {
    const { clock, wait } = setUp();
    const waiting = wait(100);
    await clock.advance(99);
    expect(await waiting.isOver()).toBe(false);
    await clock.advance(1);
    expect(await waiting.isOver()).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it("ends when an item comes", async () => {
    const { clock, inbox, wait } = setUp();
    const waiting = wait(100);
    inbox.push("a");
    expect(await waiting.isOver()).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it("does not end for an item that is not taken in", async () => {
    const { inbox, wait } = setUp();
    for (const item of ["a", "b", "c"]) inbox.push(item);
    await wait(0).isOver();
    const waiting = wait(100);
    inbox.push("d");
    expect(await waiting.isOver()).toBe(false);
  });

  it("without an end needs no timer", async () => {
    const { clock, inbox, wait } = setUp();
    const waiting = wait(never);
    expect(clock.pending).toBe(0);
    inbox.wake();
    expect(await waiting.isOver()).toBe(true);
  });

  it("ends at once when it was woken before it began: no wake-up is lost", async () => {
    const { inbox, wait } = setUp();
    inbox.wake();
    inbox.wake();
    expect(await wait(never).isOver()).toBe(true);
    expect(await wait(never).isOver()).toBe(false);
  });
});
