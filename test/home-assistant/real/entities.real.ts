import { describe, expect, test } from "vitest";
import { version } from "../../../src/version.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

/** Entities of players that play music, disabled by default. */
const musicExtras = [
  ...["music_play", "music_pause", "music_next", "music_previous"].map((name) => `button.${name}`),
  ...["standby", "reboot", "screen_on", "screen_off", "refresh"].map((name) => `button.${name}`),
  "binary_sensor.bit_perfect",
  "binary_sensor.output_connected",
  "binary_sensor.waking",
  "number.music_seek",
  "select.music_mode",
  ...["output_format", "output_sample_rate", "sound_processing", "sound_output"].map(
    (name) => `sensor.${name}`,
  ),
  ...["music_source", "music_position", "music_duration"].map((name) => `sensor.${name}`),
];
/** Entities of players that play videos, disabled by default. */
const videoExtras = [
  ...["video_play", "video_pause", "video_stop", "video_next", "video_previous"].map(
    (name) => `button.${name}`,
  ),
  "button.chapter_next",
  "button.chapter_previous",
  "image.video_backdrop",
  "image.video_picture",
  "number.video_seek",
  "select.app",
  "select.play_mode_choice",
  "select.zoom_choice",
  ...["video_position", "video_duration", "video_resolution", "playlist_current"].map(
    (name) => `sensor.${name}`,
  ),
  ...["audio_track", "subtitle"].map((name) => `sensor.${name}`),
  ...["video_frame_rate", "video_codec", "display_output", "play_mode", "zoom"].map(
    (name) => `sensor.${name}`,
  ),
];
/** Entities of players with a display of their own, disabled by default. */
const displayExtras = [
  "button.show_meters",
  "button.show_spectrum",
  "number.knob_brightness",
  ...["knob_color", "meter_style", "spectrum_style", "dac_filter", "upsampling", "master_clock"].map(
    (name) => `select.${name}`,
  ),
  "switch.cd_autoplay",
];
const disabledAtFirst = [
  ...[...musicExtras, ...videoExtras].map((name) => name.replace(".", ".cinema_")),
  ...[...musicExtras, ...displayExtras].map((name) => name.replace(".", ".study_")),
  "sensor.player2mqtt_started",
];

describe.skipIf(whyNoHomeAssistant !== "")("the entities in a real Home Assistant", () => {
  let house: House;
  openHouse({}, (opened) => {
    house = opened;
  });

  test("show what the players are, and there are no others", async () => {
    expect(await house.lastingDifferences()).toEqual([]);
    const entities = await house.api.registered();
    const disabled = entities.filter(({ disabled_by }) => disabled_by !== null);
    expect(disabled.map(({ entity_id }) => entity_id).toSorted()).toEqual(disabledAtFirst.toSorted());
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

  test("are named in sentence case after their player", async () => {
    const states = await house.api.states();
    expect(states.get("sensor.cinema_video_title")?.attributes["friendly_name"]).toBe("Cinema Video title");
    expect(states.get("select.study_output")?.attributes["friendly_name"]).toBe("Study Output");
  });

  test("that few want show what they should as soon as they are enabled", async () => {
    for (const entity_id of disabledAtFirst)
      await house.api.call("config/entity_registry/update", { entity_id, disabled_by: null });
    await house.api.reloadMqtt();
    expect(await house.lastingDifferences()).toEqual([]);
    const states = await house.api.states();
    expect(disabledAtFirst.filter((entityId) => !states.has(entityId))).toEqual([]);
  });

  test("tell lists and whole texts as attributes", async () => {
    const states = await house.api.states();
    const { video, music } = house.cinema.sim.player;
    expect(states.get("sensor.cinema_playlist_size")?.attributes).toMatchObject({
      current_index: 0,
      titles: video.entries.map(({ title }) => title),
    });
    expect(states.get("sensor.cinema_queue_total")?.attributes).toMatchObject({
      current_index: 0,
      tracks: music.entries.map(({ artist, title }) => `${artist} – ${title}`),
    });
    expect(states.get("sensor.player2mqtt_players")?.attributes["players"]).toEqual(["Cinema", "Study"]);
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
