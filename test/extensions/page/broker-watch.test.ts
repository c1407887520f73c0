import { describe, expect, it } from "vitest";
import { BrokerWatch } from "../../../src/extensions/page/broker-watch.ts";
import { translatable } from "../../../src/lib/phrase.ts";
import { FakeClock } from "../../support/fake-clock.ts";

/** What the page is told of a broker; `told` counts how often, since the last call. */
function watch(
  link = { denied: [] as string[], tooLarge: [] as string[] },
  standsByFor?: () => string | undefined,
) {
  const clock = new FakeClock();
  const about = { url: "mqtt://house", isEmbedded: false, clientId: "us" };
  const broker = new BrokerWatch(about, clock, link, standsByFor);
  let changes = 0;
  broker.listen(() => (changes += 1));
  const told = (): number => [changes, (changes = 0)][0] ?? 0;
  return { broker, clock, told };
}

function warningsOf(broker: BrokerWatch): string[] {
  return broker.notes.map(({ text }) => text);
}

describe("the broker status on the page", () => {
  it("shows since when there is a connection, or why there is none, and each change at once", async () => {
    const { broker, clock, told } = watch();
    const start = clock.date().getTime();
    const status = {
      url: "mqtt://house",
      isEmbedded: false,
      clientId: "us",
      isConnected: false,
      since: start,
    };
    const closed = translatable("connect.closed", "the broker closed the connection");
    const happenings = [
      [() => broker.failed({ text: "ECONNREFUSED" }), { ...status, reason: { text: "ECONNREFUSED" } }, 1],
      [() => broker.failed({ text: "ECONNREFUSED" }), { ...status, reason: { text: "ECONNREFUSED" } }, 0],
      [
        () => broker.connected({ protocol: "5", retainAvailable: true }),
        { ...status, isConnected: true, protocol: "5", since: start + 15_000 },
        1,
      ],
      [() => broker.disconnected(closed, false), { ...status, since: start + 20_000, reason: closed }, 1],
      [
        () => broker.disconnected({ text: "ECONNRESET" }, false),
        { ...status, since: start + 20_000, reason: { text: "ECONNRESET" } },
        1,
      ],
    ] as const;
    for (const [happen, wanted, changes] of happenings) {
      await clock.advance(5000);
      happen();
      expect([broker.broker, told()]).toEqual([wanted, changes]);
    }
    expect(warningsOf(broker)).toEqual([]);
  });

  it("warns about lost retained messages, a second client and missing rights, in plain words", () => {
    const { broker, told } = watch();
    broker.connected({ protocol: "3.1.1", retainAvailable: false });
    expect(warningsOf(broker)).toEqual([expect.stringContaining("The broker forgets retained messages")]);
    broker.disconnected({ text: "session taken over" }, true);
    expect(warningsOf(broker)).toEqual([expect.stringContaining("A second client uses our client id “us”")]);
    broker.connected({ protocol: "5", retainAvailable: true });
    expect(told()).toBe(3);
    broker.refused(["house/den/refresh/set"]);
    expect([warningsOf(broker)[1], told()]).toEqual([expect.stringContaining("house/den/refresh/set"), 1]);
    broker.connected({ protocol: "5", retainAvailable: true });
    expect(warningsOf(broker)).toHaveLength(1);
    broker.disconnected({ text: "ECONNRESET" }, false);
    expect(warningsOf(broker)).toEqual([]);
  });

  it("that stands by names the bridge that runs the players", () => {
    let other: string | undefined = "the-other-host";
    const { broker } = watch(undefined, () => other);
    expect(warningsOf(broker)).toEqual([expect.stringContaining("“the-other-host”, runs the players")]);
    other = undefined;
    expect(warningsOf(broker)).toEqual([]);
  });

  it("names ten topics that the broker refuses to store, the number of others, and what is too large for it", () => {
    const denied = Array.from({ length: 12 }, (_, index) => `house/${index}`);
    const { broker, told } = watch({ denied, tooLarge: ["house/den/music/queue"] });
    broker.unwritable();
    expect(told()).toBe(1);
    expect(warningsOf(broker)).toEqual([
      expect.stringMatching(/refuses our messages on house\/0, .*house\/8, house\/9 and 2 more, so their/),
      expect.stringMatching(/^Too large for the broker.*: house\/den\/music\/queue\. Raise that limit\.$/),
    ]);
  });
});
