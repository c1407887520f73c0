import { describe, expect, it } from "vitest";
import { PlayerPublisher } from "../../src/bridge/player-publisher.ts";
import type { Outcome } from "../../src/core/controls/effect.ts";
import type { Message } from "../../src/core/topics/message.ts";
import type { Payload } from "../../src/core/resources/property.ts";
import type { BrokerPort, DeferredWrite } from "../../src/core/ports.ts";
import type { CommandRef } from "../../src/core/topics/result.ts";
import { type ChangedPart, changedParts } from "../../src/core/session/changed-parts.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import type { Session } from "../../src/core/session/session.ts";
import { type SessionFields, sessionWith } from "../core/session-with.ts";

const asked: CommandRef = {
  target: "audio/input",
  request: "TV",
  transaction: undefined,
  replyTo: undefined,
  receivedAt: 0,
};
const applied: Outcome = { kind: "applied" };

/** A broker that has other things to do before it comes to what can wait. */
class BusyBroker implements BrokerPort {
  readonly maxPayloadBytes = 100_000;
  readonly largestPayloadBytes = 100_000;
  readonly said: string[] = [];
  readonly later: DeferredWrite[] = [];

  publish(...messages: readonly Message<Payload>[]): void {
    for (const { topic, payload } of messages) {
      if (topic === "p/tv/availability") this.said.push(String(payload));
      else if (topic === "p/tv/result") this.said.push("outcome");
    }
  }

  publishDeferred(write: DeferredWrite): void {
    this.later.push(write);
  }

  rest(): void {
    for (const write of this.later.splice(0)) this.publish(...write());
  }
}

function bench(): {
  broker: BusyBroker;
  publisher: PlayerPublisher;
  become: (change: SessionFields) => [before: Session, parts: ReadonlySet<ChangedPart>];
} {
  const broker = new BusyBroker();
  let state = sessionWith(newSession(0), { availability: "offline" });
  const target = { base: "p", id: "tv", name: "TV", address: "http://tv" };
  const publisher = new PlayerPublisher(broker, target, () => state);
  return {
    broker,
    publisher,
    become: (change) => {
      const before = state;
      state = sessionWith(state, change);
      return [before, changedParts(before, state)];
    },
  };
}

describe("what a player's session publishes", () => {
  it("is everything as it is when its turn comes, whatever was news meanwhile", () => {
    const { broker, publisher, become } = bench();
    publisher.publishSnapshotLater();
    publisher.publishChanges(...become({ availability: "online" }));
    expect(broker.said).toEqual(["online"]);
    become({ availability: "offline" });
    broker.rest();
    expect(broker.said).toEqual(["online", "offline"]);
  });

  it("is not said twice where a snapshot waits, unless it is requested again", () => {
    const { broker, publisher, become } = bench();
    publisher.publishSnapshotLater();
    publisher.publishChanges(...become({ availability: "online" }));
    broker.rest();
    expect(broker.said).toEqual(["online"]);
    publisher.publishSnapshotLater();
    publisher.publishChanges(...become({ availability: "offline" }));
    publisher.publishSnapshotLater();
    broker.rest();
    expect(broker.said).toEqual(["online", "offline", "offline"]);
  });

  it("includes a pending snapshot before an outcome, and not again afterwards", () => {
    const { broker, publisher } = bench();
    publisher.publishSnapshotLater();
    publisher.publishOutcome(asked, applied, 1);
    publisher.publishOutcome(asked, applied, 2);
    broker.rest();
    expect(broker.said).toEqual(["offline", "outcome", "outcome"]);
  });

  it("publishes only outcomes after losing its topics, even if the snapshot was still pending", () => {
    const { broker, publisher } = bench();
    publisher.publishSnapshotLater();
    publisher.close();
    publisher.publishOutcome(asked, applied, 1);
    publisher.publishSnapshotLater();
    broker.rest();
    expect(broker.said).toEqual(["outcome"]);
  });
});
