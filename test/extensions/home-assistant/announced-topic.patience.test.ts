import { expect, it } from "vitest";
import { Corrections } from "../../../src/bridge/clean-up/corrections.ts";
import { AnnouncedTopic } from "../../../src/extensions/home-assistant/announced-topic.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { everything, unannounced } from "../../home-assistant/players.ts";

/** How often the payload of such a player is written at once, and within a minute. */
async function payloadsWritten(session: Session): Promise<[number, number]> {
  const clock = new FakeClock();
  let updates = 0;
  const device = "homeassistant/device/player2mqtt_cinema/config";
  const log = new MemoryLog();
  const world = { broker: new RecordingBroker(), clock, log, corrections: new Corrections({ clock, log }) };
  const announcement = unannounced(
    {
      clock,
      open: (topic, options) => {
        const opened = new AnnouncedTopic({ ofFormerHolder: () => undefined, ...world, ...options, topic });
        const update = opened.update.bind(opened);
        opened.update = () => {
          if (topic === device) updates += 1;
          update();
        };
        return opened;
      },
    },
    () => session,
  );
  announcement.assign("player2mqtt_cinema");
  announcement.update();
  const atOnce = updates;
  await clock.advance(60_000);
  return [atOnce, updates];
}

it("a complete player is announced at once, and not written again after the wait", async () => {
  expect(await payloadsWritten(everything)).toEqual([1, 1]);
});
