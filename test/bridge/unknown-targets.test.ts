import { describe, expect, it } from "vitest";
import { BridgeBench as Bench, mqtt } from "../support/bridge/bridge-bench.ts";
import { incoming } from "../support/bridge/incoming.ts";
import { unreachable } from "../support/bridge/scripted-player.ts";
import { probeIdOf } from "../../src/core/topics/topics.ts";
import type { IncomingMessage } from "../../src/core/topics/message.ts";

/** A bridge that has read what others below its base topic say of themselves. */
async function connected(others: readonly (readonly [topic: string, payload: string])[] = []) {
  const bench = new Bench({ study: {}, attic: {} });
  const send = (topic: string, payload = "30", change: Partial<IncomingMessage> = {}): void =>
    bench.bridge.received(incoming(`base/${topic}`, payload, change));
  bench.bridge.connected(mqtt);
  for (const [topic, payload] of others) send(topic, payload, { retain: true });
  await bench.clock.advance(3000);
  /** What the bridge answers to this message, on its own topic. */
  const answers = (topic: string, payload = "30", change: Partial<IncomingMessage> = {}): unknown[] => {
    const before = bench.broker.payloads("base/bridge/result").length;
    send(topic, payload, change);
    return bench.broker
      .payloads("base/bridge/result")
      .slice(before)
      .map((one) => JSON.parse(one) as unknown);
  };
  return { bench, send, answers, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

const other = (bridge: string, players: readonly string[], state = "online") =>
  [
    [`${bridge}/state`, state],
    [`${bridge}/info`, JSON.stringify({ version: "1", players: players.map((id) => ({ id, name: id })) })],
  ] as const;

describe("a command to no player", () => {
  it.each([
    ["stdy/volume/set", "stdy/volume", 'no such player: "stdy", did you mean study?'],
    ["Study/audio/input/set", "Study/audio/input", 'no such player: "Study", did you mean study?'],
    ["cinema/volume/set", "cinema/volume", 'no such player: "cinema", expected attic, study'],
    ["bridge/volume/set", "bridge/volume", 'no such player: "bridge", expected attic, study'],
    ["stdy/library/get", "stdy/library/get", 'no such player: "stdy", did you mean study?'],
    [
      "study/set",
      "study",
      "no control in the topic: expected base/study/<control>/set, such as base/study/volume/set",
    ],
    ["bridg/request/reload", "bridg/request/reload", 'no such bridge: "bridg", did you mean bridge?'],
    ["study/request/restart", "study/request/restart", 'no such bridge: "study", expected bridge'],
  ])("is rejected with the nearest name: %s", async (topic, command, reason) => {
    await using at = await connected();
    const request = '{"value": 30, "transaction": 7}';
    const replyTo = { topic: "me/answers", correlation: Uint8Array.of(7) };
    const answers = at.answers(topic, request, { replyTo });
    const answer = { command, request, outcome: "rejected", reason, durationMs: 0, transaction: 7 };
    expect(answers).toEqual([answer]);
    expect(at.bench.broker.messages.at(-1)).toEqual({
      ...replyTo,
      payload: JSON.stringify(answers[0]),
      retain: false,
      qos: 1,
    });
    expect(at.bench.log.lines.map(({ message }) => message)).toContain(
      "rejected a command with an unknown topic",
    );
  });

  it("has a subscription that brings it, and none that brings a command twice", async () => {
    await using at = await connected();
    const filters = at.bench.listened("base/").map(({ filter }) => filter);
    expect(filters).toEqual(
      expect.arrayContaining(["base/+/set", "base/+/+/set", "base/+/+/+/set", "base/+/request/+"]),
    );
    expect(filters).not.toContain("base/study/+/set");
  });

  it.each([
    ["a state that a foreign device retains", "lamp/power/set", "on", { retain: true }],
    ["the clearing of such a state", "lamp/power/set", "", {}],
    ["a document", "docs/volume", "30", {}],
    ["a message to a control that the player answers for", "study/volume/set", "30", {}],
    ["its own result", "bridge/result", "{}", {}],
  ])("is not %s", async (_what, topic, payload, change) => {
    await using at = await connected();
    expect(at.answers(topic, payload, change)).toEqual([]);
  });

  it("is not what check writes to try the rights of a login", async () => {
    await using at = await connected();
    expect(at.answers(`${probeIdOf("b3185a87")}/volume/set`)).toEqual([]);
  });

  it("is not what the bridge sends to a plug", async () => {
    await using at = await connected();
    const plug = { topic: "base/plug/power/set", on: "ON", off: "OFF" };
    at.bench.players["study"]?.follow(unreachable);
    await at.bench.bridge.arrange([{ ...at.bench.player("study"), plug }]);
    await at.bench.clock.advance(2000);
    at.send("study/power/set", "on");
    await at.bench.clock.advance(0);
    const { topic } = plug;
    expect(at.bench.broker.messages).toContainEqual({ topic, payload: "ON", retain: false, qos: 1 });
    expect(at.answers("plug/power/set", "ON")).toEqual([]);
  });

  it("has its turn among those to all ids of nobody, of which there may be any number", async () => {
    await using at = await connected();
    for (let id = 0; id < 500; id += 1) at.send(`nobody${id}/volume/set`);
    await at.bench.clock.advance(2000);
    const told = { command: "commands", outcome: "rejected", count: 300, players: {} };
    expect(at.bench.broker.results.at(-1)).toMatchObject(told);
  });

  it("is answered without a payload, too, if it needs none", async () => {
    await using at = await connected();
    expect(at.answers("stdy/refresh/set", "")).toMatchObject([{ outcome: "rejected" }]);
  });

  it("is the business of the bridge that has the player", async () => {
    await using at = await connected(other("bridge-b", ["cellar"]));
    expect(at.answers("cellar/volume/set")).toEqual([]);
    expect(at.answers("bridge-b/request/reload")).toEqual([]);
  });

  it("is answered by one of several bridges, by the one that is there if the other is not", async () => {
    await using both = await connected(other("bridge-b", ["cellar"]));
    await using alone = await connected(other("bridge-b", ["cellar"], "offline"));
    const topics = Array.from({ length: 5 }, (_, index) => `ceiling-${index}/volume/set`);
    const count = (at: typeof both): number => topics.flatMap((topic) => at.answers(topic)).length;
    expect(count(alone)).toBe(5);
    expect(count(both)).toBeGreaterThan(0);
    expect(count(both)).toBeLessThan(5);
  });

  it("waits until the other bridges are known", async () => {
    await using bench = new Bench({ study: {} });
    bench.bridge.connected(mqtt);
    for (let index = 0; index < 5; index += 1)
      bench.bridge.received(incoming(`base/ceiling-${index}/volume/set`, "30"));
    bench.bridge.disconnected();
    bench.bridge.connected(mqtt);
    bench.bridge.received(incoming("base/cellar/volume/set", "30"));
    for (const [topic, payload] of other("bridge-b", ["cellar"]))
      bench.bridge.received(incoming(`base/${topic}`, payload, { retain: true }));
    expect(bench.broker.payloads("base/bridge/result")).toEqual([]);
    await bench.clock.advance(3000);
    // What came before a break has been forgotten.
    expect(bench.broker.payloads("base/bridge/result")).toEqual([]);
  });

  it("does not make a flood of outcomes", async () => {
    await using at = await connected();
    const answers = Array.from({ length: 100 }, (_, index) => at.answers(`lamp-${index}/power/set`)).flat();
    expect(answers).toHaveLength(5);
    expect(at.bench.log.lines.filter(({ message }) => message.includes("unknown topic"))).toHaveLength(1);
  });
});
