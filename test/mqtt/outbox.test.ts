import { describe, expect, it } from "vitest";
import { Outbox } from "../../src/mqtt/outbox.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { event, state } from "./link-bench.ts";

/** Takes everything out, in order. */
function empty(outbox: Outbox): string[] {
  const taken: string[] = [];
  for (let next = outbox.take(); next !== undefined; next = outbox.take()) taken.push(String(next.payload));
  return taken;
}

function filled(...messages: readonly ReturnType<typeof state>[]): Outbox {
  const outbox = new Outbox(new FakeClock());
  for (const message of messages) outbox.add(message);
  return outbox;
}

describe("an outbox", () => {
  it("alternates state and events, but no event before state that was queued before it", () => {
    const outbox = filled(state("a", "a1"), state("b", "b1"), event("1"), event("2"));
    expect(outbox.take()?.payload).toBe("a1");
    for (const message of [state("c", "c1"), state("d", "d1"), event("3")]) outbox.add(message);
    expect(empty(outbox)).toEqual(["b1", "1", "c1", "2", "d1", "3"]);
  });

  it("does not hold an event back for state that became low-priority", () => {
    const outbox = filled(state("a", "a1"), state("b", "b1"));
    expect(outbox.take()?.payload).toBe("a1");
    for (const message of [state("c", "c1"), event("done"), { ...state("c", "c2"), lowPriority: true }]) {
      outbox.add(message);
    }
    expect(empty(outbox)).toEqual(["b1", "done", "c2"]);
  });

  it("knows since when the oldest message of any kind waits", async () => {
    const clock = new FakeClock();
    const outbox = new Outbox(clock);
    const startedAt = clock.now();
    const lowPriority = (topic: string) => ({ ...state(topic, topic), lowPriority: true });
    const ages: (number | undefined)[] = [];
    const look = (): void => {
      ages.push(outbox.oldestSince === undefined ? undefined : outbox.oldestSince - startedAt);
    };
    look();
    const fill = [
      () => outbox.add(event("done")),
      () => outbox.add(state("a", "a1")),
      () => outbox.add(lowPriority("page")),
      () => outbox.addDeferred(() => [state("b", "b1")]),
      () => outbox.add(state("a", "a2")),
    ];
    for (const add of fill) {
      add();
      look();
      await clock.advance(1000);
    }
    while (outbox.take() !== undefined) look();
    expect(ages).toEqual([undefined, 0, 0, 0, 0, 0, 0, 2000, 3000, undefined]);
  });

  it("has room for the outcomes of a flood", () => {
    const outbox = new Outbox(new FakeClock());
    for (let number = 0; number < 20_000; number += 1) outbox.add(event("x".repeat(100)));
    expect([outbox.size, outbox.dropped]).toEqual([20_000, 0]);
  });

  it("drops the oldest events when too many wait, and counts them", () => {
    const outbox = new Outbox(new FakeClock());
    for (let number = 1; number <= 130; number += 1) {
      outbox.add({ ...event(`${number}`), correlation: new Uint8Array(65_535) });
    }
    expect(outbox.dropped).toBeGreaterThan(0);
    expect([outbox.size, outbox.take()?.payload]).toEqual([130 - outbox.dropped, `${outbox.dropped + 1}`]);
    while (outbox.take() !== undefined);
    outbox.add(event("last"));
    expect(empty(outbox)).toEqual(["last"]);
  });

  it("returns low-priority messages last, and never a value that was replaced", () => {
    const page = (payload: string) => ({ ...state("page", payload), lowPriority: true });
    const outbox = filled(page("p1"), state("a", "a1"), event("done"));
    expect(outbox.hasUpdates).toBe(true);
    expect([outbox.take(), outbox.take()].map((message) => message?.payload)).toEqual(["a1", "done"]);
    expect(outbox.hasUpdates).toBe(false);
    outbox.add(page("p2"));
    expect(empty(outbox)).toEqual(["p2"]);
    expect(empty(filled(page("p1"), state("a", "a1"), state("page", "")))).toEqual(["a1", ""]);
    expect(empty(filled(state("page", ""), state("a", "a1"), page("p1")))).toEqual(["a1", "p1"]);
  });

  it("calls a deferred write when nothing else waits, and takes the values of that moment", () => {
    const outbox = filled(state("a", "a1"), event("done"));
    let value = "b1";
    const later = () => [state("b", value), state("c", "c1")];
    outbox.addDeferred(later);
    outbox.addDeferred(later);
    expect([outbox.size, outbox.take()?.payload, outbox.take()?.payload]).toEqual([3, "a1", "done"]);
    value = "b2";
    expect([outbox.hasUpdates, outbox.take()?.payload]).toEqual([false, "b2"]);
    outbox.add(state("a", "a2"));
    expect(empty(outbox)).toEqual(["c1", "a2"]);
  });

  it("keeps the place of a deferred write that is added again", () => {
    const [first, second] = [() => [state("a", "a1")], () => [state("b", "b1")]];
    const outbox = new Outbox(new FakeClock());
    for (const later of [first, second, first]) outbox.addDeferred(later);
    expect(empty(outbox)).toEqual(["a1", "b1"]);
    outbox.addDeferred(first);
    outbox.restart([]);
    expect([outbox.size, empty(outbox)]).toEqual([0, []]);
  });

  it("sends the present round as it is, and keeps the last values for the next", () => {
    const outbox = filled(state("a", "a1"), state("b", "b1"));
    expect(outbox.take()?.payload).toBe("a1");
    for (const message of [state("a", "a2"), state("b", "b2"), state("c", "c1"), state("a", "a3")])
      outbox.add(message);
    expect(empty(outbox)).toEqual(["b1", "b2", "c1", "a3"]);
    outbox.add(state("b", "b3"));
    outbox.restart([]);
    outbox.add(state("a", "a3"));
    expect(empty(outbox)).toEqual(["a3"]);
  });

  it("drops state at a restart, and puts lost events before those that wait", () => {
    const outbox = filled(state("a", "a1"), event("3"));
    outbox.restart([event("1"), event("2")]);
    expect(empty(outbox)).toEqual(["1", "2", "3"]);
  });

  it("does not hold an event back at a restart for state that is gone", () => {
    const outbox = filled(state("a", "a1"), event("1"));
    outbox.restart([]);
    for (const message of [state("a", "a2"), state("b", "b2")]) outbox.add(message);
    expect(empty(outbox)).toEqual(["a2", "1", "b2"]);
  });

  it("keeps its limit at a restart too", () => {
    const large = (payload: string) => ({ ...event(payload), correlation: new Uint8Array(4_000_000) });
    const outbox = filled(large("3"));
    outbox.restart([large("1"), large("2")]);
    expect([outbox.dropped, empty(outbox)]).toEqual([1, ["2", "3"]]);
  });
});
