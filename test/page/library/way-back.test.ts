import { describe, expect, it } from "vitest";
import type { PlayerView } from "../../../src/extensions/page/wire.ts";
import { wayBack } from "../../../page/library/way-back.ts";

const controls = { "music/queue": "supported", "music/position": "supported" };
const playing = {
  info: JSON.stringify({ controls }),
  "music/state": "playing",
  "music/title": "Reef",
  "music/source": "internal",
};

function playerWith(topics: Readonly<Record<string, string>>, current = 2) {
  const list = { size: 3, current, mark: 0 };
  const music: PlayerView["positions"]["music"] = { seconds: 40, at: 1000 };
  return { topics, lists: { queue: list, playlist: list }, positions: { video: null, music } };
}

function rowsOf(...tracks: readonly (string | undefined)[]) {
  const rows = tracks.map((track, place) => ({ place, title: "", by: "", format: "", track }));
  return { start: 0, total: rows.length, rows };
}

const three = rowsOf("7", "8", "9");

describe("the way back to a queue that was replaced", () => {
  it("begins with the entry that played where a player cannot go to one", () => {
    const info = JSON.stringify({ controls: { "music/queue": "off", "music/position": "unsupported" } });
    expect(wayBack(playerWith({ ...playing, info }), three, 1000)).toEqual([
      { command: "library/play", request: "track 9,7,8" },
    ]);
  });

  it.each(["paused", "idle"])("is silent again if it was %s", (state) => {
    const steps = wayBack(playerWith({ ...playing, "music/state": state }, -1), three, 9000);
    expect(steps?.map(({ request }) => request)).toEqual(["track 7,8,9", "40", "pause"]);
  });

  it.each([
    ["is too long for one command", rowsOf(...Array.from({ length: 51 }, (_, place) => String(place))), {}],
    ["has tracks of a service", rowsOf("7", undefined), {}],
    ["is read in parts", { ...three, total: 4 }, {}],
    ["is not what plays", three, { "music/source": "network" }],
    ["is beside a film", three, { "video/state": "playing", "video/title": "Moss" }],
  ])("does not exist where the queue %s", (_, rows, topics) => {
    expect(wayBack(playerWith({ ...playing, ...topics }), rows, 0)).toBeUndefined();
  });
});
