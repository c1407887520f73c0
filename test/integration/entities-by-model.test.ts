import { expect, it } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import type { PresetName } from "../../simulator/zidoo/presets.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { asObject, asText, parseObject } from "../../src/core/resources/json.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { until } from "../support/bridge/until.ts";
import { TestClient } from "../support/mqtt-client.ts";

const clock = fastClock(50);
const zidoo = (preset: PresetName) => () => startSimulator({ ...clock, preset });

/** What the owner causes, and what takes its time. */
const later =
  /^(?:event|number\.sleep|number\.group_volume|select\.subtitle_choice|select\.input|sensor\.last_outcome)/;

/** More than so many would be too many for a device page. */
const few = 25;

it.each([
  ["film player", 23, zidoo("cinema")],
  ["audio player", 19, zidoo("studio")],
  ["film player of old firmware", 17, zidoo("old")],
  [
    "BluOS player",
    18,
    async () => Object.assign(await startBluos({ ...clock, bufferMs: 0 }), { mostAtOnce: 3 }),
  ],
] as const)(
  "a %s has few entities that are enabled at first, and fills them",
  async (_name, least, start) => {
    await using sim = await start();
    const args = { "homeassistant.enabled": "true" };
    await using bridged = await Bridged.start(sim, { args, clock });
    const { brokerUrl } = bridged.bridge;
    await using ha = await TestClient.connect(brokerUrl, ["homeassistant/device/+/config"], {
      protocolVersion: 4,
    });
    const enabled = (): Map<string, string | undefined> =>
      new Map(
        [...ha.state.values()].flatMap((text) => {
          const payload = parseObject(text);
          if (asObject(payload?.["device"])?.["model"] === "Bridge") return [];
          const components = Object.entries(asObject(payload?.["components"]) ?? {});
          return components.flatMap(([key, one]) => {
            const { platform, enabled_by_default: isEnabled, state_topic: topic } = asObject(one) ?? {};
            return isEnabled === false ? [] : [[`${asText(platform)}.${key}`, asText(topic)] as const];
          });
        }),
      );
    const filled = (): Set<string> =>
      new Set(bridged.subscriber.messages.filter(({ payload }) => payload !== "").map(({ topic }) => topic));
    await until(() => {
      const empty = [...enabled()].filter(
        ([name, topic]) => topic !== undefined && !later.test(name) && !filled().has(topic),
      );
      expect(enabled().size).toBeGreaterThan(10);
      expect(empty).toEqual([]);
      return true;
    }, 20_000);
    // What is announced later, such as the selects of a film, is there by then.
    await clock.sleep(30_000, new AbortController().signal);
    const names = [...enabled().keys()];
    expect(names.length > few || names.length < least ? names : []).toEqual([]);
  },
);
