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

it("an inbox is a queue of limited length, whatever is pushed, taken and picked", () => {
  const isEven = (item: number): boolean => item % 2 === 0;
  const operations = fc.array(fc.oneof(fc.nat(5), fc.constantFrom("take" as const, "pick" as const)));
  fc.assert(
    fc.property(operations, (steps) => {
      const inbox = new Inbox<number>(4, new FakeClock());
      let items: readonly number[] = [];
      const [seen, wanted]: [unknown[], unknown[]] = [[], []];
      for (const step of steps) {
        if (step === "take") {
          seen.push(inbox.take());
          wanted.push(items[0]);
          items = items.slice(1);
        } else if (step === "pick") {
          seen.push(inbox.extract(isEven));
          wanted.push(items.filter(isEven));
          items = items.filter((item) => !isEven(item));
        } else {
          seen.push(inbox.push(step));
          wanted.push(items.length < 4);
          items = [...items, step].slice(0, 4);
        }
        seen.push(inbox.size, inbox.first);
        wanted.push(items.length, items[0]);
      }
      expect(seen).toEqual(wanted);
    }),
  );
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
