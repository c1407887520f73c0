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

it("publishes again what the selects of each of two payloads read", async () => {
  const [clock, broker, log] = [new FakeClock(), new RecordingBroker(), new MemoryLog()];
  const options: Record<string, string[]> = { input: ["HDMI"], output: ["Stereo"] };
  const again: (readonly string[])[] = [];
  const topic = new AnnouncedTopic({
    ofFormerHolder: () => undefined,
    topic: "homeassistant/device/den/config",
    broker,
    clock,
    log,
    corrections: new Corrections({ clock, log }),
    write: () => ({
      ...playerPayload(target, everything),
      components: Object.fromEntries(
        Object.entries(options).map(([key, all]) => [
          key,
          { platform: "select", state_topic: `player2mqtt/den/audio/${key}`, options: all },
        ]),
      ),
    }),
    onSelectsChanged: (topics) => again.push(topics),
  });
  topic.resume(undefined);
  topic.update();
  await clock.advance(2000);
  options["input"] = ["USB"];
  topic.update();
  // While the first republish waits, the other select changes.
  await clock.advance(900);
  options["output"] = ["XLR"];
  topic.update();
  await clock.advance(5000);
  expect(again).toEqual([["player2mqtt/den/audio/input"], ["player2mqtt/den/audio/output"]]);
  topic.pause();
});
