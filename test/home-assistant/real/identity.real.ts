import { describe, expect, test } from "vitest";
import { readRetained } from "../../support/mqtt-client.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

/** The address of a player that hides its own. */
const hidden = "02:00:00:00:00:00";
const address = "02:5e:11:00:00:09";

describe.skipIf(whyNoHomeAssistant !== "")("an entity in a real Home Assistant stays the same", () => {
  let house: House;
  openHouse(
    {
      prepare: (_cinema, { player }) => {
        player.identity = { ...player.identity, mac: hidden };
      },
    },
    (opened) => {
      house = opened;
    },
  );

  const uniqueIds = async (): Promise<Map<string, string>> =>
    new Map((await house.api.registered()).map(({ entity_id, unique_id }) => [entity_id, unique_id]));

  test("in its entity id when the player is known by its address from now on", async () => {
    expect((await uniqueIds()).get("select.study_output")).toBe("player2mqtt_study_output");
    await house.restartBridge({}, [house.cinema, { ...house.study, mac: address }]);
    await patiently(async () => {
      expect((await uniqueIds()).get("select.study_output")).toBe("player2mqtt_025e11000009_output");
    });
    expect(await house.lastingDifferences()).toEqual([]);
  });

  test("when its player gets other ids and names while it is off", async () => {
    const args = { "publish.settings": '["gain", "upsampling", "LineVolumeLimit"]' };
    const settings = ["select.study_setting_gain", "switch.study_setting_upsampling", "number.study_limit"];
    const change = async (entity_id: string, changed: object): Promise<void> =>
      house.api.call("config/entity_registry/update", { entity_id, ...changed });
    const statesOf = async (ids: readonly string[]): Promise<unknown[]> => {
      const states = await house.api.states();
      return ids.map((id) => states.get(id)?.state);
    };
    const study = { ...house.study, mac: address, shownAs: "study" };
    await house.restartBridge(args, [house.cinema, study]);
    await patiently(async () => {
      await change("number.study_setting_linevolumelimit", { new_entity_id: "number.study_limit" });
    });
    await change("select.study_output", { name: "Where to" });
    expect(await house.lastingDifferences(settings)).toEqual([]);
    const before = await uniqueIds();

    await house.stopBridge();
    await study.sim.sleep();
    let room = study;
    for (const id of ["office", "den"]) {
      const former = room.id;
      room = { ...room, id, name: id.toUpperCase() };
      await house.restartBridge(args, [house.cinema, room]);
      await patiently(async () => {
        expect([...(await readRetained(house.broker.url, `player2mqtt/${former}/#`)).keys()]).toEqual([]);
      });
      expect(await house.lastingDifferences(settings)).toEqual([]);
      const device = (await house.api.devices()).find(({ name }) => name === room.name);
      const about = JSON.stringify(await house.api.call("mqtt/device/debug_info", { device_id: device?.id }));
      const topics = about.split('"').filter((text) => text.startsWith("player2mqtt/"));
      expect(topics).toContain(`player2mqtt/${id}/settings/gain`);
      expect(topics.filter((topic) => topic.startsWith(`player2mqtt/${former}/`))).toEqual([]);
      expect(await statesOf(settings)).toEqual(["unavailable", "unavailable", "unavailable"]);
    }
    await room.sim.wake();
    expect(await house.lastingDifferences(settings)).toEqual([]);
    await patiently(async () => expect(await statesOf(settings)).toEqual(["Middle", "off", "60"]));
    const option = study.sim.player.audio.outputs[0];
    await house.api.serve("select.select_option", "select.study_output", { option: option?.name });
    await patiently(async () => expect(study.sim.player.audio.output?.tag).toBe(option?.tag));
    expect(await house.lastingDifferences(settings)).toEqual([]);
    expect(await uniqueIds()).toEqual(before);
    const output = (await house.api.registered()).find(
      ({ entity_id }) => entity_id === "select.study_output",
    );
    expect(output?.name).toBe("Where to");
  });
});
