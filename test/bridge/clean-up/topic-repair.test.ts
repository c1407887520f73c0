import { expect, it } from "vitest";
import { TopicRepair } from "../../../src/bridge/clean-up/topic-repair.ts";
import { commandTopics } from "../../../src/core/topics/topics.ts";
import { retained } from "../../../src/core/topics/message.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { incoming } from "../../support/bridge/incoming.ts";

const title = "base/den/video/title";

interface Bench {
  readonly isAlone?: boolean;
  readonly own?: string;
  readonly protocol?: "5" | "3.1.1";
  readonly ids?: readonly string[];
}

/** A player `den` that plays a film. */
function bench({ isAlone = true, own = "Film", protocol = "5", ids = ["den", "hall"] }: Bench = {}) {
  const [broker, clock, log] = [new RecordingBroker(), new FakeClock(), new MemoryLog()];
  const topicRepair = new TopicRepair({
    base: "base",
    broker,
    clock,
    log,
    bridge: "bridge",
    isAlone,
    players: () => ids.map((id) => ({ id, tags: ["gain"] })),
    ownMessage: (topic, id) => (id === "den" || id === undefined ? retained(topic, own) : undefined),
    events: { subscriptionsChanged: () => {} },
  });
  topicRepair.connected({ protocol });
  const hear = (topic: string, text: string, isOnlyWatched?: boolean): void =>
    topicRepair.received(incoming(topic, text, { isOnlyWatched, retain: true }));
  return { broker, clock, log, topicRepair, hear };
}

it("a foreign value is corrected after a second, an echo is not", async () => {
  const { broker, clock, hear } = bench();
  hear(title, "forged");
  await clock.advance(999);
  expect(broker.messages).toEqual([]);
  await clock.advance(1);
  expect(broker.payloads(title)).toEqual(["Film"]);
  hear(title, "Film");
  await clock.advance(5000);
  expect(broker.messages).toHaveLength(1);
});

it("other topics are nobody's business, nor are players of other bridges", async () => {
  const { clock, hear } = bench();
  hear("base/den/volume/set", "3");
  hear("base/den/nonsense", "x");
  hear("other/den/video/title", "x");
  expect(clock.pending).toBe(0);
  const { broker, clock: later, hear: hearOf } = bench();
  hearOf("base/attic/video/title", "forged");
  await later.advance(2000);
  expect(broker.messages).toEqual([]);
});

it("two who fight about a topic pause for ten minutes, and the log names it", async () => {
  const { broker, clock, hear, log } = bench();
  for (let second = 0; second < 120; second++) {
    hear(title, "forged");
    await clock.advance(1000);
  }
  expect(broker.payloads(title)).toHaveLength(3);
  expect(log.lines).toMatchObject([{ level: "warn", fields: { topic: title } }]);
  await clock.advance(600_000);
  expect(broker.payloads(title)).toHaveLength(4);
});

it.each([
  "base/den/music/queue/pages/3",
  "base/den/info",
  "base/den/settings/gain",
  "base/den/settings/gain/options",
  "base/bridge/health",
  "base/bridge/info",
  "base/bridge/latest-version",
])("%s is corrected as well", async (topic) => {
  const { broker, clock, hear } = bench();
  await clock.advance(10_000);
  hear(topic, "forged");
  await clock.advance(1000);
  expect(broker.payloads(topic)).toEqual(["Film"]);
});

it("what an earlier run left is not compared at the connect: it is replaced anyway", async () => {
  const { clock, hear } = bench();
  hear("base/den/music/queue/pages/3", "of yesterday");
  hear("base/den/info", "of yesterday");
  hear("base/bridge/info", "of yesterday");
  expect(clock.pending).toBe(0);
});

it("over 3.1.1 availabilities are compared and nothing else, since everything comes back", async () => {
  const { broker, clock, hear, topicRepair } = bench({ protocol: "3.1.1" });
  expect(topicRepair.subscriptions.map(({ filter }) => filter)).toEqual(["base/+/availability"]);
  await clock.advance(10_000);
  for (const topic of [title, "base/den/music/queue/pages/3", "base/den/info", "base/bridge/health"])
    hear(topic, "x");
  expect(clock.pending).toBe(0);
  hear("base/den/availability", "offline");
  await clock.advance(1000);
  expect(broker.payloads("base/den/availability")).toEqual(["Film"]);
});

it("no subscription matches a command, which some brokers would deliver twice then", () => {
  const filters = bench().topicRepair.subscriptions.map(({ filter }) => filter);
  expect(filters).toContain("base/+/settings/gain/options");
  for (const topic of [...commandTopics("base", "den"), "base/den/settings/gain/set"])
    expect(filters.filter((filter) => matches(filter, topic))).toEqual([]);
});

it("in a fleet, all topics of its own players arrive once the broker tells which subscription brought a message", () => {
  const { topicRepair, hear } = bench({ isAlone: false });
  const own = ["base/bridge/health", "base/bridge/latest-version"];
  const filters = (): string[] => topicRepair.subscriptions.map(({ filter }) => filter);
  expect(filters()).toEqual(["base/den/+", "base/hall/+", ...own]);
  for (const topic of commandTopics("base", "den"))
    expect(filters().filter((filter) => matches(filter, topic))).toEqual([]);
  hear("base/bridge-a/info", "", false);
  expect(filters()).toEqual(["base/den/#", "base/hall/#", ...own]);
  // They overlap with the subscriptions to commands.
  expect(topicRepair.subscriptions.map(({ isWatching = false }) => isWatching)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  hear("base/bridge-a/info", "");
  expect(filters()).toEqual(["base/den/+", "base/hall/+", ...own]);
});

function matches(filter: string, topic: string): boolean {
  const [levels, given] = [filter.split("/"), topic.split("/")];
  return (
    levels.length === given.length && levels.every((level, index) => level === "+" || level === given[index])
  );
}

it("nothing is left to do after the connection is lost", () => {
  const { clock, hear, topicRepair } = bench();
  hear(title, "forged");
  topicRepair.disconnected();
  expect(clock.pending).toBe(0);
});
