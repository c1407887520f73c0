import { describe, expect, it } from "vitest";
import type { Message } from "../../src/core/topics/message.ts";
import { type Lesson, PacketSizeProbe } from "../../src/mqtt/packet-size-probe.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { state } from "./link-bench.ts";

/** A message whose packet has so many bytes. */
function packet(bytes: number, qos: 0 | 1 = 0, topic = "topic"): Message {
  return state(topic, "x".repeat(bytes - 64 - topic.length), qos);
}

interface Bench {
  readonly clock: FakeClock;
  readonly doubt: PacketSizeProbe;
  /** A connection that ends behind packets of these sizes, and what is learnt from it. */
  readonly cutBehind: (...sizes: readonly number[]) => Lesson | undefined;
}

function startBench(): Bench {
  const clock = new FakeClock();
  const doubt = new PacketSizeProbe(clock);
  const cutBehind = (...sizes: readonly number[]): Lesson | undefined => {
    for (const size of sizes) doubt.sent(packet(size));
    return doubt.ended(true);
  };
  return { clock, doubt, cutBehind };
}

describe("the doubt about a packet", () => {
  it("becomes a limit when the connection ends twice behind a large one", () => {
    const { doubt, cutBehind } = startBench();
    expect(cutBehind(500, 50_000, 2000)).toBeUndefined();
    expect(doubt.maximumPacketBytes).toBeUndefined();
    expect(cutBehind(500, 40_000, 2000)).toEqual({
      topic: "topic",
      bytes: 40_000,
      maximumPacketBytes: 20_000,
    });
    expect(doubt.maximumPacketBytes).toBe(20_000);
  });

  it("halves the limit each time from then on, down to what every broker takes", () => {
    const { cutBehind } = startBench();
    const sizes = [40_000, 40_000, 20_000, 10_000, 5000, 2500, 1320];
    const limits = sizes.map((size) => cutBehind(size)?.maximumPacketBytes);
    expect(limits).toEqual([undefined, 20_000, 10_000, 5000, 2500, 1320, undefined]);
  });

  it("does not go below what the broker took on the same connection", () => {
    const { doubt, cutBehind } = startBench();
    cutBehind(40_000);
    doubt.taken(doubt.sent(packet(30_000, 1)));
    expect(cutBehind(40_000)?.maximumPacketBytes).toBe(30_000);
  });

  it("is over when the broker acknowledges something later: it reads in order", () => {
    const { doubt, cutBehind } = startBench();
    const early = doubt.sent(packet(100, 1));
    doubt.sent(packet(50_000));
    doubt.taken(early);
    expect(doubt.ended(true)).toBeUndefined();
    doubt.sent(packet(50_000));
    doubt.taken(doubt.sent(packet(100, 1)));
    // Not larger than what was taken.
    expect(cutBehind(49_000)).toBeUndefined();
    expect(cutBehind(50_000)).toBeUndefined();
    expect(doubt.maximumPacketBytes).toBeUndefined();
  });

  it("stays for a message that is to be acknowledged, where one without was dropped in silence", () => {
    const { doubt } = startBench();
    const cut = (): Lesson | undefined => {
      doubt.sent(packet(50_000));
      doubt.taken(doubt.sent(packet(100, 1)));
      doubt.sent(packet(14_000, 1, "announcement"));
      return doubt.ended(true);
    };
    expect(cut()).toBeUndefined();
    expect(cut()).toEqual({ topic: "announcement", bytes: 14_000, maximumPacketBytes: 7000 });
  });

  it.each<[string, (bench: Bench) => Promise<void> | void]>([
    [
      "comes long after the packet",
      async ({ clock, doubt }) => {
        doubt.sent(packet(50_000));
        await clock.advance(5001);
        expect(doubt.ended(true)).toBeUndefined();
      },
    ],
    [
      "has another reason",
      ({ doubt }) => {
        doubt.sent(packet(50_000));
        expect(doubt.ended(false)).toBeUndefined();
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
});
