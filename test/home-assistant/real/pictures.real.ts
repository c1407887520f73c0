import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { coverImage } from "../../../simulator/pictures.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { echoMs } from "./house-parts.ts";
import type { House, Room } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

/** A stream without a cover. */
const radio = {
  playType: 6,
  title: "Night Tide",
  artist: "Harbour Radio",
  album: "",
  picture: "",
  isPlaying: false,
  positionMs: 0,
  durationMs: 0,
};

describe.skipIf(whyNoHomeAssistant !== "")("the picture in a real Home Assistant", () => {
  let house: House;
  openHouse({}, (opened) => {
    house = opened;
  });

  const shows = async ({ id, sim: { player } }: Room): Promise<void> => {
    const bytes = coverImage(String(player.music.current?.id));
    await isThere(id, true);
    await patiently(async () => {
      expect(await house.api.picture(`image.${id}_music_picture`)).toEqual({
        status: 200,
        type: "image/png",
        bytes,
      });
    });
  };
  /** Only who asks for a picture that is not there makes Home Assistant complain. */
  const isThere = async (id: string, wanted: boolean): Promise<void> => {
    await patiently(async () => {
      expect((await house.api.state(`image.${id}_music_picture`)).state !== "unavailable").toBe(wanted);
    });
  };

  test.each([
    // Home Assistant asks each time that somebody looks, the bridge once.
    ["comes from the player", {}, Number.POSITIVE_INFINITY],
    ["comes from the broker where it is published", { "publish.pictures": "true" }, 1],
    ["comes from the player again", {}, Number.POSITIVE_INFINITY],
  ] as const)("%s, follows the track, and is away where there is none", async (_where, args, mostAsked) => {
    await house.restartBridge(args);
    // Until it is told otherwise, Home Assistant asks as it did before.
    await setTimeout(echoMs);
    for (const room of [house.cinema, house.study]) {
      const { player, traffic } = room.sim;
      await shows(room);
      const before = traffic.count("getImage");
      player.music.skip(1);
      player.music.pause();
      await shows(room);
      expect(traffic.count("getImage") - before).toBeLessThanOrEqual(mostAsked);
      player.music.stop();
      await isThere(room.id, false);
      player.music.playEntry(0);
      player.music.pause();
      await shows(room);
      player.externalSource = radio;
      await isThere(room.id, false);
      player.externalSource = undefined;
      await shows(room);
    }
    expect(await house.lastingDifferences()).toEqual([]);
  });
});
