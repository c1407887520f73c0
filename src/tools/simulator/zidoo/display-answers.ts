import type { Light, Styles } from "./display.ts";
import type { Verdict } from "./music-answers.ts";
import { numberOf } from "./query.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

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

/** Shows the meters (0) or the spectrum (1). */
export function changeVuDisplay({ display }: SimulatedPlayer, query: URLSearchParams): Verdict {
  const type = numberOf(query, "openType");
  if (display === undefined || (type !== 0 && type !== 1)) return 805;
  display.shows = type === 0 ? "meters" : "spectrum";
  return 200;
}
