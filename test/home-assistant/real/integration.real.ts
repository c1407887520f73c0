import { describe, expect, test } from "vitest";
import { coverImage } from "../../../simulator/pictures.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

const queueSize = 2000;

describe.skipIf(whyNoHomeAssistant !== "")("a media player in a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration(
    { queueSize, settings: { "controls.experimental": "true" }, isDisturbed: true },
    (opened) => {
      house = opened;
    },
  );

  const act = async (action: string, entityId: string, data: object = {}): Promise<void> =>
    house.api.act(`media_player.${action}`, entityId, data);
  const pictureOf = async (entityId: string): Promise<string> => {
    const { entity_picture } = (await house.api.state(entityId)).attributes;
    if (typeof entity_picture !== "string") throw new Error(`${entityId} has no picture`);
    return entity_picture;
  };

  test("shows the film before the music, and controls what it shows", async () => {
    const { music, video } = house.cinema.sim.player;
    video.play();
    await shows(house, cinemaPlayer, {
      state: "playing",
      attributes: {
        media_content_type: "video",
        media_title: video.current?.title,
        media_duration: Math.round((video.current?.durationMs ?? 0) / 1000),
      },
    });
    const { media_position, media_position_updated_at } = (await house.api.state(cinemaPlayer)).attributes;
    const age = Date.now() - Date.parse(media_position_updated_at as string);
    expect(Math.abs(Number(media_position) + age / 1000 - video.positionMs / 1000)).toBeLessThan(3);
    await act("media_pause", cinemaPlayer);
    expect(video.state).toBe("paused");
    await act("media_next_track", cinemaPlayer);
    await patiently(async () => expect(video.index).toBe(1));
    await act("media_seek", cinemaPlayer, { seek_position: 100 });
    await patiently(async () => expect(video.positionMs).toBeGreaterThanOrEqual(100_000));

    await act("media_stop", cinemaPlayer);
    expect(video.state).toBe("stopped");
    await shows(house, cinemaPlayer, { state: "idle" });
    // Play never starts the music that was paused before: it opens the film again.
    await act("media_play", cinemaPlayer);
    expect([video.state, music.state]).toEqual(["playing", "paused"]);
    await shows(house, cinemaPlayer, { state: "playing", attributes: { media_title: video.current?.title } });
    video.stop();
    music.play();
    const { title, artist, album } = music.current ?? {};
    await shows(house, cinemaPlayer, {
      state: "playing",
      attributes: {
        media_content_type: "music",
        media_title: title,
        media_artist: artist,
        media_album_name: album,
      },
    });
    video.playEntry(0);
    video.pause();
    await act("media_pause", cinemaPlayer);
    expect(music.state).toBe("paused");
    await shows(house, cinemaPlayer, { state: "paused", attributes: { media_content_type: "video" } });
  });

  test("sets volume, inputs, outputs and the order of the music", async () => {
    const { player } = house.study.sim;
    await act("volume_set", studyPlayer, { volume_level: 0.25 });
    expect(player.volume?.level).toBe(50);
    await act("volume_mute", studyPlayer, { is_volume_muted: true });
    expect(player.isMuted).toBe(true);
    await act("shuffle_set", studyPlayer, { shuffle: true });
    await shows(house, studyPlayer, {
      attributes: { volume_level: 0.25, is_volume_muted: true, shuffle: true, repeat: "all" },
    });
    await act("repeat_set", studyPlayer, { repeat: "one" });
    await act("volume_mute", studyPlayer, { is_volume_muted: false });
    const source = player.audio.inputs.find(({ tag }) => tag !== player.audio.input?.tag);
    const output = player.audio.outputs.find(
      ({ tag, enabled }) => enabled && tag !== player.audio.output?.tag,
    );
    await act("select_source", studyPlayer, { source: source?.name });
    await act("select_sound_mode", studyPlayer, { sound_mode: output?.name });
    expect([player.audio.input?.tag, player.audio.output?.tag]).toEqual([source?.tag, output?.tag]);
    await shows(house, studyPlayer, {
      attributes: { shuffle: false, repeat: "one", source: source?.name, sound_mode: output?.name },
    });
    await act("repeat_set", studyPlayer, { repeat: "all" });
  });

  test("is off while the player is, and turns it on", async () => {
    const { sim } = house.cinema;
    await act("turn_off", cinemaPlayer);
    await shows(house, cinemaPlayer, { state: "off" });
    house.cinema.isAwake = false;
    expect(await house.lastingDifferences()).toEqual([]);
    await act("turn_on", cinemaPlayer);
    house.cinema.isAwake = true;
    await shows(house, cinemaPlayer, {
      state: "paused",
      attributes: { media_title: sim.player.video.current?.title },
    });
    expect(await house.lastingDifferences()).toEqual([]);
  });

  test(`browses a queue of ${queueSize} in pages, and plays an entry of it`, async () => {
    const { music } = house.study.sim.player;
    // Behind it are the sources that every Home Assistant has, such as text-to-speech.
    const [first] = (await house.api.browse(studyPlayer)).children;
    expect(first?.title).toBe("Music queue");
    const queue = await house.api.browse(studyPlayer, first);
    expect(queue.children.map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, page) => `${page * 100 + 1} - ${(page + 1) * 100}`),
    );
    const titles: string[] = [];
    for (const page of queue.children)
      titles.push(...(await house.api.browse(studyPlayer, page)).children.map(({ title }) => title));
    expect(titles).toEqual(music.entries.map(({ artist, title }) => `${title} · ${artist}`));
    const last = (await house.api.browse(studyPlayer, queue.children[19])).children.at(-1);
    expect(last).toMatchObject({ can_play: true, can_expand: false });
    const { media_content_id, media_content_type } = last ?? {};
    await act("play_media", studyPlayer, { media_content_id, media_content_type });
    await patiently(async () => expect(music.index).toBe(queueSize - 1));
    await shows(house, studyPlayer, { attributes: { media_title: music.current?.title } });
    music.pause();
  });

  test.each([
    ["fetched from the player", {}],
    ["published by the bridge", { "publish.pictures": "true" }],
  ])("shows the cover %s through Home Assistant's proxy, and follows the track", async (_how, args) => {
    await house.restartBridge(args);
    expect(await house.lastingDifferences()).toEqual([]);
    const { music } = house.study.sim.player;
    for (const index of [3, 4]) {
      music.playEntry(index);
      music.pause();
      const bytes = coverImage(String(music.current?.id));
      await shows(house, studyPlayer, { attributes: { media_title: music.current?.title } });
      await patiently(async () => {
        const path = await pictureOf(studyPlayer);
        expect(path).toMatch(/^\/api\/media_player_proxy\/media_player\.study\?token=/);
        expect(await house.api.load(path)).toEqual({ status: 200, type: "image/png", bytes });
      });
    }
    music.stop();
    await shows(house, studyPlayer, { state: "idle" });
    await expect(pictureOf(studyPlayer)).rejects.toThrow("has no picture");
    music.play();
    music.pause();
  });
});
