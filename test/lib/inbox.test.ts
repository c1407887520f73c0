import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Inbox } from "../../src/lib/inbox.ts";
import { FakeClock } from "../support/fake-clock.ts";

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

it("an inbox forgets no wake-up that came before the wait, and keeps no timer after one", async () => {
  const clock = new FakeClock();
  const inbox = new Inbox<string>(3, clock);
  inbox.wake();
  inbox.wake();
  await inbox.wait(Number.POSITIVE_INFINITY);
  const waits = inbox.wait(100);
  expect(clock.pending).toBe(1);
  inbox.push("a");
  await waits;
  expect(clock.pending).toBe(0);
});
