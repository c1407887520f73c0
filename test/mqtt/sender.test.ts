import { describe, expect, it, vi } from "vitest";
import type { Sender } from "../../src/mqtt/sender.ts";
import { event, state } from "./link-bench.ts";
import { ScriptedOutlet } from "./scripted-outlet.ts";
import { senderBench, sendingBench } from "./sender-bench.ts";

function publishStates(sender: Sender, count: number): void {
  for (let number = 1; number <= count; number += 1) sender.publish(state(`topic/${number}`, `${number}`));
}

describe("a sender without a connection", () => {
  it("ignores deferred writes, since a snapshot will follow", () => {
    const { sender } = senderBench();
    sender.publishDeferred(() => [state("a", "a1")]);
    const outlet = new ScriptedOutlet();
    sender.use(outlet);
    expect([outlet.published, sender.waiting]).toEqual([[], 0]);
  });

  it("drops state, since a snapshot will follow, and keeps events", () => {
    const { sender } = senderBench();
    sender.publish(state("a", "a1"));
    sender.publish(event("done"));
    expect(sender.waiting).toBe(1);
    const outlet = new ScriptedOutlet();
    sender.use(outlet);
    expect([outlet.published, sender.waiting, sender.sent]).toEqual([["done"], 0, 1]);
  });

  it("has nothing to wait for", async () => {
    const { sender, clock } = senderBench();
    sender.publish(event("done"));
    await sender.drained(500);
    expect([clock.pending, sender.isDone]).toEqual([0, false]);
  });
});

it("a sender writes at once what it has sent", () => {
  const { sender, outlet } = sendingBench(100);
  publishStates(sender, 3);
  expect(outlet.written).toBe(3);
});

describe("the pace", () => {
  it("sends a second's worth at once and the rest evenly", async () => {
    const { sender, clock, outlet } = sendingBench(100);
    publishStates(sender, 250);
    expect(outlet.published).toHaveLength(100);
    await clock.advance(500);
    expect(outlet.published).toHaveLength(150);
    await clock.advance(1000);
    expect(outlet.published).toHaveLength(250);
    expect(clock.pending).toBe(0);
  });

  it("does not accumulate unused allowance", async () => {
    const { sender, clock, outlet } = sendingBench(100);
    await clock.advance(60_000);
    publishStates(sender, 250);
    expect(outlet.published).toHaveLength(100);
  });

  it("sends slowly where the rate allows less than one message in a step", async () => {
    const { sender, clock, outlet } = sendingBench(2);
    publishStates(sender, 4);
    await clock.advance(450);
    expect(outlet.published).toHaveLength(2);
    await clock.advance(100);
    expect(outlet.published).toHaveLength(3);
    await clock.advance(500);
    expect(outlet.published).toHaveLength(4);
  });

  it("reserves a share of the rate for updates during a long snapshot", async () => {
    const { sender, clock, outlet } = sendingBench(100, new ScriptedOutlet({}, "at once"));
    for (let number = 1; number <= 300; number += 1) {
      sender.publishDeferred(() => [state(`topic/${number}`, `${number}`)]);
    }
    await clock.advance(1);
    expect([outlet.published.length, sender.waiting]).toEqual([90, 210]);
    sender.publish(state("input", "news"), event("done"));
    expect(outlet.published.slice(90)).toEqual(["news", "done"]);
    await clock.advance(3000);
    expect([outlet.published.length, sender.waiting, clock.pending]).toEqual([302, 0, 0]);
  });

  it("yields after a deferred write without messages, and sends messages that it published itself", async () => {
    const { sender, clock, outlet } = sendingBench(0);
    const done: string[] = [];
    sender.publishDeferred(() => {
      done.push("first");
      return [];
    });
    sender.publishDeferred(() => {
      done.push("second");
      sender.publish(state("a", "a1"));
      return [];
    });
    sender.publish(state("b", "b1"));
    expect([done, outlet.published]).toEqual([[], ["b1"]]);
    await clock.advance(1);
    expect([done, outlet.published]).toEqual([["first"], ["b1"]]);
    sender.publish(state("b", "b2"));
    expect(done).toEqual(["first"]);
    await clock.advance(1);
    expect([done, outlet.published, clock.pending]).toEqual([["first", "second"], ["b1", "b2", "a1"], 0]);
  });

  it("completes a snapshot also at a very low rate", async () => {
    const { sender, clock, outlet } = sendingBench(1);
    sender.publishDeferred(() => [state("a", "a1"), state("b", "b1")]);
    await clock.advance(1100);
    expect(outlet.published).toEqual(["a1", "b1"]);
  });

  it("leaves no timer behind when the connection goes", () => {
    const { sender, clock } = senderBench(1);
    sender.use(new ScriptedOutlet());
    publishStates(sender, 3);
    expect(clock.pending).toBe(1);
    sender.use(undefined);
    expect(clock.pending).toBe(0);
  });

  it("sends only the last value of a topic that had to wait, and none that may not be sent any more", async () => {
    const { sender, clock, outlet } = sendingBench(1);
    for (const value of ["1", "2", "3"]) sender.publish(state("a", value));
    sender.publish({ ...state("b", "of another bridge"), mayBeSent: () => false }, state("c", "4"));
    await clock.advance(2000);
    expect(outlet.published).toEqual(["1", "3", "4"]);
  });
});

describe("a socket that takes no more", () => {
  it("is waited for once, and then everything goes on", () => {
    const { sender, outlet } = sendingBench();
    outlet.isWritable = false;
    publishStates(sender, 3);
    expect([outlet.published.length, outlet.waiting]).toEqual([0, 1]);
    outlet.drain();
    expect(outlet.published).toEqual(["1", "2", "3"]);
  });

  it("gets nothing when it is closed", () => {
    const { sender, outlet } = sendingBench();
    outlet.isOpen = false;
    sender.publish(event("1"));
    expect([outlet.published, sender.waiting]).toEqual([[], 1]);
  });

  it("does not affect a later connection", () => {
    const { sender } = senderBench();
    const [old, next] = [new ScriptedOutlet(), new ScriptedOutlet()];
    sender.use(old);
    old.isWritable = false;
    sender.publish(state("a", "a1"));
    sender.use(next);
    next.isWritable = false;
    sender.publish(state("a", "a2"));
    old.drain();
    expect([old.published, next.published]).toEqual([[], []]);
    next.drain();
    expect(next.published).toEqual(["a2"]);
  });
});

describe("a message that is too large", () => {
  it.each([
    ["for the broker", state("base/den/music/queue", "x".repeat(200)), { maximumPacketSize: 200 }],
    ["for its publisher", { ...state("homeassistant/tv", "", 1), isTooLarge: true }, {}],
  ])("%s clears its topic once on each connection, so that no old value stays", (_for, large, limits) => {
    const { sender, complaints } = senderBench();
    for (const _connection of [1, 2]) {
      const outlet = new ScriptedOutlet(limits);
      sender.use(outlet);
      sender.publish(large);
      sender.publish(large);
      expect([outlet.published, sender.tooLarge]).toEqual([[""], [large.topic]]);
    }
    expect(complaints).toEqual(Array(2).fill(`${large.topic}: too large`));
    sender.publish(state(large.topic, "short"));
    expect(sender.tooLarge).toEqual([]);
  });

  it("is an outcome: then it is reported, and nothing is cleared", () => {
    const { sender, complaints, outlet } = sendingBench(0, new ScriptedOutlet({ maximumPacketSize: 200 }));
    sender.publish(event("x".repeat(200)));
    expect([complaints, outlet.published, sender.tooLarge]).toEqual([["base/den/result: too large"], [], []]);
  });
});

it("a message that cannot be written throws to its publisher and blocks no other message", () => {
  const { sender, outlet } = sendingBench();
  const publish = vi.spyOn(outlet, "publish").mockImplementationOnce(() => {
    throw new RangeError("no such topic");
  });
  expect(() => sender.publish(state("a", "1"))).toThrow("no such topic");
  publish.mockRestore();
  sender.publish(state("b", "2"));
  expect(outlet.published).toEqual(["2"]);
});

it.each<[string, (bench: ReturnType<typeof sendingBench>) => unknown, isDone: boolean]>([
  ["with the last acknowledgement", ({ outlet }) => outlet.acknowledge[0]?.(), true],
  ["when the connection does", ({ sender }) => sender.use(undefined), false],
  ["when its time is over", ({ clock }) => clock.advance(500), false],
])("waiting until all is sent ends %s, and leaves no timer", async (_how, end, isDone) => {
  const bench = sendingBench();
  const { sender, clock } = bench;
  sender.publish(event("1"));
  const drained = sender.drained(500);
  await end(bench);
  await drained;
  sender.use(undefined);
  expect([clock.pending, sender.isDone]).toEqual([0, isDone]);
});
