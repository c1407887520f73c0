import { can, supportOf } from "../player.ts";
import { choices, level, list, text, type Values } from "../values.ts";

export const displayLevels = ["display/brightness", "display/knob"] as const;
export const displayMenus = ["display/knob-color", "display/meters", "display/spectrum"] as const;
export const soundMenus = [
  "sound/equalizer",
  "sound/dac-filter",
  "sound/upsampling",
  "sound/master-clock",
] as const;

/** Whether the tab of the device has anything to show, which is known before its file is loaded. */
export function hasDevice(player: Values): boolean {
  return (
    hasDisplay(player) ||
    hasSound(player) ||
    hasApps(player) ||
    ownSettings(player).length > 0 ||
    hasUnused(player)
  );
}

export function hasDisplay(player: Values): boolean {
  return (
    can(player, "screen") ||
    displayLevels.some((leaf) => level(player, leaf) !== undefined) ||
    displayMenus.some((leaf) => choices(player, leaf).options.length > 0)
  );
}

export function hasSound(player: Values): boolean {
  return (
    text(player, "sound/cd-autoplay") !== "" ||
    soundMenus.some((leaf) => choices(player, leaf).options.length > 0)
  );
}

export function hasApps(player: Values): boolean {
  return list(player, "app/options").length > 0 && can(player, "app");
}

/** The tags of the allowed settings that the player has. */
export function ownSettings(values: Values): readonly string[] {
  const found = Object.keys(values.topics).flatMap(
    (leaf) => /^settings\/([^/]+)\/title$/.exec(leaf)?.[1] ?? [],
  );
  return found.filter((tag) => text(values, `settings/${tag}/title`) !== "");
}

function hasUnused(player: Values): boolean {
  return lacksPresets(player) || lacksSettings(player);
}

export function lacksPresets(player: Values): boolean {
  return text(player, "preset/options") === "" && supportOf(player, "preset") !== "denied";
}

export function lacksSettings(player: Values): boolean {
  const support = supportOf(player, "settings");
  return ownSettings(player).length === 0 && support !== "unsupported" && support !== "denied";
}
