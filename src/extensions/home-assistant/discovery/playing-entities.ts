import { button, entity } from "./entity-kinds.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

const titles = { video: "Video", music: "Music" } as const;

type Medium = keyof typeof titles;

const anyPlace = { min: 0, max: 86_400, step: 1, mode: "box", unit_of_measurement: "s" };

/** The playback state as one of these words; `unknown` is not listed, since it means no state to Home Assistant. */
export function playState(medium: Medium, icon: string, words: readonly string[]): PlayerEntity {
  return {
    ...entity("sensor", medium, `${medium}_state`, `${titles[medium]} state`, icon),
    state: { leaf: `${medium}/state`, template: templates.wordState(words) },
    details: { device_class: "enum", options: [...words] },
  };
}

/** Position and duration. The position changes every few seconds, which the recorder would store: it is disabled. */
export function playTimes(medium: Medium): readonly PlayerEntity[] {
  const parts = [
    ["position", "mdi:progress-clock"],
    ["duration", "mdi:timer-outline"],
  ] as const;
  return parts.map(([part, icon]) => ({
    ...entity("sensor", medium, `${medium}_${part}`, `${titles[medium]} ${part}`, icon),
    ...(part === "position" && { isDisabledByDefault: true as const }),
    state: { leaf: `${medium}/${part}`, template: templates.numberState },
    details: { device_class: "duration", unit_of_measurement: "s", suggested_display_precision: 0 },
  }));
}

export function playButton(
  medium: Medium,
  key: string,
  name: string,
  icon: string,
  word: string,
): PlayerEntity {
  return button({ key, name, icon, resource: medium, control: `${medium}/playback` }, word);
}

/** Seeks to a position. It has no state: the position would flood the recorder. */
export function seekNumber(medium: Medium): PlayerEntity {
  return {
    ...entity("number", medium, `${medium}_seek`, `${titles[medium]} seek`, "mdi:timeline-clock"),
    isDisabledByDefault: true,
    control: `${medium}/position`,
    details: anyPlace,
  };
}
