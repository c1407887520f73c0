import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";

/** RECORDER_MINUTES=60 is an hour of use, for the numbers of the documents. */
const minutes = Number(process.env["RECORDER_MINUTES"] ?? 3);
/** A player that plays or rests without events may write so many rows an hour with all its entities. */
const mostRowsAnHour = 40;

/** Its title, artist, album, duration and picture, its place in the queue, and the media player. */
const mostRowsOfTrack = 10;

describe.skipIf(whyNoHomeAssistant !== "")("the recorder of a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration({ isUnhurried: true }, (opened) => {
    house = opened;
  });

  /** The rows that the entities of both players write in an hour, after the state was reached. */
  async function rowsAnHour(): Promise<Record<string, Record<string, number>>> {
    // What follows the change of state itself.
    await setTimeout(15_000);
    using witness = await house.api.witness();
    await setTimeout(minutes * 60_000);
    const changes = [...witness.changes()];
    return Object.fromEntries(
      ["cinema", "study"].map((id) => {
        const own = changes.filter(([entityId]) => entityId.split(".")[1]?.startsWith(id) === true);
        return [id, Object.fromEntries(own.map(([entityId, count]) => [entityId, (count * 60) / minutes]))];
      }),
    );
  }

  const sum = (rows: Readonly<Record<string, number>> = {}): number =>
    Object.values(rows).reduce((total, count) => total + count, 0);

  test(
    "gets few rows while a film plays and with each track, and none while nothing plays",
    async () => {
      const { cinema, study } = house;
      const { music } = study.sim.player;
      music.playEntry(0);
      cinema.sim.player.video.edit((films) => films.map((film) => ({ ...film, durationMs: 7_200_000 })));
      cinema.sim.player.video.playEntry(0);
      await shows(house, cinemaPlayer, { state: "playing" });
      await shows(house, studyPlayer, { state: "playing" });
      const playing = await rowsAnHour();
      cinema.sim.player.video.stop();
      music.pause();
      await shows(house, studyPlayer, { state: "paused" });
      const atRest = await rowsAnHour();
      console.info("rows an hour:", JSON.stringify({ playing, atRest }, null, 2));
      expect(sum(playing["cinema"])).toBeLessThanOrEqual(mostRowsAnHour);
      const tracks = playing["study"]?.["sensor.study_track_title"] ?? 0;
      expect(sum(playing["study"])).toBeLessThanOrEqual(mostRowsAnHour + tracks * mostRowsOfTrack);
      // Home Assistant renews the address of each image every five minutes by itself.
      for (const [entityId, rows] of Object.values(atRest).flatMap(Object.entries<number>)) {
        expect(entityId).toMatch(/^image\./);
        expect(rows).toBeLessThanOrEqual(Math.max(13, 60 / minutes));
      }
    },
    (minutes + 2) * 150_000,
  );
});
