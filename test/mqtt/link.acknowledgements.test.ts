import { describe, expect, it } from "vitest";
import { event, state } from "./link-bench.ts";
import { ScriptedOutlet } from "./scripted-outlet.ts";
import { senderBench, sendingBench } from "./sender-bench.ts";

describe("acknowledgements", () => {
  it("that arrive synchronously do not start a nested loop", () => {
    const { sender } = senderBench();
    const payloads = Array.from({ length: 1000 }, (_, index) => `${index}`);
    for (const payload of payloads) sender.publish(event(payload));
    const outlet = new ScriptedOutlet({ receiveMaximum: 1 }, "at once");
    sender.use(outlet);
    expect(outlet.published).toEqual(payloads);
  });

  it("that never came cause outcomes to be sent again before later ones, but no state", () => {
    const { sender, outlet } = sendingBench();
    sender.publish(event("1"));
    sender.publish(event("2"));
    sender.publish(state("base/bridge/state", "online", 1));
    outlet.acknowledge[0]?.();
    sender.use(undefined);
    sender.publish(event("3"));
    const next = new ScriptedOutlet();
    sender.use(next);
    expect(next.published).toEqual(["2", "3"]);
  });

  it("that never come end the attempts after five: the message itself may be the cause", () => {
    const { sender } = senderBench();
    sender.publish(event("poison"));
    const outlets = Array.from({ length: 7 }, () => new ScriptedOutlet());
    for (const outlet of outlets) sender.use(outlet);
    expect(outlets.map(({ published }) => published.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
    expect(sender.isDone).toBe(true);
  });

  it("that do not come for 30 s end the connection, even if the broker answers pings", async () => {
    const { sender, clock, outlet } = sendingBench();
    sender.publish(event("1"));
    await clock.advance(10_000);
    sender.publish(event("2"));
    outlet.acknowledge[0]?.();
    await clock.advance(49_000);
    expect(outlet.cause).toBeUndefined();
    await clock.advance(1000);
    expect(outlet.cause).toBe("the broker did not acknowledge a message for 30 s");
    sender.use(undefined);
    const next = new ScriptedOutlet({}, "at once");
    sender.use(next);
    await clock.advance(60_000);
    expect([next.published, next.cause]).toEqual([["2"], undefined]);
  });

  it("that are lost one at a time end the connection, too, and the outcome is sent again", async () => {
    const { sender, clock, outlet } = sendingBench();
    sender.publish(event("lost"));
    for (let index = 1; index < 30; index += 1) {
      await clock.advance(1000);
      sender.publish(event(`${index}`));
      outlet.acknowledge[index]?.();
    }
    expect(outlet.cause).toBeUndefined();
    await clock.advance(1000);
    expect(outlet.cause).toBe("the broker did not acknowledge a message for 30 s");
    sender.use(undefined);
    const next = new ScriptedOutlet({}, "at once");
    sender.use(next);
    expect(next.published).toEqual(["lost"]);
  });

  it("of a slow broker keep the connection, as long as they come in order", async () => {
    const { sender, clock, outlet } = sendingBench();
    for (let index = 0; index < 100; index += 1) sender.publish(event(`${index}`));
    for (let index = 0; index < 100; index += 1) {
      await clock.advance(20_000);
      outlet.acknowledge[index]?.();
    }
    expect([outlet.cause, sender.isDone]).toEqual([undefined, true]);
  });

  it("that do not come on the next connections either are waited for twice as long each time", async () => {
    const { sender, clock } = senderBench();
    const waits = async (): Promise<number> => {
      const outlet = new ScriptedOutlet();
      sender.use(outlet);
      sender.publish(state("base/bridge/state", "online", 1));
      let seconds = 0;
      for (; outlet.cause === undefined; seconds += 10) await clock.advance(10_000);
      sender.use(undefined);
      return seconds;
    };
    const waited: number[] = [];
    for (let times = 0; times < 7; times += 1) waited.push(await waits());
    expect(waited).toEqual([30, 60, 120, 240, 480, 960, 960]);
    await clock.advance(3_600_000);
    expect(await waits()).toBe(30);
  });

  it("of an earlier connection change nothing", () => {
    const { sender } = senderBench();
    const [old, next] = [new ScriptedOutlet(), new ScriptedOutlet({ receiveMaximum: 1 })];
    sender.use(old);
    sender.publish(event("1"));
    sender.use(next);
    sender.publish(event("2"));
    old.acknowledge[0]?.();
    expect([next.published, sender.isDone]).toEqual([["1"], false]);
  });
});
