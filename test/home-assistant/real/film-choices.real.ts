import { describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

const subtitle = "select.cinema_subtitle_choice";
const audioTrack = "select.cinema_audio_track_choice";

describe.skipIf(whyNoHomeAssistant !== "")("what a film offers, in a real Home Assistant", () => {
  let house: House;
  openHouse({}, (opened) => {
    house = opened;
  });

  const optionsOf = async (entity: string): Promise<unknown> =>
    (await house.api.state(entity)).attributes["options"];

  test("can be chosen, and subtitles be switched off", async () => {
    const { video } = house.cinema.sim.player;
    const subtitles = ["off", "English Internal PGS", "Íslenska(Full) External SRT"];
    const audioTracks = ["English TrueHD 7.1 channel 48,0KHz", "Íslenska AC3 5.1 channel 48,0KHz"];
    expect(await optionsOf(subtitle)).toEqual(subtitles);
    expect(await optionsOf(audioTrack)).toEqual(audioTracks);
    for (const [index, option] of subtitles.entries()) {
      await house.api.serve("select.select_option", subtitle, { option });
      await patiently(async () => expect(video.current?.subtitle).toBe(index));
      expect(await house.lastingDifferences()).toEqual([]);
    }
    for (const [index, option] of [...audioTracks.entries()].toReversed()) {
      await house.api.serve("select.select_option", audioTrack, { option });
      await patiently(async () => expect(video.current?.audioTrack).toBe(index));
      expect(await house.lastingDifferences()).toEqual([]);
    }
  });

  test("follows the film, and is away without one", async () => {
    const { video } = house.cinema.sim.player;
    const titles = ["none", "{{ 1 + 1 }}", "2", "Srt", "Srt", "a \"quoted\" 'one'", "é🎬".repeat(60)];
    video.update(1, { subtitles: titles, subtitle: 4, audioTracks: ["Only"], audioTrack: 0 });
    video.playEntry(1);
    video.pause();
    await patiently(async () => expect(await optionsOf(audioTrack)).toEqual(["Only"]));
    const options = (await optionsOf(subtitle)) as string[];
    expect(options.slice(0, 6)).toEqual(["off", "none (none)", "{{ 1 + 1 }}", "2 (3)", "Srt", "Srt (5)"]);
    await patiently(async () => expect((await house.api.state(subtitle)).state).toBe("Srt"));
    for (const [index, option] of options.entries()) {
      await house.api.serve("select.select_option", subtitle, { option });
      await patiently(async () => {
        expect(video.current?.subtitle).toBe(index);
        expect((await house.api.state(subtitle)).state).toBe(option);
      });
    }
    video.stop();
    expect(await house.lastingDifferences()).toEqual([]);
    expect((await house.api.state(subtitle)).state).toBe("unavailable");
    video.playEntry(0);
    video.pause();
    expect(await house.lastingDifferences()).toEqual([]);
    await patiently(async () => expect(await optionsOf(subtitle)).not.toContain("Srt (5)"));
  });

  test("of the film before is refused by the film that has begun", async () => {
    const { video } = house.cinema.sim.player;
    video.update(1, { subtitles: ["Only here"], subtitle: 1 });
    const [topic, payload] = ["player2mqtt/cinema/video/subtitle/set", '{"value": "Only here"}'];
    await house.api.post("/api/services/mqtt/publish", { topic, payload });
    await patiently(async () => {
      expect((await house.api.state("event.cinema_command_outcome")).attributes).toMatchObject({
        event_type: "rejected",
        command: "video/subtitle",
      });
    });
  });
});
