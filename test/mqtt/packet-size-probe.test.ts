import { describe, expect, it } from "vitest";
import type { Message } from "../../src/core/topics/message.ts";
import { PacketSizeProbe } from "../../src/mqtt/packet-size-probe.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { storiesIn, tellStory } from "../support/stories-in.ts";
import { state } from "./link-bench.ts";

function packet(bytes: number, qos: 0 | 1 = 0, topic = "topic"): Message {
  return state(topic, "x".repeat(bytes - 64 - topic.length), qos);
}

/** What happens in a story, by its first word; what is learnt from it. */
const doings: Readonly<Record<string, (bench: Bench, ...words: string[]) => unknown>> = {
  /** A connection ends behind packets of these sizes. */
  cut: (bench, ...sizes) => {
    for (const size of sizes) bench.probe.sent(packet(Number(size)));
    const limit = bench.probe.ended(true);
    bench.learnt.push(
      limit === undefined ? "-" : `${limit.topic} of ${limit.bytes}: ${limit.maximumPacketBytes}`,
    );
  },
  end: ({ probe, learnt }) => learnt.push(probe.ended(false) === undefined ? "-" : "a limit"),
  send: ({ probe }, bytes) => probe.sent(packet(Number(bytes))),
  /** Sends with QoS 1. */
  confirm: ({ probe, sent }, bytes, topic) => sent.push(probe.sent(packet(Number(bytes), 1, topic))),
  /** One that was sent with QoS 1 is acknowledged: the last one, unless it is another. */
  taken: ({ probe, sent }, place = "-1") => probe.acknowledged(sent.at(Number(place)) ?? 0),
  connect: ({ probe, learnt }, limit) => {
    const known = probe.connected(limit === undefined ? undefined : Number(limit));
    learnt.push(`knows ${known ?? "nothing"}`);
  },
  wait: ({ clock }, ms) => clock.advance(Number(ms)),
};

interface Bench {
  readonly clock: FakeClock;
  readonly probe: PacketSizeProbe;
  /** What was sent with QoS 1. */
  readonly sent: number[];
  readonly learnt: string[];
}

async function tell(story: string, nodes = 1): Promise<Bench> {
  // A bridge that has run for weeks: what happened at its start is not lately.
  const clock = new FakeClock(30 * 86_400_000);
  const bench: Bench = { clock, probe: new PacketSizeProbe(clock, nodes), sent: [], learnt: [] };
  await tellStory(doings, bench, story);
  return bench;
}

describe("the packet size probe", () => {
  it.each(
    storiesIn(`
    finds a limit when the connection ends twice after a large packet
        cut 500 3000 50000 2000, connect, cut 500 3000 40000 2000, connect
        -, knows nothing, topic of 40000: 20000, knows 20000

    halves the limit each time from then on, down to what every broker takes
        cut 40000, cut 40000, cut 20000, cut 10000, cut 5000, cut 2500, cut 1320
        -, topic of 40000: 20000, topic of 20000: 10000, topic of 10000: 5000, topic of 5000: 2500, topic of 2500: 1320, -

    does not go below what the broker took on the same connection
        cut 40000, confirm 30000, taken, cut 40000
        -, topic of 40000: 30000

    clears a packet when the broker acknowledges a later one, as it reads in order, and not for an earlier one
        confirm 100, send 50000, taken, cut, send 50000, confirm 100, taken, cut 49000, cut 50000, connect
        -, -, -, knows nothing

    still suspects a packet with QoS 1 where one with QoS 0 may have been dropped silently
        send 50000, confirm 100, taken, confirm 14000 news, cut, send 50000, confirm 100, taken, confirm 14000 news, cut
        -, news of 14000: 7000

    forgets an end for one that comes long after the packet
        cut 50000, send 50000, wait 5001, cut, cut 50000, cut 50000
        -, -, -, topic of 50000: 25000

    forgets an end for one that has another reason
        cut 50000, send 50000, end, cut 50000, cut 50000
        -, -, -, topic of 50000: 25000

    forgets an end for one behind small packets
        cut 50000, cut 1000 1320, cut 50000, cut 50000
        -, -, -, topic of 50000: 25000

    takes an end for chance once the broker accepted such a packet
        cut 4000, confirm 4000, taken, cut 5000, cut 5000
        -, -, topic of 5000: 2500

    suspects one with QoS 1 that was sent before a larger one with QoS 0 was confirmed
        send 50000, confirm 100, confirm 30000 news, confirm 20000, taken -3, cut, send 50000, confirm 100, confirm 30000 news, confirm 20000, taken -3, cut
        -, news of 30000: 15000

    suspects no packet that is smaller than a confirmed one
        confirm 50000, confirm 30000, send 20000, taken -2, cut, confirm 50000, confirm 30000, send 20000, taken -2, cut
        -, -

    does not take it for chance where the broker may have dropped the packet silently
        cut 50000, send 50000, confirm 100, taken, confirm 14000, cut
        -, topic of 14000: 7000

    starts again with a broker that reports another limit
        cut 5000, connect 1500, cut 1400, connect, cut 5000, cut 5000, connect, connect 10000
        -, knows nothing, -, knows nothing, -, topic of 5000: 2500, knows 2500, knows nothing

    forgets a limit after an hour, at the next connection, and finds it again where it is real
        cut 40000, cut 40000, wait 3599999, end, connect, wait 1, end, connect, cut 40000, cut 40000
        -, topic of 40000: 20000, -, knows 20000, -, knows nothing, -, topic of 40000: 20000
  `),
  )("%s", async (_name, story, learnt) => {
    expect((await tell(story)).learnt.join(", ")).toBe(learnt);
  });

  it("finds one in a cluster when each node has ended a connection twice", async () => {
    const { learnt } = await tell(Array(6).fill("cut 40000").join(", "), 3);
    expect(learnt).toEqual(["-", "-", "-", "-", "-", "topic of 40000: 20000"]);
  });

  it("has what may still be too large sent with QoS 1 once a limit was found", async () => {
    const qos = async (story: string, ...sizes: number[]): Promise<number[]> => {
      const { probe } = await tell(story);
      return sizes.map((bytes) => probe.checkable(packet(bytes)).qos);
    };
    expect(await qos("cut 40000", 20_000)).toEqual([0]);
    expect(await qos("cut 40000, cut 40000", 1320, 1321, 20_000)).toEqual([0, 1, 1]);
    const taken = "cut 40000, cut 40000, confirm 15000, taken";
    expect(await qos(taken, 15_000, 15_001)).toEqual([0, 1]);
    // The next connection may lead to another broker.
    expect(await qos(`${taken}, cut 20000`, 15_000)).toEqual([1]);
  });
});
