import * as fc from "fast-check";
import { generate } from "mqtt-packet";
import { describe, expect, it } from "vitest";
import type { Payload } from "../../src/core/topics/message.ts";
import { publishPacket } from "../../src/mqtt/publish-packet.ts";

/** The same message as the library writes it. */
function theirs(topic: string, said: Payload, retain: boolean, protocolVersion: 4 | 5): Buffer {
  const payload = typeof said === "string" ? said : Buffer.from(said);
  return generate({ cmd: "publish", topic, payload, retain, qos: 0, dup: false }, { protocolVersion });
}

describe("a message with QoS 0", () => {
  it("is the same on the wire as MQTT.js would write it, whatever it says", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 300 });
    fc.assert(
      fc.property(
        text.filter((topic) => topic !== ""),
        fc.oneof(text, fc.uint8Array({ maxLength: 300 })),
        fc.boolean(),
        fc.constantFrom(4 as const, 5 as const),
        (topic, payload, retain, protocol) => {
          expect(publishPacket(topic, payload, retain, protocol)).toEqual(
            theirs(topic, payload, retain, protocol),
          );
        },
      ),
    );
  });

  // With the topic, its length takes one byte more from each of these on.
  it.each([127, 128, 16_383, 16_384, 2_097_151, 2_097_152])("has its length right at %d bytes", (bytes) => {
    for (const protocol of [4, 5] as const) {
      const payload = "x".repeat(bytes - 3 - (protocol - 4));
      const packet = publishPacket("a", payload, true, protocol);
      expect(packet.equals(theirs("a", payload, true, protocol))).toBe(true);
    }
  });
});
