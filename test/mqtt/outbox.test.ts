import { describe, expect, it } from "vitest";
import { Outbox } from "../../src/mqtt/outbox.ts";
import { event, state } from "./link-bench.ts";

/** What is taken out of it, in order. */
function empty(outbox: Outbox): string[] {
  const taken: string[] = [];
  for (let next = outbox.take(); next !== undefined; next = outbox.take()) taken.push(next.payload);
  return taken;
}

function filled(...messages: readonly ReturnType<typeof state>[]): Outbox {
  const outbox = new Outbox();
  for (const message of messages) outbox.add(message);
  return outbox;
}

describe("an outbox", () => {
  it("keeps the last value of a topic, behind what was published in between", () => {
    const outbox = filled(state("a", "a1"), state("b", "b1"), state("a", "a2"));
    expect(outbox.size).toBe(2);
    expect(empty(outbox)).toEqual(["b1", "a2"]);
    expect(outbox.size).toBe(0);
  });

  it("gives state before events, since an outcome must not come before what it speaks of", () => {
    expect(empty(filled(event("done"), state("a", "a1")))).toEqual(["a1", "done"]);
  });

  it("keeps every event of a topic in order", () => {
    expect(empty(filled(event("1"), event("2"), event("2")))).toEqual(["1", "2", "2"]);
  });

  it("has room for the outcomes of a flood", () => {
    const outbox = new Outbox();
    for (let number = 0; number < 20_000; number += 1) outbox.add(event("x".repeat(100)));
    expect([outbox.size, outbox.dropped]).toEqual([20_000, 0]);
  });

  it("drops the oldest events when what waits becomes too much, and counts them", () => {
    const outbox = new Outbox();
    for (let number = 1; number <= 130; number += 1) {
      outbox.add({ ...event(`${number}`), correlation: new Uint8Array(65_535) });
    }
    expect(outbox.dropped).toBeGreaterThan(0);
    expect([outbox.size, outbox.take()?.payload]).toEqual([130 - outbox.dropped, `${outbox.dropped + 1}`]);
    while (outbox.take() !== undefined);
    outbox.add(event("last"));
    expect(empty(outbox)).toEqual(["last"]);
  });

  it("forgets state at a restart, and puts events that got lost before those that wait", () => {
    const outbox = filled(state("a", "a1"), event("3"));
    outbox.restart([event("1"), event("2")]);
    expect(empty(outbox)).toEqual(["1", "2", "3"]);
  });

  it("keeps its bound at a restart too", () => {
    const large = (payload: string) => ({ ...event(payload), correlation: new Uint8Array(4_000_000) });
    const outbox = filled(large("3"));
    outbox.restart([large("1"), large("2")]);
    expect([outbox.dropped, empty(outbox)]).toEqual([1, ["2", "3"]]);
  });
});
