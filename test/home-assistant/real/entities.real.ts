import { describe, expect, test } from "vitest";
import { version } from "../../../src/version.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

describe.skipIf(whyNoHomeAssistant !== "")("the entities in a real Home Assistant", () => {
  let house: House;
  openHouse({}, (opened) => {
    house = opened;
  });

  /** The entities that few want, as they are announced. */
  const disabled = async (): Promise<string[]> =>
    (await house.api.registered()).flatMap(({ entity_id, disabled_by }) =>
      disabled_by === null ? [] : entity_id,
    );

  test("show what the players are, and there are no others", async () => {
    expect(await house.lastingDifferences()).toEqual([]);
    expect((await disabled()).length).toBeGreaterThan(50);
  });

  test("belong to devices that are described, and players to the bridge", async () => {
    const devices = await house.api.devices();
    const named = (name: string): unknown => devices.find((device) => device.name === name);
    const bridge = devices.find(({ name }) => name === "player2mqtt");
    expect(bridge).toMatchObject({ sw_version: version, via_device_id: null });
    for (const { name, sim } of [house.cinema, house.study]) {
      const { mac, model, firmware } = sim.player.identity;
      expect(named(name)).toMatchObject({
        model,
        sw_version: firmware,
        connections: [["mac", mac]],
        via_device_id: bridge?.id,
      });
    }
  });

  test("that few want show what they should as soon as they are enabled", async () => {
    const few = await disabled();
    for (const entity_id of few)
      await house.api.call("config/entity_registry/update", { entity_id, disabled_by: null });
    await house.api.reloadMqtt();
    expect(await house.lastingDifferences()).toEqual([]);
    const states = await house.api.states();
    expect(few.filter((entityId) => !states.has(entityId))).toEqual([]);
  });

  test("follow what plays, and are unknown when nothing does", async () => {
    const { video, music } = house.cinema.sim.player;
    video.play();
    music.skip(2);
    expect(await house.lastingDifferences()).toEqual([]);
    const before = Number((await house.api.state("sensor.cinema_video_position")).state);
    await patiently(async () => {
      expect(Number((await house.api.state("sensor.cinema_video_position")).state)).toBeGreaterThan(
        before + 2,
      );
    });
    video.stop();
    music.stop();
    expect(await house.lastingDifferences()).toEqual([]);
    video.playEntry(1);
    video.pause();
    music.playEntry(3);
    music.pause();
    expect(await house.lastingDifferences()).toEqual([]);
  });

  test("take titles of any length and kind", async () => {
    const { video, music } = house.cinema.sim.player;
    const titles = ["{{ 1 + 1 }}", '{"a": 1}', "007", "1.50", "['x']", "None of them", "é🎬".repeat(200)];
    for (const title of titles) {
      video.update(1, { title });
      music.update(3, { title, artist: title });
      expect(await house.lastingDifferences()).toEqual([]);
    }
    const long = titles.at(-1) ?? "";
    const states = await house.api.states();
    expect(states.get("sensor.cinema_video_title")?.attributes["title"]).toBe(long);
    expect(states.get("sensor.cinema_track_title")?.attributes["title"]).toBe(long);
  });
});
