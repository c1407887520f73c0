import { expect, it } from "vitest";
import { TopicRepair } from "../../../src/bridge/clean-up/topic-repair.ts";
import { retained } from "../../../src/core/topics/message.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { incoming } from "../../support/bridge/incoming.ts";

const topic = "base/den/availability";

/** A player `den` that is online. */
function bench() {
  const [broker, clock, log] = [new RecordingBroker(), new FakeClock(), new MemoryLog()];
  const repair = new TopicRepair({
    base: "base",
    broker,
    clock,
    log,
    ownMessage: (id, on) => (id === "den" ? retained(on, "online", 1) : undefined),
  });
  const hear = (on: string, text: string): void => repair.received(incoming(on, text, { retain: true }));
  return { broker, clock, log, repair, hear };
}

it("a foreign value is corrected after a second, an echo is not", async () => {
  const { broker, clock, hear } = bench();
  hear(topic, "offline");
  await clock.advance(999);
  expect(broker.messages).toEqual([]);
  await clock.advance(1);
  expect(broker.messages).toEqual([retained(topic, "online", 1)]);
  hear(topic, "online");
  await clock.advance(5000);
  expect(broker.messages).toHaveLength(1);
});

it("a value that stays after the fourth time within a minute is corrected ten minutes later", async () => {
  const { broker, clock, hear } = bench();
  for (let time = 1; time <= 4; time += 1) {
    hear(topic, "offline");
    await clock.advance(1000);
  }
  expect(broker.messages).toHaveLength(3);
  await clock.advance(600_000);
  expect(broker.messages).toHaveLength(4);
});

it.each(["history", "note"])("a %s is corrected like an availability", async (leaf) => {
  const { broker, clock, hear } = bench();
  hear(`base/den/${leaf}`, "forged");
  await clock.advance(1000);
  expect(broker.payloads(`base/den/${leaf}`)).toEqual(["online"]);
});

it("an echo that follows a foreign value shows that it was replaced already", async () => {
  const { broker, clock, hear } = bench();
  hear(topic, "offline");
  await clock.advance(500);
  hear(topic, "online");
  await clock.advance(5000);
  expect(broker.messages).toEqual([]);
});

it("other topics and players of other bridges are left alone", async () => {
  const { broker, clock, hear } = bench();
  for (const other of ["base/den/volume/set", "base/den/video/availability", "other/den/availability"])
    hear(other, "offline");
  expect(clock.pending).toBe(0);
  hear("base/attic/availability", "offline");
  await clock.advance(2000);
  expect(broker.messages).toEqual([]);
});

it("nothing is left to do after the connection is lost", () => {
  const { clock, hear, repair } = bench();
  hear(topic, "offline");
  repair.disconnected();
  expect(clock.pending).toBe(0);
});
