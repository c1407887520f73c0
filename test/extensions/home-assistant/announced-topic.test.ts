import { expect, it } from "vitest";
import { Corrections } from "../../../src/bridge/clean-up/corrections.ts";
import { AnnouncedTopic } from "../../../src/extensions/home-assistant/announced-topic.ts";
import { playerPayload } from "../../../src/extensions/home-assistant/discovery/payload.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { everything, target } from "../../home-assistant/players.ts";

it("leaves two seconds between two payloads even if the broker was away in between", async () => {
  const [clock, broker, log] = [new FakeClock(), new RecordingBroker(), new MemoryLog()];
  let name = "Den";
  const topic = new AnnouncedTopic({
    ofFormerHolder: () => undefined,
    topic: "homeassistant/device/den/config",
    broker,
    clock,
    log,
    corrections: new Corrections({ clock, log }),
    write: () => playerPayload({ ...target, name }, everything),
    onSelectsChanged: () => {},
  });
  topic.resume(undefined);
  topic.update();
  const { announced } = topic;
  await clock.advance(500);
  topic.pause();
  topic.resume(announced);
  name = "Cinema";
  topic.update();
  expect(broker.messages).toHaveLength(1);
  await clock.advance(1499);
  expect(broker.messages).toHaveLength(1);
  await clock.advance(1);
  expect(broker.messages).toHaveLength(2);
  topic.pause();
});
