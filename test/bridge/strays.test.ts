import { expect, it } from "vitest";
import { Strays } from "../../src/bridge/clean-up/strays.ts";
import { retained } from "../../src/core/topics/message.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { RecordingBroker } from "../support/bridge/recording-broker.ts";
import { FakeClock } from "../support/fake-clock.ts";

const title = "base/den/video/title";

/** A player `den` that plays a film. */
function bench({ isAlone = true, own = "Film" } = {}) {
  const [broker, clock, log] = [new RecordingBroker(), new FakeClock(), new MemoryLog()];
  const strays = new Strays({
    base: "base",
    broker,
    clock,
    log,
    isAlone: () => isAlone,
    ownMessage: (id, topic) => (id === "den" ? retained(topic, own) : undefined),
    onSubscriptions: () => {},
  });
  const hear = (topic: string, text: string): void =>
    strays.received({
      topic,
      payload: Buffer.from(text),
      retain: true,
      replyTo: undefined,
      expirySeconds: undefined,
    });
  return { broker, clock, log, strays, hear };
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

it("only availabilities arrive over 3.1.1, and in a fleet, where topics of other bridges would arrive", () => {
  const filtersOf = (isAlone: boolean, protocol: "5" | "3.1.1"): number => {
    const { strays } = bench({ isAlone });
    strays.connected({ protocol });
    return strays.subscriptions.length;
  };
  expect(filtersOf(true, "3.1.1")).toBe(1);
  expect(filtersOf(false, "5")).toBe(1);
  expect(filtersOf(true, "5")).toBeGreaterThan(60);
});

it("nothing is left to do after the connection is lost", () => {
  const { clock, hear, strays } = bench();
  hear(title, "forged");
  strays.disconnected();
  expect(clock.pending).toBe(0);
});
