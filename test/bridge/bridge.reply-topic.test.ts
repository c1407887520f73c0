import { expect, it } from "vitest";
import { BridgeBench } from "../support/bridge/bridge-bench.ts";
import { incoming } from "../support/bridge/incoming.ts";

/** Where the outcome of a refused command was published, besides the player's own topic. */
async function answeredOn(topic: string): Promise<string[]> {
  await using bench = new BridgeBench({ den: {} });
  await bench.clock.advance(2000);
  const before = bench.broker.messages.length;
  const replyTo = { topic, correlation: Uint8Array.of(1, 2) };
  bench.bridge.received(incoming("base/den/audio/input/set", "nonsense", { replyTo }));
  await bench.clock.advance(100);
  const told = bench.broker.messages.slice(before);
  expect(told.map((message) => message.topic)).toContain("base/den/result");
  const replies = told.filter((one) => one.topic === topic || one.correlation !== undefined);
  expect(replies.every(({ correlation }) => correlation === replyTo.correlation)).toBe(true);
  return replies.map((message) => message.topic);
}

it.each(["replies/to/me", "other/den/result", "base-replies/me"])(
  "an outcome is sent to the response topic %s",
  async (topic) => {
    expect(await answeredOn(topic)).toEqual([topic]);
  },
);

const taken = `base/den/audio/input base/den/availability base/attic/audio/input/set base/bridge/state homeassistant
  homeassistant/status homeassistant/device/x/config other/den/audio/input/set other/bridge/state
  other/bridge-2/info other/bridge/request/restart`;
it.each(taken.split(/\s+/))(
  "no outcome is sent to %s, where it would pass for something else",
  async (topic) => {
    expect(await answeredOn(topic)).toEqual([]);
  },
);
