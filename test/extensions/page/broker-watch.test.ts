import { describe, expect, it } from "vitest";
import { BrokerWatch } from "../../../src/extensions/page/broker-watch.ts";
import { translatable } from "../../../src/lib/phrase.ts";
import { FakeClock } from "../../support/fake-clock.ts";

function watch(): {
  readonly broker: BrokerWatch;
  readonly clock: FakeClock;
  readonly changes: () => number;
} {
  const clock = new FakeClock();
  const broker = new BrokerWatch({ url: "mqtt://house", isEmbedded: false, clientId: "us" }, clock);
  let changes = 0;
  broker.listen(() => (changes += 1));
  return { broker, clock, changes: () => changes };
}

function warningsOf(broker: BrokerWatch): string[] {
  return broker.notes.map(({ text }) => text);
}

describe("the broker status on the page", () => {
  it("shows since when there is a connection, or why there is none", async () => {
    const { broker, clock, changes } = watch();
    broker.failed({ text: "ECONNREFUSED" });
    broker.failed({ text: "ECONNREFUSED" });
    expect(changes()).toBe(1);
    expect(broker.broker).toMatchObject({ isConnected: false, reason: "ECONNREFUSED", protocol: undefined });
    await clock.advance(5000);
    broker.connected({ protocol: "5", retainAvailable: true });
    const since = clock.date().getTime();
    await clock.advance(5000);
    expect(broker.broker).toMatchObject({ isConnected: true, protocol: "5", since, reason: undefined });
    broker.disconnected(translatable("connect.closed", "the broker closed the connection"), false);
    expect(broker.broker).toMatchObject({
      isConnected: false,
      since: since + 5000,
      reasonCode: "connect.closed",
    });
    expect(warningsOf(broker)).toEqual([]);
  });

  it("warns about lost retained messages, a second client and missing rights, in plain words", () => {
    const { broker } = watch();
    broker.connected({ protocol: "3.1.1", retainAvailable: false });
    expect(warningsOf(broker)).toEqual([expect.stringContaining("The broker forgets retained messages")]);
    broker.disconnected({ text: "session taken over" }, true);
    expect(warningsOf(broker)).toEqual([expect.stringContaining("A second client uses our client id “us”")]);
    broker.connected({ protocol: "5", retainAvailable: true });
    broker.refused(["house/den/refresh/set"]);
    expect(warningsOf(broker)[1]).toContain("house/den/refresh/set");
    broker.connected({ protocol: "5", retainAvailable: true });
    expect(warningsOf(broker)).toHaveLength(1);
    broker.disconnected({ text: "ECONNRESET" }, false);
    expect(warningsOf(broker)).toEqual([]);
  });

  it("that stands by names the bridge that runs the players", () => {
    let other: string | undefined = "the-other-host";
    const about = { url: "mqtt://house", isEmbedded: false, clientId: "us" };
    const link = { denied: [], tooLarge: [] };
    const broker = new BrokerWatch(about, new FakeClock(), link, () => other);
    expect(warningsOf(broker)).toEqual([expect.stringContaining("“the-other-host”, runs the players")]);
    other = undefined;
    expect(warningsOf(broker)).toEqual([]);
  });

  it("names ten topics, and the number of others", () => {
    const denied = Array.from({ length: 12 }, (_, index) => `house/${index}`);
    const about = { url: "mqtt://house", isEmbedded: false, clientId: "us" };
    const broker = new BrokerWatch(about, new FakeClock(), { denied, tooLarge: [] });
    expect(warningsOf(broker)).toEqual([expect.stringContaining("house/8, house/9 and 2 more, so their")]);
  });

  it("names what the broker refuses to store, and what is too large for it", () => {
    const link = { denied: ["house/den/info"], tooLarge: ["house/den/music/queue"] };
    const broker = new BrokerWatch(
      { url: "mqtt://house", isEmbedded: false, clientId: "us" },
      new FakeClock(),
      link,
    );
    expect(warningsOf(broker)).toEqual([
      expect.stringMatching(/refuses our messages on house\/den\/info/),
      expect.stringMatching(/^Too large for the broker.*: house\/den\/music\/queue\. Raise that limit\.$/),
    ]);
  });
});
