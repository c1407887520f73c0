import { describe, expect, it } from "vitest";
import { Listeners } from "../../src/lib/listeners.ts";
import { NamedTimers } from "../../src/lib/named-timers.ts";
import { FakeClock } from "../support/fake-clock.ts";

it("listeners are all told, each until it ends that, also when one function listens twice", () => {
  const listeners = new Listeners<string>();
  const heard: string[] = [];
  const listen = (news: string): void => void heard.push(news);
  listeners.notify("nobody");
  const [first, second] = [listeners.add(listen), listeners.add(listen)];
  listeners.notify("both");
  first();
  first();
  listeners.notify("one");
  second();
  listeners.notify("nobody");
  expect(heard).toEqual(["both", "both", "one"]);
});

describe("named timers", () => {
  it("fire once, the later one of a name in the place of the earlier", async () => {
    const clock = new FakeClock();
    const timers = new NamedTimers(clock);
    const fired: string[] = [];
    timers.after("a", 10, () => fired.push("a, early"));
    timers.after("a", 20, () => fired.push("a, late"));
    timers.after("b", 15, () => fired.push("b"));
    await clock.advance(15);
    expect([timers.has("a"), timers.has("b")]).toEqual([true, false]);
    await clock.advance(60);
    expect(fired).toEqual(["b", "a, late"]);
  });

  it("can be taken back, one or all", async () => {
    const clock = new FakeClock();
    const timers = new NamedTimers(clock);
    for (const name of ["a", "b", "c"]) timers.after(name, 10, () => expect.unreachable(name));
    timers.cancel("a");
    timers.cancel("unknown");
    expect(clock.pending).toBe(2);
    timers.cancelAll();
    expect(clock.pending).toBe(0);
  });
});
