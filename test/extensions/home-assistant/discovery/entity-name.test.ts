import { describe, expect, it } from "vitest";
import { bridgeEntities } from "../../../../src/extensions/home-assistant/discovery/bridge-entities.ts";
import {
  closestLanguage,
  type EntityLanguage,
  entityName,
} from "../../../../src/extensions/home-assistant/discovery/entity-name.ts";
import { bridgePayload, playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { playerEntities } from "../../../../src/extensions/home-assistant/discovery/player-entities.ts";
import { settled } from "../../../core/samples.ts";
import { target } from "../../../home-assistant/players.ts";

it.each([
  ["DE", "de"],
  ["fr-CA", "fr"],
  ["zh", "zh-Hans"],
  ["zh-CN", "zh-Hans"],
  ["zh-hans", "zh-Hans"],
  ["es", "en"],
])("the closest language to %s is %s, in whatever case it is written", (tag, language) => {
  expect(closestLanguage(tag)).toBe(language);
});

describe.each<EntityLanguage>(["en", "de", "fr", "zh-Hans"])("the names of entities in %s", (language) => {
  it.each([
    ["player", playerEntities],
    ["bridge", bridgeEntities],
  ] as const)("differ from each other within the device of a %s", (_device, entities) => {
    const names = entities.map((entity) => entityName(entity, language));
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it("change nothing else of an announcement: ids are the same in every language", () => {
    const session = settled();
    const pairs = [
      [playerPayload(target, session), playerPayload({ ...target, language }, session)],
      [bridgePayload("p", "1"), bridgePayload("p", "1", "bridge", { language })],
    ] as const;
    for (const [english, other] of pairs) {
      const withoutName = (all: object): object =>
        JSON.parse(
          JSON.stringify(all, (key, value: unknown) => (key === "name" ? undefined : value)),
        ) as object;
      expect(JSON.stringify(other) === JSON.stringify(english)).toBe(language === "en");
      expect(withoutName(other)).toEqual(withoutName(english));
    }
  });
});

/** That of its property, else of its key, unless it has one of its own; in English where it has no translation. */
it.each([
  [{ key: "x", platform: "sensor", state: { leaf: "battery" } }, "Battery", "Akku"],
  [{ key: "x", platform: "number", control: "video/position" }, "Video position", "Videoposition"],
  [{ key: "video_play", platform: "button", control: "video/playback" }, "Video play", "Video abspielen"],
  [
    { key: "x", platform: "sensor", name: "Tomorrow", state: { leaf: "music/queue" } },
    "Tomorrow",
    "Tomorrow",
  ],
  [{ key: "new_one", platform: "event" }, "New one", "New one"],
] as const)("the entity %j is named %s, and %s in German", (entity, english, german) => {
  expect([entityName(entity, "en"), entityName(entity, "de")]).toEqual([english, german]);
});
