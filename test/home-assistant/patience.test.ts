import { expect, it } from "vitest";
import {
  AnnouncedTopic,
  type AnnouncedTopicOptions,
} from "../../src/extensions/home-assistant/home-assistant-topic.ts";
import { PayloadPacker } from "../../src/extensions/home-assistant/packed-payload.ts";
import type { Session } from "../../src/core/session/session.ts";
import { having } from "../core/samples.ts";
import { RecordingBroker } from "../support/bridge/recording-broker.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { everything, unannounced } from "./players.ts";

/** One that counts how often a payload was made for it. */
class CountingTopic extends AnnouncedTopic {
  wanted = 0;

  override want(...args: Parameters<AnnouncedTopic["want"]>): void {
    this.wanted += 1;
    super.want(...args);
  }
}

/** How often the payload of such a player is made at once, and within a minute. */
async function payloadsMade(session: Session): Promise<[number, number]> {
  const clock = new FakeClock();
  const common = { broker: new RecordingBroker(), clock, onSelectsChanged: () => {} };
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const options = (topic: string): AnnouncedTopicOptions => ({
    ...common,
    topic,
    log,
    packer: new PayloadPacker(),
  });
  const topics: CountingTopic[] = [];
  const announcement = unannounced({
    clock,
    open: (topic) => {
      const opened = new CountingTopic(options(topic));
      topics.push(opened);
      return opened;
    },
  });
  announcement.learn(session);
  announcement.become("player2mqtt_cinema");
  announcement.update();
  const made = (): number => topics.reduce((sum, { wanted }) => sum + wanted, 0);
  const atOnce = made();
  await clock.advance(60_000);
  return [atOnce, made()];
}

it("a player of which all is known is announced at once, and not made anew when patience ends", async () => {
  expect(await payloadsMade(everything)).toEqual([1, 1]);
});

it("a player of which not all is known is announced when patience ends", async () => {
  const silent = having(everything, { playlist: { support: "unknown" } });
  expect(await payloadsMade(silent)).toEqual([0, 1]);
});
