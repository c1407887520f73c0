import { properties } from "../resources/player.ts";
import type { Support } from "../resources/resource.ts";
import type { KnownPlayer } from "./known-player.ts";
import { app } from "./app.ts";
import { controlsOfAudio } from "./audio.ts";
import type { Control, ControlledPlayer } from "./control.ts";
import { controlsOfChoiceLists } from "./choice-list.ts";
import { controlsOfDisplay } from "./display.ts";
import { controlsOfFilmChoices } from "./film-choices.ts";
import { key } from "./key.ts";
import { libraryPlay } from "./library-play.ts";
import { controlsOfGroup } from "./group.ts";
import { musicPreset } from "./music-preset.ts";
import { sleep } from "./sleep.ts";
import { operationSupport } from "./known-player.ts";
import { controlsOfMusic } from "./music.ts";
import { play } from "./play.ts";
import { controlsOfPower } from "./power.ts";
import { raw } from "./raw.ts";
import { settingsControl } from "./settings.ts";
import { controlsOfVideo } from "./video.ts";
import { controlsOfVolume } from "./volume.ts";

export const controls = {
  ...controlsOfAudio,
  ...controlsOfVideo,
  ...controlsOfFilmChoices,
  ...controlsOfMusic,
  "music/preset": musicPreset,
  ...controlsOfVolume,
  ...controlsOfGroup,
  sleep,
  ...controlsOfPower,
  key,
  app,
  play,
  "library/play": libraryPlay,
  ...controlsOfDisplay,
  ...controlsOfChoiceLists,
  settings: settingsControl,
  raw,
} satisfies Readonly<Record<string, Control>>;

/** The name of a control, which is its topic. The order is that of the documentation. */
export type ControlName = keyof typeof controls;

export const controlNames = Object.keys(controls) as ControlName[];

/** Whether a control acts on all players of a group, whichever of them is asked. */
export function actsOnGroup(name: ControlName): boolean {
  return name === "play" || name.startsWith("music/");
}

/** The last level of a control's topic: `input` of `audio/input`. */
export function lastLevelOf(name: ControlName): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Whether a control sets the property of its name. */
export function isProperty(name: string): name is keyof typeof properties {
  return name in properties;
}

/** What a control is called: as the property that it sets, or by a title of its own. */
export function controlTitle(name: ControlName): string {
  return isProperty(name) ? properties[name].title : controls[name].title;
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
  let byResources: Support | "off" = resources.length === 0 ? "supported" : "off";
  for (const resource of resources) {
    const { unread, support } = session.resources[resource];
    byResources = better(byResources, unread === "off" ? "off" : support);
  }
  // Enabling an operation does not help where the player lacks the resource.
  if (!isPossible(byResources)) return byResources;
  let byOperations: Support | "off" = "off";
  for (const operation of operations)
    if (applies(session, operation))
      byOperations = better(byOperations, operationSupport(session, operation));
  if (!isPossible(byOperations)) return byOperations;
  if (byResources === "unknown") return "unknown";
  const offered = offers(session);
  return resources.length > 0 || !isPossible(offered) ? offered : byOperations;
}

const ranks = { off: 0, unsupported: 1, unknown: 2, supported: 3 } as const;

/** Any one resource or operation is enough. */
function better(one: Support | "off", other: Support | "off"): Support | "off" {
  return ranks[other] > ranks[one] ? other : one;
}

/** Whether it may work, as far as known. */
export function isPossible(support: Support | "off"): boolean {
  return ranks[support] >= ranks.unknown;
}

export function controlSupports(session: KnownPlayer): Record<string, Support | "off"> {
  return Object.fromEntries(controlNames.map((name) => [name, controlSupport(session, name)]));
}
