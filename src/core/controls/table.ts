import { properties } from "../resources/player.ts";
import type { Support } from "../resources/resource.ts";
import type { KnownPlayer } from "./known-player.ts";
import { app } from "./app.ts";
import { selectControl } from "./audio.ts";
import type { Control, ControlledPlayer } from "./control.ts";
import { choiceListControls } from "./choice-list.ts";
import { displayBrightness, displayShow, knobLight } from "./display.ts";
import { audioTrackControl, subtitleControl, videoPlayMode, videoZoom } from "./film-choices.ts";
import { key } from "./key.ts";
import { libraryPlay } from "./library-play.ts";
import { group, groupMute, groupVolume } from "./group.ts";
import { musicPreset } from "./music-preset.ts";
import { sleep } from "./sleep.ts";
import { operationSupport } from "./known-player.ts";
import { musicMode, musicPlayback, musicPosition, musicQueue, musicRepeat, musicShuffle } from "./music.ts";
import { play } from "./play.ts";
import { power, screen } from "./power.ts";
import { settingsControl } from "./settings.ts";
import { videoPlayback, videoPlaylist, videoPosition } from "./video.ts";
import { mute, volumeLevel, volumePercent } from "./volume.ts";

export const controls = {
  "audio/input": selectControl("input"),
  "audio/output": selectControl("output"),
  "video/playback": videoPlayback,
  "video/position": videoPosition,
  "video/audio-track": audioTrackControl,
  "video/subtitle": subtitleControl,
  "video/zoom": videoZoom,
  "video/play-mode": videoPlayMode,
  "video/playlist": videoPlaylist,
  "music/playback": musicPlayback,
  "music/position": musicPosition,
  "music/mode": musicMode,
  "music/shuffle": musicShuffle,
  "music/repeat": musicRepeat,
  "music/preset": musicPreset,
  "music/queue": musicQueue,
  volume: volumePercent,
  "volume/level": volumeLevel,
  mute,
  group,
  "group/volume": groupVolume,
  "group/mute": groupMute,
  sleep,
  power,
  screen,
  key,
  app,
  play,
  "library/play": libraryPlay,
  "display/brightness": displayBrightness,
  "display/knob": knobLight,
  "display/show": displayShow,
  ...choiceListControls,
  settings: settingsControl,
} satisfies Readonly<Record<string, Control>>;

/** The name of a control, which is its topic. The order is that of the documentation. */
export type ControlName = keyof typeof controls;

export const controlNames = Object.keys(controls) as ControlName[];

/** The last level of a control's topic: `input` of `audio/input`. */
export function lastLevelOf(name: ControlName): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** What a control is called: as the property that it sets, or by a title of its own. */
export function controlTitle(name: ControlName): string {
  const titled: Readonly<Record<ControlName, { readonly title: string }>> = { ...controls, ...properties };
  return titled[name].title;
}

/** The controls with this name, else with this last level: one where that is unique. */
export function controlsCalled(word: string): readonly ControlName[] {
  const exact = controlNames.find((name) => name === word);
  return exact === undefined ? controlNames.filter((name) => lastLevelOf(name) === word) : [exact];
}

/** Whether a player supports a control, as far as known; `off` means that the owner has not enabled it. */
export function controlSupport(session: ControlledPlayer, name: ControlName): Support | "off" {
  const { operations, resources, applies, offers, worksWithout }: Control = controls[name];
  if (worksWithout(session)) return "supported";
  const supports = operations
    .filter((operation) => applies(session, operation))
    .map((operation) => operationSupport(session, operation));
  const resourceSupport = bestOf(resources.map((resource) => session.resources[resource].support));
  // Enabling an operation does not help where the player lacks the resource.
  const isOff =
    resources.length > 0 && resources.every((resource) => session.resources[resource].unread === "off");
  if (isOff) return "off";
  if (resourceSupport === "unsupported") return "unsupported";
  if (supports.every((support) => support === "off")) return "off";
  if (supports.every((support) => support === "off" || support === "unsupported")) return "unsupported";
  if (resourceSupport !== undefined)
    return resourceSupport === "supported" ? offers(session) : resourceSupport;
  if (offers(session) === "unsupported") return "unsupported";
  return supports.includes("supported") ? "supported" : "unknown";
}

/** Any one resource is enough; undefined where none is needed. */
function bestOf(supports: readonly Support[]): Support | undefined {
  return (["supported", "unknown", "unsupported"] as const).find((support) => supports.includes(support));
}

export function controlSupports(session: KnownPlayer): Record<string, Support | "off"> {
  return Object.fromEntries(controlNames.map((name) => [name, controlSupport(session, name)]));
}
