import { describe, expect, test } from "vitest";
import { version } from "../../../src/version.ts";
import { type House, openHouse, patiently } from "./house.ts";

describe("the entities in a real Home Assistant", () => {
  let house: House;
  openHouse({}, (opened) => {
    house = opened;
  });

  test("belong to devices that are described, and players to the bridge", async () => {
    const devices = await house.api.devices();
    const named = (name: string): unknown => devices.find((device) => device.name === name);
    const bridge = devices.find(({ name }) => name === "player2mqtt");
    expect(bridge).toMatchObject({ sw_version: version, via_device_id: null });
    for (const { name, sim } of [house.cinema, house.study]) {
      const { mac, model, firmware } = sim.player.identity;
      const connections = [["mac", mac]];
      expect(named(name)).toMatchObject({
        model,
        sw_version: firmware,
        connections,
        via_device_id: bridge?.id,
      });
    }
  });

  test("that few want show what they should as soon as they are enabled", async () => {
    const few = (await house.api.registered()).flatMap(({ entity_id, disabled_by }) =>
      disabled_by === null ? [] : entity_id,
    );
    expect(few.length).toBeGreaterThan(50);
    for (const entity_id of few)
      await house.api.call("config/entity_registry/update", { entity_id, disabled_by: null });
    await house.api.reloadMqtt();
    expect(await house.lastingDifferences()).toEqual([]);
    const states = await house.api.states();
    expect(few.filter((entityId) => !states.has(entityId))).toEqual([]);
  });

  test("follow what plays, and are unknown when nothing does", async () => {
    const { video, music } = house.cinema.sim.player;
    const position = async (): Promise<number> =>
      Number((await house.api.state("sensor.cinema_video_position")).state);
    video.play();
    music.skip(2);
    expect(await house.lastingDifferences()).toEqual([]);
    const before = await position();
    await patiently(async () => expect(await position()).toBeGreaterThan(before + 2));
    video.stop();
    music.stop();
    await patiently(async () => expect(await position()).toBeNaN());
    expect(await house.lastingDifferences()).toEqual([]);
  });

  test("take titles of any length and kind", async () => {
    const { video, music } = house.cinema.sim.player;
    video.playEntry(1);
    video.pause();
    music.playEntry(3);
    music.pause();
    const titles = ["{{ 1 + 1 }}", '{"a": 1}', "007", "1.50", "['x']", "None of them", "é🎬".repeat(200)];
    for (const title of titles) {
      video.update(1, { title });
      music.update(3, { title, artist: title });
      for (const entityId of ["sensor.cinema_video_title", "sensor.cinema_track_title"])
        await patiently(async () =>
          expect((await house.api.state(entityId)).attributes["title"]).toBe(title),
        );
      expect(await house.lastingDifferences()).toEqual([]);
    }
  });
});
