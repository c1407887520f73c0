import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type House, openHouse, patiently } from "./house.ts";

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

const automations = example("automations").replaceAll(/^/gm, "  ");
const others = `
  - light:
      - name: Cinema
        turn_on: []
        turn_off: []
        set_level: []
  - switch:
      - name: Amplifier
        turn_on: []
        turn_off: []`;
const hassConfiguration = [
  `automation:\n${automations}`,
  example("media-player"),
  example("media-player-template", "study", "Study"),
  `template:${others}`,
];

describe("the examples in a real Home Assistant", () => {
  let house: House;
  openHouse({ hassConfiguration }, (opened) => {
    house = opened;
  });

  /** Has a media player do something, and waits until it shows this. */
  async function act(player: string, action: string, data: object, wanted: object): Promise<void> {
    await house.api.act(`media_player.${action}`, player, data);
    await shows(player, wanted);
  }
  async function shows(player: string, wanted: object): Promise<void> {
    await patiently(async () => expect(await house.api.state(player)).toMatchObject(wanted));
  }

  test("the media player shows the player, switches its inputs and outputs, and plays the film before the music", async () => {
    const { audio, music, video } = house.cinema.sim.player;
    const player = "media_player.cinema_player";
    const source_list = audio.inputs.map(({ name }) => name);
    const [source, sound_mode] = [audio.input?.name, audio.output?.name];
    await shows(player, { state: "paused", attributes: { source, source_list, sound_mode } });
    await act(player, "select_source", { source: "Bluetooth" }, { attributes: { source: "Bluetooth" } });
    await act(player, "select_sound_mode", { sound_mode: "HDMI audio" }, { state: "paused" });
    await patiently(async () => expect(audio.output?.tag).toBe("HDMI2"));
    await act(player, "media_play", {}, { state: "playing" });
    await act(player, "media_next_track", {}, { state: "playing" });
    await patiently(async () => expect(video.index).toBe(1));
    await act(player, "media_pause", {}, { state: "paused" });
    video.stop();
    await patiently(async () => expect((await house.api.state("sensor.cinema_medium")).state).toBe("music"));
    await act(player, "media_play", {}, { state: "playing" });
    await patiently(async () => expect(music.state).toBe("playing"));
  });

  test("the template media player shows and does all of it", async () => {
    const { player: sim } = house.study.sim;
    const player = "media_player.study_player";
    const { title, artist, album, durationMs } = sim.music.entries[0] ?? {};
    const sensor = { entity_id: "sensor.study_music_duration", disabled_by: null };
    await house.api.call("config/entity_registry/update", sensor);
    await house.api.reloadMqtt();
    await shows(player, {
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
    const source = sim.audio.inputs.find(({ tag }) => tag !== sim.audio.input?.tag)?.name;
    const media_title = sim.music.entries[1]?.title;
    for (const [action, data, wanted] of [
      ["media_play", {}, { state: "playing" }],
      ["media_seek", { seek_position: 60 }, { state: "playing" }],
      ["media_next_track", {}, { attributes: { media_title } }],
      ["media_pause", {}, { state: "paused" }],
      ["volume_set", { volume_level: 0.25 }, { attributes: { volume_level: 0.25 } }],
      ["volume_up", {}, { attributes: { volume_level: 0.27 } }],
      ["volume_mute", { is_volume_muted: true }, { attributes: { is_volume_muted: true } }],
      ["select_source", { source }, { attributes: { source } }],
    ] as const)
      await act(player, action, data, wanted);
    sim.music.stop();
    await shows(player, { state: "idle", attributes: { entity_picture: "" } });
  });

  test("the lights follow the film, and the output the amplifier", async () => {
    const { audio, video } = house.cinema.sim.player;
    const brightness = async (): Promise<unknown> =>
      (await house.api.state("light.cinema")).attributes["brightness"];
    for (const [happens, wanted] of [
      ["playEntry", 26],
      ["pause", 153],
      ["play", 26],
      ["stop", 153],
    ] as const) {
      video[happens](0);
      await patiently(async () => expect(await brightness()).toBe(wanted));
    }
    for (const [action, output] of [
      ["turn_on", "RCA"],
      ["turn_off", "HDMI"],
    ] as const) {
      await house.api.act(`switch.${action}`, "switch.amplifier");
      await patiently(async () => expect(audio.output?.tag).toBe(output));
    }
  });

  test("the dashboard's texts can be read", async () => {
    const { video, music } = house.cinema.sim.player;
    video.playEntry(1);
    const { title = "" } = video.entries[1] ?? {};
    const contents: string[] = [];
    JSON.stringify(parse(example("dashboard")), (key, value: unknown) => {
      if (key === "content" && typeof value === "string") contents.push(value);
      return value;
    });
    await patiently(async () => {
      const [films = "", tracks = ""] = await Promise.all(contents.map((one) => house.api.render(one)));
      expect(films).toContain(`## ${title}`);
      expect(films).toContain(`- **${title}**`);
      expect(tracks).toContain(music.entries[0]?.title);
    });
  });
});
