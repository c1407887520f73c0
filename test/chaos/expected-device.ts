import type { Display } from "../../simulator/zidoo/display.ts";
import type { OperationName } from "../../simulator/zidoo/operations.ts";
import type { OwnSettings } from "../../simulator/zidoo/own-settings.ts";
import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";
import type { Wanted } from "./wanted.ts";

/* What a player publishes beyond the specification: apps, display, modes of films, posters. */

type Leaves = Readonly<Record<string, Wanted>>;

const anything: Wanted = { rule: () => undefined };

/** The library's entry of the film; the tests of film art hold it against the answer. */
export const filmArt: Leaves = {
  "video/picture": anything,
  "video/backdrop": anything,
  "video/details": anything,
};

export function apps(listed: NonNullable<SimulatedPlayer["apps"]>): Leaves {
  const open = listed.filter(({ isCanOpen }) => isCanOpen);
  return {
    "app/options": { json: open.map(({ label, packageName }) => ({ value: packageName, title: label })) },
  };
}

export function addDisplay(
  { screen, knob, colors, meters, spectrum, sides }: Display,
  add: (from: OperationName, leaves: Leaves) => void,
): void {
  const light = (leaf: string, { level, max }: Display["screen"]): Leaves => ({
    [`display/${leaf}`]: String(level),
    [`display/${leaf}/range`]: { json: { min: 0, max } },
  });
  const shown = sides.vuDisplayMode > 0 ? "meters" : sides.spDisplayMode > 0 ? "spectrum" : "off";
  add("getState", {
    "display/show/options": { json: ["off", "meters", "spectrum"].map((value) => ({ value, title: value })) },
    "display/show": shown,
  });
  add("getScreenBrightness", light("brightness", screen));
  add("getKnobBrightness", light("knob", knob));
  add("getKnobLightColorList", styles("display/knob-color", colors));
  add("getVUModeList", styles("display/meters", meters));
  add("getSpPlayModeList", styles("display/spectrum", spectrum));
}

const lists = {
  getXlrOutputPcmFilterList: "sound/dac-filter",
  getXlrOutputUpSamplingList: "sound/upsampling",
  getMasterClockList: "sound/master-clock",
} as const;

/** The settings of the sound, which the player keeps in its tree. */
export function addSound({ pages }: OwnSettings, add: (from: OperationName, leaves: Leaves) => void): void {
  for (const [name, leaf] of Object.entries(lists) as [keyof typeof lists, string][]) {
    const [, page] = [...pages].find(([path]) => path.endsWith(`/${name}`)) ?? [];
    const { currentIndex, data } = page as { currentIndex: number; data: { title: string }[] };
    add(name, styles(leaf, { current: currentIndex, titles: data.map(({ title }) => title) }));
  }
  const isOn = /"tag":"SettingsItemTagCDAutoPlay"[^}]*"switchStatus":true/.test(JSON.stringify([...pages]));
  add("getSystemSettings", { "sound/cd-autoplay": isOn ? "on" : "off" });
}

export function dspProfiles({ profiles }: NonNullable<SimulatedPlayer["sound"]>): Leaves {
  const listed = Array.from(profiles, ([input, { name, enabled }]) => ({ input, profile: name, enabled }));
  return { "sound/dsp-profiles": { json: listed } };
}

/** A title that is a number, or listed before, is told with its index. */
function styles(leaf: string, { current, titles }: Pick<Display["meters"], "current" | "titles">): Leaves {
  const options = titles.map((title, index) => {
    const isClear = !/^\d+$/.test(title) && !titles.slice(0, index).includes(title);
    return { index, title: isClear ? title : `${title} (${index})` };
  });
  return { [leaf]: options[current]?.title ?? "", [`${leaf}/options`]: { json: options } };
}

/** The options stay when a film ends, until the player is asked without one. */
export function modeOfFilm(player: SimulatedPlayer, mode: "zoom" | "play-mode"): Leaves {
  const { information } = mode === "zoom" ? player.zoom : player.playMode;
  return {
    [`video/${mode}/options`]: anything,
    [`video/${mode}/name`]: player.video.current === undefined ? "" : information,
  };
}
