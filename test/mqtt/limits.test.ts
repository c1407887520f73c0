import { describe, expect, it } from "vitest";
import { fitsPacket, limitsFrom, maxPayloadBytes } from "../../src/mqtt/limits.ts";
import { inPackets, isTopicName } from "../../src/mqtt/connection.ts";
import { PacketMeter } from "../../src/mqtt/embedded-broker.ts";
import { event } from "./link-bench.ts";

describe("the limits of a broker", () => {
  it("are those of MQTT where it reports none", () => {
    expect(limitsFrom(undefined)).toEqual({
      maximumPacketBytes: 268_435_455,
      maximumQos: 1,
      retainAvailable: true,
      receiveMaximum: 65_535,
    });
  });

  it("are the reported ones", () => {
    const said = { maximumPacketSize: 1000, maximumQoS: 0, retainAvailable: false, receiveMaximum: 3 };
    expect(limitsFrom(said)).toEqual({
      maximumPacketBytes: 1000,
      maximumQos: 0,
      retainAvailable: false,
      receiveMaximum: 3,
    });
    expect(limitsFrom({ maximumQoS: 1 }).maximumQos).toBe(1);
  });

  it("are no larger than the size found earlier", () => {
    expect(limitsFrom(undefined, 8000).maximumPacketBytes).toBe(8000);
    expect(limitsFrom({ maximumPacketSize: 9000 }, 8000).maximumPacketBytes).toBe(8000);
    expect(limitsFrom({ maximumPacketSize: 7000 }, 8000).maximumPacketBytes).toBe(7000);
  });

  it("leave room for the topic in the largest payload", () => {
    const limits = limitsFrom({ maximumPacketSize: 1000 });
    expect(maxPayloadBytes(100_000, limits)).toBe(680);
    expect(maxPayloadBytes(500, limits)).toBe(500);
    expect(maxPayloadBytes(500, limitsFrom({ maximumPacketSize: 50 }))).toBe(0);
    expect(maxPayloadBytes(500, undefined)).toBe(500);
  });

  it("count bytes, not letters, and the correlation data too", () => {
    const limits = limitsFrom({ maximumPacketSize: 100 });
    const message = event("ä".repeat(16), "topi");
    expect(fitsPacket(message, limits)).toBe(true);
    expect(fitsPacket({ ...message, payload: `${message.payload}a` }, limits)).toBe(false);
    expect(fitsPacket({ ...message, correlation: new Uint8Array(1) }, limits)).toBe(false);
  });
});

describe("subscriptions", () => {
  const subscriptions = Array.from({ length: 250 }, (_, index) => ({
    filter: `base/player${index}/audio/input/set`,
    wantsRetained: false,
  }));

  it("are sent a hundred in a packet", () => {
    const packets = inPackets(subscriptions, 268_435_455);
    expect(packets.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(packets.flat()).toEqual(subscriptions);
  });

  it("fit into the packets that the broker accepts", () => {
    const packets = inPackets(subscriptions, 500);
    for (const packet of packets) {
      const bytes = packet.reduce((sum, { filter }) => sum + filter.length + 3, 16);
      expect(bytes).toBeLessThanOrEqual(500);
    }
    expect(packets.flat()).toEqual(subscriptions);
  });

  it("are sent one by one where even one is too long", () => {
    expect(inPackets(subscriptions.slice(0, 2), 10)).toHaveLength(2);
  });
});

describe("a topic name", () => {
  it.each(["a", "reply/to/me", "/", " ", "ä/b", "a".repeat(65_535)])("may be %j", (name) => {
    expect(isTopicName(name)).toBe(true);
  });

  it.each(["", "a/#", "+/b", "a\0b", "$SYS/broker", "$share/x/y", "ä".repeat(32_768)])(
    "may not be %j",
    (name) => {
      expect(isTopicName(name)).toBe(false);
    },
  );
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
