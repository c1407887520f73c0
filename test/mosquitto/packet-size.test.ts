import { describe, expect, it } from "vitest";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";
import { base, startWholeBridge } from "./whole-bridge.ts";

const queueTopic = `${base}/den/music/queue`;

describe.skipIf(isMosquittoMissing)("a mosquitto that takes only small messages, and does not tell", () => {
  it.each([
    // It ends the connection.
    ["max_packet_size", "4"],
    // It answers with a code that PUBACK does not have, which ends it too.
    ["message_size_limit", "5"],
  ])("is sent shorter ones after some attempts (%s, protocol %s)", async (setting, protocol) => {
    await using broker = await startMosquitto({ config: [`${setting} 8192`] });
    await using whole = await startWholeBridge(
      broker.url,
      { "mqtt.protocol": protocol, "queue.fields": "all" },
      { queueSize: 400 },
      // The pauses between attempts pass faster.
      { clock: fastClock(10) },
    );
    const queue = await eventually(async () => {
      expect(whole.log.lines.map(({ message }) => message)).toContainEqual(
        expect.stringContaining("set mqtt.maxPayload below it"),
      );
      const text = (await readRetained(broker.url, queueTopic)).get(queueTopic) ?? "";
      return JSON.parse(text) as { total: number; entries: unknown[] };
    });
    expect(queue.total).toBe(400);
    expect(queue.entries.length).toBeGreaterThan(0);
    expect(queue.entries.length).toBeLessThan(50);
    expect(whole.log.saying("another client seems to use our client id")).toEqual([]);
  });
});
