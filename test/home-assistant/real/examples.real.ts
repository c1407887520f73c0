import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

/** An example, for a player of the test instead of the one it was written for. */
function example(name: string, id = "cinema", player = "Cinema"): string {
  const path = join(import.meta.dirname, "../../../examples/home-assistant", `${name}.yaml`);
  return (
    readFileSync(path, "utf8")
      .replaceAll(/living[_-]room/g, id)
      .replaceAll("Living room", player)
      // Several may stand in one file only under different names.
      .replace(/^template:/m, `template ${name} ${id}:`)
      .replace("BAL-XLR", "Line out")
      .replace("'HDMI'", "'HDMI main'")
      // As the example says: there is no such integration here.
      .replace(/^ *children:.*\n/m, "")
  );
}

const doesNothing = ["turn_on: []", "turn_off: []"];
const hassConfiguration = [
  "automation:",
  ...example("automations")
    .split("\n")
    .map((line) => `  ${line}`),
  example("media-player"),
  example("media-player-template", "study", "Study"),
  "template:",
  "  - light:",
  ...["- name: Cinema", ...doesNothing.map((line) => `  ${line}`), "  set_level: []"].map(
    (line) => `      ${line}`,
  ),
  "  - switch:",
  ...["- name: Amplifier", ...doesNothing.map((line) => `  ${line}`)].map((line) => `      ${line}`),
];

describe.skipIf(whyNoHomeAssistant !== "")("the examples in a real Home Assistant", () => {
  let house: House;
  openHouse({ hassConfiguration }, (opened) => {
    house = opened;
  });

  test("the media player shows the player and switches its inputs and outputs", async () => {
    const { audio, video } = house.cinema.sim.player;
    const player = "media_player.cinema_player";
    await patiently(async () => {
      expect(await house.api.state(player)).toMatchObject({
        state: "paused",
        attributes: {
          source: audio.input?.name,
          source_list: audio.inputs.map(({ name }) => name),
          sound_mode: audio.output?.name,
        },
      });
    });
    await house.api.serve("media_player.select_source", player, { source: "Bluetooth" });
    await house.api.serve("media_player.select_sound_mode", player, { sound_mode: "HDMI audio" });
    video.play();
    await patiently(async () => {
      expect([audio.input?.tag, audio.output?.tag]).toEqual(["BT", "HDMI2"]);
      expect(await house.api.state(player)).toMatchObject({
        state: "playing",
        attributes: { source: "Bluetooth", sound_mode: "HDMI audio" },
      });
    });
  });

  test("the media player plays, pauses and goes on, the film before the music", async () => {
    const { music, video } = house.cinema.sim.player;
    const player = "media_player.cinema_player";
    const does = async (action: string): Promise<void> => house.api.serve(`media_player.${action}`, player);
    await does("media_pause");
    await patiently(async () => expect(video.state).toBe("paused"));
    await patiently(async () => expect((await house.api.state(player)).state).toBe("paused"));
    await does("media_next_track");
    await patiently(async () => expect(video.index).toBe(1));
    await does("media_play");
    await patiently(async () => expect(video.state).toBe("playing"));
    video.stop();
    await patiently(async () => expect((await house.api.state("sensor.cinema_medium")).state).toBe("music"));
    await does("media_play");
    await patiently(async () => expect(music.state).toBe("playing"));
    await does("media_previous_track");
    await does("media_pause");
    await patiently(async () => expect(music.state).toBe("paused"));
  });

  test("the template media player shows and does all of it", async () => {
    const { player: sim } = house.study.sim;
    const player = "media_player.study_player";
    const does = async (action: string, data: object = {}): Promise<void> =>
      house.api.serve(`media_player.${action}`, player, data);
    const shows = async (wanted: object): Promise<void> => {
      await patiently(async () => expect(await house.api.state(player)).toMatchObject(wanted));
    };
    const { title, artist, album, durationMs } = sim.music.entries[0] ?? {};
    const sensor = { entity_id: "sensor.study_music_duration", disabled_by: null };
    await house.api.call("config/entity_registry/update", sensor);
    await house.api.reloadMqtt();
    await shows({
      state: "paused",
      attributes: {
        media_title: title,
        media_artist: artist,
        media_album_name: album,
        media_duration: Math.round((durationMs ?? 0) / 1000),
        entity_picture: expect.stringContaining("/api/image_proxy/image.study_music_picture"),
        source: sim.audio.input?.name,
        sound_mode: sim.audio.output?.name,
      },
    });
    await does("media_play");
    await patiently(async () => expect(sim.music.state).toBe("playing"));
    await shows({ state: "playing" });
    await does("media_seek", { seek_position: 60 });
    await patiently(async () => expect(sim.music.positionMs).toBeGreaterThanOrEqual(60_000));
    await does("media_next_track");
    await patiently(async () => expect(sim.music.index).toBe(1));
    await shows({ attributes: { media_title: sim.music.entries[1]?.title } });
    await does("media_pause");
    await patiently(async () => expect(sim.music.state).toBe("paused"));
    await does("volume_set", { volume_level: 0.25 });
    await shows({ attributes: { volume_level: 0.25 } });
    await does("volume_up");
    await shows({ attributes: { volume_level: 0.27 } });
    await does("volume_mute", { is_volume_muted: true });
    await patiently(async () => expect(sim.isMuted).toBe(true));
    await shows({ attributes: { is_volume_muted: true } });
    const source = sim.audio.inputs.find(({ tag }) => tag !== sim.audio.input?.tag)?.name;
    await does("select_source", { source });
    await shows({ attributes: { source } });
    sim.music.stop();
    await shows({ state: "idle", attributes: { entity_picture: "" } });
  });

  test("the lights follow the film", async () => {
    const { video } = house.cinema.sim.player;
    const light = async (): Promise<unknown> =>
      (await house.api.state("light.cinema")).attributes["brightness"];
    video.pause();
    await patiently(async () => expect(await light()).toBe(153));
    video.play();
    await patiently(async () => expect(await light()).toBe(26));
    video.stop();
    await patiently(async () => expect(await light()).toBe(153));
  });

  test("the output follows the amplifier", async () => {
    const { audio } = house.cinema.sim.player;
    await house.api.serve("switch.turn_on", "switch.amplifier");
    await patiently(async () => expect(audio.output?.tag).toBe("RCA"));
    await house.api.serve("switch.turn_off", "switch.amplifier");
    await patiently(async () => expect(audio.output?.tag).toBe("HDMI"));
  });

  test("the dashboard's texts can be read", async () => {
    house.cinema.sim.player.video.playEntry(1);
    expect(await house.lastingDifferences()).toEqual([]);
    const contents: string[] = [];
    JSON.stringify(parse(example("dashboard")), (key, value: unknown) => {
      if (key === "content" && typeof value === "string") contents.push(value);
      return value;
    });
    const [video = "", music = ""] = await Promise.all(
      contents.map((template) => house.api.render(template)),
    );
    const { title = "" } = house.cinema.sim.player.video.entries[1] ?? {};
    expect(video).toContain(`## ${title}`);
    expect(video).toContain(`- **${title}**`);
    expect(music).toContain(house.cinema.sim.player.music.entries[0]?.title);
  });
});
