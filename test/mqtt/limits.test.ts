import { expect, it } from "vitest";
import { inPackets, isTopicName } from "../../src/mqtt/connection.ts";
import { PacketMeter } from "../../src/mqtt/embedded-broker.ts";
import { fitsPacket, limitsFrom, maxPayloadBytes } from "../../src/mqtt/limits.ts";
import { event } from "./link-bench.ts";

const none = {
  maximumPacketBytes: 268_435_455,
  maximumQos: 1,
  retainAvailable: true,
  receiveMaximum: 65_535,
};
const told = { maximumPacketSize: 1000, maximumQoS: 0, retainAvailable: false, receiveMaximum: 3 };

it.each([
  ["those of MQTT where it reports none", undefined, undefined, none],
  [
    "the reported ones",
    told,
    undefined,
    { maximumPacketBytes: 1000, maximumQos: 0, retainAvailable: false, receiveMaximum: 3 },
  ],
  ["those of MQTT for what it does not report", { maximumQoS: 1 }, undefined, none],
  ["no larger than the size found earlier", undefined, 8000, { ...none, maximumPacketBytes: 8000 }],
  [
    "that size also where it reports more",
    { maximumPacketSize: 9000 },
    8000,
    { ...none, maximumPacketBytes: 8000 },
  ],
  ["smaller where it reports less", { maximumPacketSize: 7000 }, 8000, { ...none, maximumPacketBytes: 7000 }],
])("the limits of a broker are %s", (_which, reported, found, limits) => {
  expect(limitsFrom(reported, found)).toEqual(limits);
});

it("a packet has room for the topic, the bytes of the letters and the correlation data", () => {
  const largest = (wanted: number, maximumPacketSize: number) =>
    maxPayloadBytes(wanted, limitsFrom({ maximumPacketSize }));
  expect([largest(100_000, 1000), largest(500, 1000), largest(500, 50)]).toEqual([680, 500, 0]);
  expect(maxPayloadBytes(500, undefined)).toBe(500);
  const limits = limitsFrom({ maximumPacketSize: 100 });
  const message = event("ä".repeat(16), "topi");
  const longer = { ...message, payload: `${message.payload}a` };
  const correlated = { ...message, correlation: new Uint8Array(1) };
  expect([message, longer, correlated].map((one) => fitsPacket(one, limits))).toEqual([true, false, false]);
});

it("subscriptions are sent a hundred in a packet, fewer where the broker accepts less, and one at least", () => {
  const all = Array.from({ length: 250 }, (_, index) => ({
    filter: `base/player${index}/audio/input/set`,
    wantsRetained: false,
  }));
  expect(inPackets(all, 268_435_455).map(({ length }) => length)).toEqual([100, 100, 50]);
  const packets = inPackets(all, 500);
  const bytes = packets.map((packet) => packet.reduce((sum, { filter }) => sum + filter.length + 3, 16));
  expect([Math.max(...bytes) <= 500, packets.flat()]).toEqual([true, all]);
  expect(inPackets(all.slice(0, 2), 10)).toHaveLength(2);
});

it("a topic name has no wildcard, no zero, at most 65,535 bytes, and is not of the broker itself", () => {
  const names = ["a", "reply/to/me", "/", " ", "ä/b", "a".repeat(65_535)];
  const others = ["", "a/#", "+/b", "a\0b", "$SYS/broker", "$share/x/y", "ä".repeat(32_768)];
  expect([...names, ...others].filter(isTopicName)).toEqual(names);
});

it("a meter of packets reports the longest announced packet, however the bytes are split", () => {
  const ping = [0xc0, 0];
  const publish = [0x30, 0x82, 0x01, ...Array<number>(130).fill(0xff)];
  const bytes = Uint8Array.from([...ping, ...publish, ...ping]);
  expect(new PacketMeter().read(bytes)).toBe(130);
  const meter = new PacketMeter();
  const steps = Array.from(bytes, (byte) => meter.read(Uint8Array.of(byte)));
  expect(Math.max(...steps)).toBe(130);
  expect(meter.read(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0x7f))).toBe(268_435_455);
});
