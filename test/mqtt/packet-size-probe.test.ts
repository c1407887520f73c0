import { describe, expect, it } from "vitest";
import type { Message } from "../../src/core/topics/message.ts";
import { type PacketLimit, PacketSizeProbe } from "../../src/mqtt/packet-size-probe.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { state } from "./link-bench.ts";

function packet(bytes: number, qos: 0 | 1 = 0, topic = "topic"): Message {
  return state(topic, "x".repeat(bytes - 64 - topic.length), qos);
}

interface Bench {
  readonly clock: FakeClock;
  readonly probe: PacketSizeProbe;
  /** A connection that ends behind packets of these sizes, and what is learnt from it. */
  readonly cutBehind: (...sizes: readonly number[]) => PacketLimit | undefined;
}

function startBench(nodes = 1): Bench {
  // A bridge that has run for weeks: what happened at its start is not lately.
  const clock = new FakeClock(30 * 86_400_000);
  const probe = new PacketSizeProbe(clock, nodes);
  const cutBehind = (...sizes: readonly number[]): PacketLimit | undefined => {
    for (const size of sizes) probe.sent(packet(size));
    return probe.ended(true);
  };
  return { clock, probe, cutBehind };
}

describe("the packet size probe", () => {
  it("finds a limit when the connection ends twice after a large packet", () => {
    const { probe, cutBehind } = startBench();
    expect(cutBehind(500, 3000, 50_000, 2000)).toBeUndefined();
    expect(probe.connected(undefined)).toBeUndefined();
    expect(cutBehind(500, 3000, 40_000, 2000)).toEqual({
      topic: "topic",
      bytes: 40_000,
      maximumPacketBytes: 20_000,
    });
    expect(probe.connected(undefined)).toBe(20_000);
  });

  it("finds one in a cluster when each node has ended a connection twice", () => {
    const { cutBehind } = startBench(3);
    const limits = [1, 2, 3, 4, 5, 6].map(() => cutBehind(40_000)?.maximumPacketBytes);
    expect(limits).toEqual([undefined, undefined, undefined, undefined, undefined, 20_000]);
  });

  it("halves the limit each time from then on, down to what every broker takes", () => {
    const { cutBehind } = startBench();
    const sizes = [40_000, 40_000, 20_000, 10_000, 5000, 2500, 1320];
    const limits = sizes.map((size) => cutBehind(size)?.maximumPacketBytes);
    expect(limits).toEqual([undefined, 20_000, 10_000, 5000, 2500, 1320, undefined]);
  });

  it("does not go below what the broker took on the same connection", () => {
    const { probe, cutBehind } = startBench();
    cutBehind(40_000);
    probe.acknowledged(probe.sent(packet(30_000, 1)));
    expect(cutBehind(40_000)?.maximumPacketBytes).toBe(30_000);
  });

  it("clears a packet when the broker acknowledges a later one: it reads in order", () => {
    const { probe, cutBehind } = startBench();
    const early = probe.sent(packet(100, 1));
    probe.sent(packet(50_000));
    probe.acknowledged(early);
    expect(probe.ended(true)).toBeUndefined();
    probe.sent(packet(50_000));
    probe.acknowledged(probe.sent(packet(100, 1)));
    // Not larger than what was taken.
    expect(cutBehind(49_000)).toBeUndefined();
    expect(cutBehind(50_000)).toBeUndefined();
    expect(probe.connected(undefined)).toBeUndefined();
  });

  it("still suspects a packet with QoS 1 where one with QoS 0 may have been dropped silently", () => {
    const { probe } = startBench();
    const cut = (): PacketLimit | undefined => {
      probe.sent(packet(50_000));
      probe.acknowledged(probe.sent(packet(100, 1)));
      probe.sent(packet(14_000, 1, "announcement"));
      return probe.ended(true);
    };
    expect(cut()).toBeUndefined();
    expect(cut()).toEqual({ topic: "announcement", bytes: 14_000, maximumPacketBytes: 7000 });
  });

  it("has what may still be too large sent with QoS 1 once a limit was found", () => {
    const { probe, cutBehind } = startBench();
    const qosOf = (bytes: number): number => probe.checkable(packet(bytes)).qos;
    cutBehind(40_000);
    expect(qosOf(20_000)).toBe(0);
    cutBehind(40_000);
    expect([1320, 1321, 20_000].map(qosOf)).toEqual([0, 1, 1]);
    probe.acknowledged(probe.sent(packet(15_000, 1)));
    expect([15_000, 15_001].map(qosOf)).toEqual([0, 1]);
    expect(cutBehind(20_000)?.maximumPacketBytes).toBe(15_000);
    // The next connection may lead to another broker.
    expect(qosOf(15_000)).toBe(1);
  });

  it.each<[string, (bench: Bench) => Promise<void> | void]>([
    [
      "comes long after the packet",
      async ({ clock, probe }) => {
        probe.sent(packet(50_000));
        await clock.advance(5001);
        expect(probe.ended(true)).toBeUndefined();
      },
    ],
    [
      "has another reason",
      ({ probe }) => {
        probe.sent(packet(50_000));
        expect(probe.ended(false)).toBeUndefined();
      },
    ],
    ["comes behind small ones", ({ cutBehind }) => expect(cutBehind(1000, 1320)).toBeUndefined()],
  ])("is forgotten when an end %s", async (_name, end) => {
    const all = startBench();
    expect(all.cutBehind(50_000)).toBeUndefined();
    await end(all);
    expect(all.cutBehind(50_000)).toBeUndefined();
    expect(all.cutBehind(50_000)).toMatchObject({ maximumPacketBytes: 25_000 });
  });

  it("takes an end for chance once the broker accepted such a packet", () => {
    const { probe, cutBehind } = startBench();
    cutBehind(4000);
    probe.acknowledged(probe.sent(packet(4000, 1)));
    expect(cutBehind(5000)).toBeUndefined();
    expect(cutBehind(5000)).toMatchObject({ maximumPacketBytes: 2500 });
  });

  it("suspects one with QoS 1 that was sent before a larger one with QoS 0 was confirmed", () => {
    const { probe } = startBench();
    const cut = (): PacketLimit | undefined => {
      probe.sent(packet(50_000));
      const small = probe.sent(packet(100, 1));
      probe.sent(packet(30_000, 1, "announcement"));
      probe.sent(packet(20_000, 1));
      probe.acknowledged(small);
      return probe.ended(true);
    };
    expect(cut()).toBeUndefined();
    expect(cut()).toEqual({ topic: "announcement", bytes: 30_000, maximumPacketBytes: 15_000 });
  });

  it("suspects no packet that is smaller than a confirmed one", () => {
    const { probe } = startBench();
    const cut = (): PacketLimit | undefined => {
      const large = probe.sent(packet(50_000, 1));
      probe.sent(packet(30_000, 1));
      probe.sent(packet(20_000));
      probe.acknowledged(large);
      return probe.ended(true);
    };
    expect([cut(), cut(), cut()]).toEqual([undefined, undefined, undefined]);
  });

  it("does not take it for chance where the broker may have dropped the packet silently", () => {
    const { probe, cutBehind } = startBench();
    cutBehind(50_000);
    probe.sent(packet(50_000));
    probe.acknowledged(probe.sent(packet(100, 1)));
    probe.sent(packet(14_000, 1));
    expect(probe.ended(true)).toMatchObject({ maximumPacketBytes: 7000 });
  });

  it("starts again with a broker that reports another limit", () => {
    const { probe, cutBehind } = startBench();
    cutBehind(5000);
    // Restarted with a limit, and again without it; both ends have that reason.
    expect(probe.connected(1500)).toBeUndefined();
    expect(cutBehind(1400)).toBeUndefined();
    expect(probe.connected(undefined)).toBeUndefined();
    expect(cutBehind(5000)).toBeUndefined();
    expect(cutBehind(5000)).toMatchObject({ maximumPacketBytes: 2500 });
    expect(probe.connected(undefined)).toBe(2500);
    expect(probe.connected(10_000)).toBeUndefined();
  });

  it("forgets a limit after an hour, at the next connection, and finds it again where it is real", async () => {
    const { clock, probe, cutBehind } = startBench();
    for (const bytes of [40_000, 40_000, 20_000]) cutBehind(bytes);
    await clock.advance(3_599_999);
    probe.ended(false);
    expect(probe.connected(undefined)).toBe(10_000);
    await clock.advance(1);
    probe.ended(false);
    expect(probe.connected(undefined)).toBeUndefined();
    const limits = [40_000, 40_000, 20_000].map((bytes) => cutBehind(bytes)?.maximumPacketBytes);
    expect(limits).toEqual([undefined, 20_000, 10_000]);
  });
});
