import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { Media } from "./hass-api.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";

/** USE_MINUTES=60 is an hour of use. */
const minutes = Number(process.env["USE_MINUTES"] ?? 2);
const restMs = 5000;

describe.skipIf(whyNoHomeAssistant !== "")("a real Home Assistant in use", () => {
  let house: House;
  openHouseWithIntegration(
    { isUnhurried: true, settings: { "library.enabled": "true", "library.requestsPerHour": "600" } },
    (opened) => {
      house = opened;
    },
  );

  const act = async (action: string, entityId: string, data: object = {}): Promise<void> =>
    house.api.act(action.includes(".") ? action : `media_player.${action}`, entityId, data);
  const child = async (folder: Media | undefined, name: string): Promise<Media | undefined> => {
    const { children } = await house.api.browse(studyPlayer, folder);
    return children.find(({ title }) => title.startsWith(name));
  };

  async function film(round: number): Promise<void> {
    await act("media_play", cinemaPlayer);
    await act("media_seek", cinemaPlayer, { seek_position: 60 + (round % 60) });
    await act("player2mqtt.next_subtitle", cinemaPlayer);
    await act("player2mqtt.next_audio_track", cinemaPlayer);
    await act("volume_up", cinemaPlayer);
    await act("remote.send_command", "remote.cinema_remote", { command: ["Info", "Back"], delay_secs: 0.1 });
    await act("media_pause", cinemaPlayer);
    await act("media_stop", cinemaPlayer);
    await act("media_play", cinemaPlayer);
    await shows(house, cinemaPlayer, { state: "playing" });
  }

  async function music(round: number): Promise<void> {
    const { audio } = house.study.sim.player;
    await act("media_play", studyPlayer);
    await act("media_next_track", studyPlayer);
    await act("volume_set", studyPlayer, { volume_level: 0.2 + (round % 10) / 50 });
    await act("volume_mute", studyPlayer, { is_volume_muted: round % 2 === 0 });
    await act("shuffle_set", studyPlayer, { shuffle: round % 2 === 0 });
    await act("select_sound_mode", studyPlayer, {
      sound_mode: audio.outputs.filter(({ enabled }) => enabled)[round % 2]?.name,
    });
    await act("media_pause", studyPlayer);
    await shows(house, studyPlayer, { state: "paused" });
  }

  async function library(): Promise<void> {
    const albums = await child(await child(undefined, "Library"), "Albums");
    const [album] = (await house.api.browse(studyPlayer, albums)).children;
    const [track] = (await house.api.browse(studyPlayer, album)).children;
    expect(await house.api.load(track?.thumbnail ?? "")).toMatchObject({ status: 200, type: "image/png" });
    await act("play_media", studyPlayer, {
      media_content_id: album?.media_content_id,
      media_content_type: album?.media_content_type,
    });
    await shows(house, studyPlayer, { state: "playing" });
    await house.api.say("pause Study");
    await shows(house, studyPlayer, { state: "paused" });
  }

  async function power(): Promise<void> {
    await act("turn_off", studyPlayer);
    await act("turn_on", studyPlayer);
    await shows(house, studyPlayer, { state: "paused" });
  }

  test(
    "logs no line about us, whatever is done",
    async () => {
      const end = Date.now() + minutes * 60_000;
      const failures: string[] = [];
      let round = 0;
      for (; Date.now() < end || round < 4; round += 1) {
        const doing = [film, music, library, power][round % 4] ?? power;
        await doing(round).catch((error: unknown) => failures.push(`${doing.name}: ${String(error)}`));
        await setTimeout(restMs);
      }
      console.info(`${round} rounds in ${minutes} minutes`);
      expect(failures).toEqual([]);
    },
    (minutes + 10) * 60_000,
  );
});
