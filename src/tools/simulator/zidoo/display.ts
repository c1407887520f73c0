import type { Verdict } from "./music-answers.ts";
import { numberOf } from "./reply.ts";
/** A brightness; firmware differs in the range, and in the field for the level. */
export interface Light {
  level: number;
  readonly max: number;
  readonly spelling: "currentValue" | "currentIndex";
}

/** A list of styles, and the name of the operation that selects one: it differs between models. */
export interface Styles {
  current: number;
  readonly titles: readonly string[];
  readonly setter: string;
}

export interface Display {
  readonly screen: Light;
  readonly knob: Light;
  readonly colors: Styles;
  readonly meters: Styles;
  readonly spectrum: Styles;
  /** What the sides show: from 1 on they do, and -1 is a side that was never ready. */
  readonly sides: { vuDisplayMode: number; spDisplayMode: number };
  /** Whether it accepts another brightness of the knob, but keeps the old one. */
  ignoresKnob: boolean;
}

/** A display whose screen goes up to this brightness, and whose meters and spectrum are set by these operations. */
export function newDisplay(
  max = 115,
  meterSetter = "setVUMode",
  spectrumSetter = "setSpPlayModeList",
): Display {
  return {
    screen: { level: 80, max, spelling: max === 115 ? "currentValue" : "currentIndex" },
    knob: { level: 128, max: 255, spelling: "currentValue" },
    colors: { current: 1, titles: ["Off", "Ice", "Amber", "Amber"], setter: "setKnobLightColor" },
    meters: { current: 0, titles: ["Walnut", "Night blue", "2031"], setter: meterSetter },
    spectrum: { current: 2, titles: ["Bars", "Wave", "Ring"], setter: spectrumSetter },
    sides: { vuDisplayMode: -1, spDisplayMode: -1 },
    ignoresKnob: false,
  };
}

const folder = "/SystemSettings/displaySettings";

export function lightBody({ level, max, spelling }: Light, setter: string): object {
  return { status: 200, [spelling]: level, minValue: 0, maxValue: max, url: `${folder}/${setter}` };
}

export function stylesBody({ current, titles, setter }: Styles): object {
  const data = titles.map((title, index) => ({ index, title, icon: `/icons/${setter}/${index}.png` }));
  return { status: 200, currentIndex: current, url: `${folder}/${setter}?index=`, data };
}

export function setLight(light: Light, query: URLSearchParams, isIgnored = false): Verdict {
  const level = numberOf(query, "index");
  if (level === undefined || level < 0 || level > light.max) return 805;
  if (!isIgnored) light.level = level;
  return 200;
}

/** Selects a style by the operation of this name; undefined where the model has another name for it. */
export function setStyle(styles: Styles, setter: string, query: URLSearchParams): Verdict | undefined {
  if (styles.setter !== setter) return undefined;
  const index = numberOf(query, "index");
  if (index === undefined || styles.titles[index] === undefined) return 805;
  styles.current = index;
  return 200;
}

/** Toggles the meters (0) or the spectrum (1), and drops the other side. The first toggle only makes a side ready. */
export function changeVuDisplay({ sides }: Display, query: URLSearchParams): object | Verdict {
  const type = numberOf(query, "openType");
  if (type !== 0 && type !== 1) return 805;
  const [own, other] =
    type === 0
      ? (["vuDisplayMode", "spDisplayMode"] as const)
      : (["spDisplayMode", "vuDisplayMode"] as const);
  sides[own] = sides[own] === 0 ? 1 : 0;
  sides[other] = Math.min(0, sides[other]);
  return { ...sides };
}
