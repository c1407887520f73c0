import { expect, it } from "vitest";
import {
  type Reading,
  type ResourceName,
  resourceNamed,
  summaryOf,
} from "../../../src/core/resources/player.ts";
import {
  apps,
  audio,
  brightness,
  film,
  filmArt,
  model,
  music,
  playlist,
  playModes,
  powerOptions,
  queue,
  ownSettings,
  styles,
  zooms,
} from "../sample-player.ts";

const routing = audio("EARC", "RCA");
const unknown = { ...routing.input, current: undefined };
const long = "A title that nobody reads to its end, since it is too long";

it.each<[ResourceName, value: object, summary: string]>([
  ["apps", apps, "apps: 3"],
  ["apps", {}, "apps"],
  ["zooms", zooms, "zoom of films: 2"],
  ["playModes", playModes, "play modes of films: 2"],
  ["firmware", { latest: "4.8" }, "latest firmware: 4.8"],
  ["power", powerOptions, "power options: poweroff/reboot/standby/screen"],
  ["screenBrightness", brightness, "screen brightness: 80/115"],
  ["knobBrightness", { ...brightness, level: undefined }, "knob brightness: ?/115"],
  ["knobColors", styles, "knob color: Walnut"],
  ["meterStyles", styles, "meter style: Walnut"],
  ["spectrumStyles", styles, "spectrum style: Walnut"],
  ["settings", ownSettings, "settings: 3"],
  ["audio", routing, "inputs and outputs: EARC (3) → RCA (3)"],
  ["audio", { ...routing, input: unknown, output: unknown }, "inputs and outputs: ? (3) → ? (3)"],
  ["model", { ...model, model: "A8", firmware: "v1" }, "A8, firmware v1"],
  ["model", { ...model, model: undefined, firmware: undefined }, "a player of unknown model"],
  ["video", { ...film, title: "" }, `video: ${film.state}`],
  ["video", { ...film, title: "Ledger" }, `video: ${film.state} 'Ledger'`],
  ["video", { ...film, title: long }, `video: ${film.state} '${long.slice(0, 39)}…'`],
  ["music", { ...music, track: { ...music.track, title: "" } }, "music state: playing (internal)"],
  ["music", music, `music state: playing (internal) '${music.track.title}'`],
  ["queue", { ...queue, total: 3, title: "" }, "music queue: 3"],
  ["queue", { ...queue, total: 3, title: "Song" }, "music queue: 3 'Song'"],
  ["filmArt", { ...filmArt, title: "" }, "video poster: -"],
  ["filmArt", { ...filmArt, title: "Ledger" }, "video poster: 'Ledger'"],
  ["playlist", { ...playlist, size: 2 }, "playlist: 2"],
  ["videoVolume", { level: 7, min: 0, max: 15 }, "volume of a video model: 7/15"],
  ["videoVolume", { level: undefined, min: 0, max: 15 }, "volume of a video model: ?/15"],
])("a value of %s in a few words: %o", (resource, value, summary) => {
  expect(summaryOf({ resource, value } as Reading).text).toBe(summary);
});

it("the public name of a resource finds it", () => {
  expect([resourceNamed("state"), resourceNamed("music")]).toEqual(["music", undefined]);
});
