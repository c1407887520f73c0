import { beforeEach, describe, expect, test } from "vitest";
import { version } from "../../../src/version.ts";
import { readRetained } from "../../support/mqtt-client.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { Registered } from "./hass-api.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, confirmDiscovered, shows, studyPlayer } from "./integration-house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

const forgottenMs = 200_000;

describe.skipIf(whyNoHomeAssistant !== "")("the integration in a real Home Assistant", () => {
  let house: House;
  openHouse({ hassConfiguration: ["history:"], hasIntegration: true, isDisturbed: true }, (opened) => {
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

  test("keeps an entity with its name, area and history when the id of the player changes", async () => {
    const begin = new Date().toISOString();
    const before = await one(cinemaPlayer);
    const attic = await house.api.call<{ area_id: string }>("config/area_registry/create", { name: "Attic" });
    const { device_id } = before ?? {};
    await house.api.call("config/device_registry/update", { device_id, area_id: attic.area_id });
    await house.api.call("config/entity_registry/update", { entity_id: cinemaPlayer, name: "Big screen" });
    const { video } = house.cinema.sim.player;
    video.play();
    await shows(house, cinemaPlayer, {
      state: "playing",
      attributes: { friendly_name: "Cinema Big screen" },
    });

    await house.stopBridge();
    await shows(house, cinemaPlayer, { state: "unavailable" });
    await house.startBridge({}, [{ ...house.cinema, id: "theatre", shownAs: "cinema" }, house.study]);
    // Until the player has answered, the old topics are still at the broker.
    await patiently(async () => {
      const infos = await readRetained(house.broker.url, "player2mqtt/+/info");
      expect(infos.has("player2mqtt/cinema/info")).toBe(false);
      expect(infos.get("player2mqtt/theatre/info")).toContain(`"identity":"${before?.unique_id}"`);
    });
    expect(await house.lastingDifferences()).toEqual([]);
    await shows(house, cinemaPlayer, {
      state: "playing",
      attributes: { friendly_name: "Cinema Big screen" },
    });
    // It can be controlled by the new topics.
    await house.api.act("media_player.media_pause", cinemaPlayer);
    await patiently(async () => expect(video.state).toBe("paused"));
    await shows(house, cinemaPlayer, { state: "paused" });
    expect(await entityIds()).toEqual([cinemaPlayer, studyPlayer]);
    expect(await one(cinemaPlayer)).toMatchObject({
      unique_id: before?.unique_id,
      name: "Big screen",
      device_id,
    });
    const device = (await house.api.devices()).find(({ id }) => id === device_id);
    expect(device).toMatchObject({ name: "Cinema", area_id: attic.area_id });
    await patiently(async () => {
      const [history] = await house.api.get<{ state: string }[][]>(
        `/api/history/period/${begin}?filter_entity_id=${cinemaPlayer}&minimal_response&no_attributes`,
      );
      const states = history?.map(({ state }) => state) ?? [];
      const wasAway = states.indexOf("unavailable");
      expect(states.slice(0, wasAway)).toContain("playing");
      expect(states.slice(wasAway)).toContain("playing");
      expect(states.at(-1)).toBe("paused");
    });

    await house.restartBridge();
    expect(await house.lastingDifferences()).toEqual([]);
    await shows(house, cinemaPlayer, { state: "paused" });
    expect(await one(cinemaPlayer)).toMatchObject({
      unique_id: before?.unique_id,
      name: "Big screen",
      device_id,
    });
  });

  test("removes the entity of a player that is no longer configured, and no other", async () => {
    const before = await one(studyPlayer);
    await house.restartBridge({}, [house.study]);
    await patiently(async () => expect(await entityIds()).toEqual([studyPlayer]), forgottenMs);
    expect(await one(studyPlayer)).toEqual(before);
    expect((await house.api.devices()).map(({ name }) => name)).not.toContain("Cinema");
    await house.restartBridge();
    await patiently(async () => expect(await entityIds()).toEqual([cinemaPlayer, studyPlayer]));
    await shows(house, cinemaPlayer, { state: "paused" });
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
