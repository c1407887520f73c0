import { beforeEach, describe, expect, test } from "vitest";
import { version } from "../../../src/version.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { Registered } from "./hass-api.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, confirmDiscovered, shows, studyPlayer } from "./integration-house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

describe.skipIf(whyNoHomeAssistant !== "")("the integration in a real Home Assistant", () => {
  let house: House;
  openHouse({ hasIntegration: true, isDisturbed: true }, (opened) => {
    house = opened;
  });

  const ours = async (): Promise<Registered[]> => house.api.registered("player2mqtt");
  const entityIds = async (): Promise<string[]> =>
    (await ours())
      .flatMap(({ entity_id }) => (entity_id.startsWith("media_player.") ? entity_id : []))
      .toSorted();
  const one = async (entityId: string): Promise<Registered | undefined> =>
    (await ours()).find(({ entity_id }) => entity_id === entityId);

  beforeEach(() => {
    house.cinema.sim.player.video.pause();
  });

  test("is offered when a bridge announces itself, and asks once", async () => {
    const flow = await patiently(async () => {
      const found = await house.api.discovered("player2mqtt");
      expect(found).toHaveLength(1);
      return found[0];
    });
    expect(flow).toMatchObject({
      type: "form",
      step_id: "confirm",
      description_placeholders: { base_topic: "player2mqtt", version },
    });
    expect(await ours()).toEqual([]);
    // The announcement outlives the bridge.
    await house.stopBridge();
    const { flow_id } = flow ?? { flow_id: "" };
    expect(await house.api.fillIn(flow_id, {})).toMatchObject({ type: "menu", step_id: "gone" });
    await house.startBridge();
    await house.api.fillIn(flow_id, { next_step_id: "confirm" });
    await confirmDiscovered(house);
    await patiently(async () => expect(await entityIds()).toEqual([cinemaPlayer, studyPlayer]));
    expect(await house.api.discovered("player2mqtt")).toEqual([]);
  });

  test("puts its entities onto the devices of MQTT, and makes no others", async () => {
    const mqtt = await house.api.registered();
    const devices = await house.api.devices();
    for (const { id, name } of [house.cinema, house.study]) {
      const device = mqtt.find(({ entity_id }) => entity_id === `select.${id}_output`)?.device_id;
      expect(device).toEqual(expect.any(String));
      expect((await one(`media_player.${id}`))?.device_id).toBe(device);
      expect(devices.filter((each) => each.name === name).map((each) => each.id)).toEqual([device]);
      // An entity without a name of its own has the device's.
      await shows(house, `media_player.${id}`, { state: "paused", attributes: { friendly_name: name } });
    }
  });

  test("leaves nothing behind when it is removed, and MQTT as it was", async () => {
    const [entry, ...others] = await house.api.entries("player2mqtt");
    expect(others).toEqual([]);
    const devices = (await house.api.devices()).map(({ id }) => id).toSorted();
    await house.api.removeEntry(entry?.entry_id ?? "");
    await patiently(async () => expect(await ours()).toEqual([]));
    expect((await house.api.devices()).map(({ id }) => id).toSorted()).toEqual(devices);
    expect(await house.lastingDifferences()).toEqual([]);
  });
});
