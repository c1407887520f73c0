import { expect, it } from "vitest";
import { TopicRepair } from "../../../src/bridge/clean-up/topic-repair.ts";
import { retained } from "../../../src/core/topics/message.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { incoming } from "../../support/bridge/incoming.ts";
import { storiesIn, tellStory } from "../../support/stories-in.ts";

/** A player `den` whose topics say that it is online. */
function bench() {
  const [broker, clock] = [new RecordingBroker(), new FakeClock()];
  const repair = new TopicRepair({
    base: "base",
    broker,
    clock,
    log: new MemoryLog(),
    ownMessage: (id, topic) => (id === "den" ? retained(topic, "online", 1) : undefined),
  });
  return { broker, clock, repair };
}

/** What happens in a story, by its first word. */
const doings: Readonly<Record<string, (at: ReturnType<typeof bench>, ...words: string[]) => unknown>> = {
  hear: ({ repair }, topic = "", text = "") => repair.received(incoming(topic, text, { retain: true })),
  wait: ({ clock }, ms) => clock.advance(Number(ms)),
  lose: ({ repair }) => repair.disconnected(),
};

it.each(
  storiesIn(`
  after a second where it is foreign, and not for an echo
      hear base/den/availability offline, wait 999, wait 1, hear base/den/availability online, wait 5000
      -, base/den/availability, -

  ten minutes later where it stays after the fourth time within a minute
      hear base/den/availability offline + wait 1000 × 4, wait 500000, wait 100000
      base/den/availability base/den/availability base/den/availability, -, base/den/availability

  on each topic that the bridge keeps
      hear base/den/history forged, hear base/den/note forged, wait 1000
      base/den/history base/den/note

  not where an echo that follows shows that it was replaced already
      hear base/den/availability offline, wait 500, hear base/den/availability online, wait 5000
      -, -

  on no other topic, and for no player of another bridge
      hear base/den/volume/set x, hear base/den/video/availability x, hear other/den/availability x, hear base/attic/availability x, wait 2000
      -

  not after the connection is lost
      hear base/den/availability offline, lose, wait 2000
      -
  `),
)("a value is corrected %s", async (_when, story, corrected) => {
  const at = bench();
  const told: string[] = [];
  await tellStory(doings, at, story, (part) => {
    const news = at.broker.messages.splice(0);
    expect(news).toEqual(news.map(({ topic }) => retained(topic, "online", 1)));
    if (part.includes("wait")) told.push(news.map(({ topic }) => topic).join(" ") || "-");
  });
  expect(told.join(", ")).toBe(corrected);
  expect(at.clock.pending).toBe(0);
});
