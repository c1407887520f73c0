import type { Display, Light, Styles } from "./display.ts";
import type { StatusCode } from "./music-answers.ts";
import { numberOf } from "./reply.ts";

const folder = "/SystemSettings/displaySettings";

export function lightBody(light: Light, setter: string): object {
  return { status: 200, ...lightFields(light, setter) };
}

function lightFields({ level, max }: Light, setter: string): object {
  return { currentValue: level, minValue: 0, maxValue: max, url: `${folder}/${setter}?index=` };
}

/** The settings of its knob; a model without one has an empty list. */
export function knobBody({ knob, colors }: Display): object {
  const light = lightFields(knob, "setKnobBrightness");
  const color = { url: `${folder}/getKnobLightColorList`, selectTitle: colors.titles[colors.current] };
  return {
    status: 200,
    items: [
      { tag: "SettingsItemTagKnobBrightness", title: "Knob brightness", option: 6, ...light },
      { tag: "SettingsItemTagKnobLightColor", title: "Knob color", option: 1, ...color },
    ],
  };
}

export function stylesBody({ current, titles, setter }: Styles): object {
  const icon = "/SystemSettings/getItemSettingIcon?iconName=";
  const data = titles.map((title, index) => ({ index, title, icon: `${icon}${setter}_${index}.png` }));
  return { status: 200, currentIndex: current, url: `${folder}/${setter}?index=`, data };
}

export function setLight(light: Light, query: URLSearchParams, isIgnored = false): StatusCode {
  const level = numberOf(query, "index");
  if (level === undefined || level < 0 || level > light.max) return 805;
  if (!isIgnored) light.level = level;
  return 200;
}

/** Selects a style by the operation of this name; undefined where the model has another name for it. */
export function setStyle(styles: Styles, setter: string, query: URLSearchParams): StatusCode | undefined {
  if (styles.setter !== setter) return undefined;
  const index = numberOf(query, "index");
  if (index === undefined || styles.titles[index] === undefined) return 805;
  styles.current = index;
  return 200;
}

/** Toggles the meters (0) or the spectrum (1), and drops the other side. The first toggle only makes a side ready. */
export function changeVuDisplay({ sides }: Display, query: URLSearchParams): object | StatusCode {
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
