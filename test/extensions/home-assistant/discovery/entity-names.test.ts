import { describe, expect, it } from "vitest";
import { bridgeEntities } from "../../../../src/extensions/home-assistant/discovery/bridge-entities.ts";
import names from "../../../../src/extensions/home-assistant/discovery/entity-names.json" with {
  type: "json",
};
import { bridgePayload, playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { playerEntities } from "../../../../src/extensions/home-assistant/discovery/player-entities.ts";
import { settled } from "../../../core/samples.ts";
import { target } from "../../../home-assistant/players.ts";

const entities = [...playerEntities, ...bridgeEntities];

describe.each(["de", "fr", "zh-Hans"] as const)("the names of entities in %s", (language) => {
  it("are all there, and no others", () => {
    const keys = new Set(entities.map(({ key }) => key));
    expect(Object.keys(names[language]).toSorted()).toEqual([...keys].toSorted());
  });

  it("differ from each other within a device, as those in English do", () => {
    for (const device of [playerEntities, bridgeEntities]) {
      const translated = device.map(({ key }) => (names[language] as Record<string, string>)[key]);
      expect(new Set(translated).size).toBe(new Set(device.map(({ name }) => name)).size);
    }
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
      expect(other).not.toEqual(english);
      expect(withoutName(other)).toEqual(withoutName(english));
    }
  });
});
