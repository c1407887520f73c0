import { describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, openHouseWithIntegration, studyPlayer } from "./integration-house.ts";

describe.skipIf(whyNoHomeAssistant !== "")("the entities in a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration({}, (opened) => {
    house = opened;
  });

  test("of media players are offered to Assist", async () => {
    await house.api.say("what time is it");
    const { exposed_entities: exposed } = await house.api.call<{
      exposed_entities: Readonly<Record<string, { readonly conversation?: boolean }>>;
    }>("homeassistant/expose_entity/list");
    const names = Object.keys(exposed).filter((entityId) => exposed[entityId]?.conversation === true);
    expect(names).toEqual(expect.arrayContaining([cinemaPlayer, studyPlayer]));
  });

  test("give the device the triggers and conditions of every media player", async () => {
    const entities = await house.api.registered("player2mqtt");
    const { device_id } = entities.find(({ entity_id }) => entity_id === cinemaPlayer) ?? {};
    const typesOf = async (kind: string): Promise<string[]> => {
      const all = await house.api.call<{ domain: string; type: string }[]>(`device_automation/${kind}/list`, {
        device_id,
      });
      return all.filter(({ domain }) => domain === "media_player").map(({ type }) => type);
    };
    expect(await typesOf("trigger")).toEqual(
      expect.arrayContaining(["turned_on", "turned_off", "playing", "paused", "idle"]),
    );
    expect(await typesOf("condition")).toEqual(expect.arrayContaining(["is_on", "is_playing", "is_paused"]));
  });
});
