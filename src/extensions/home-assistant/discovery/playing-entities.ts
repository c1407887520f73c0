import { button, entity, sensor } from "./entity-kinds.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

type Medium = "video" | "music";

/** The playback state as one of these words; `unknown` is not listed, since it means no state to Home Assistant. */
export function playState(medium: Medium, icon: string, words: readonly string[]): PlayerEntity {
  return {
    ...sensor(medium, `${medium}_state`, icon, `${medium}/state`, templates.wordState(words)),
    details: { device_class: "enum", options: [...words] },
  };
}

/** Position and duration, which the media player has. The recorder would store each position. */
export function playTimes(medium: Medium): readonly PlayerEntity[] {
  const parts = [
    ["position", "mdi:progress-clock"],
    ["duration", "mdi:timer-outline"],
  ] as const;
  return parts.map(([part, icon]) => ({
    ...sensor(medium, `${medium}_${part}`, icon, `${medium}/${part}`, templates.numberState),
    isDisabledByDefault: true as const,
    details: { device_class: "duration", unit_of_measurement: "s", suggested_display_precision: 0 },
  }));
}

export function playButton(medium: Medium, key: string, icon: string, word: string): PlayerEntity {
  return button(medium, key, icon, `${medium}/playback`, word);
}

/** Seeks to a position. It has no state: the position would flood the recorder. */
export function seekNumber(medium: Medium, name: string): PlayerEntity {
  return {
    ...entity("number", medium, `${medium}_seek`, "mdi:timeline-clock"),
    name,
    isDisabledByDefault: true,
    control: `${medium}/position`,
    details: { min: 0, max: 86_400, step: 1, mode: "box", unit_of_measurement: "s" },
  };
}
