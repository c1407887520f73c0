import { button } from "./control-entities.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

const media = {
  video: { resource: "video", title: "Video" },
  music: { resource: "music", title: "Music" },
} as const;

type Medium = keyof typeof media;

const anyPlace = { min: 0, max: 86_400, step: 1, mode: "box", unit_of_measurement: "s" };

/** The playback state as one of these words; `unknown` is not listed, since it means no state to Home Assistant. */
export function playState(medium: Medium, icon: string, words: readonly string[]): PlayerEntity {
  const { resource, title } = media[medium];
  return {
    key: `${medium}_state`,
    platform: "sensor",
    name: `${title} state`,
    resource,
    icon,
    state: { leaf: `${medium}/state`, template: templates.wordState(words) },
    details: { device_class: "enum", options: [...words] },
  };
}

/** Position and duration. The position changes every few seconds, which the recorder would store: it is disabled. */
export function playTimes(medium: Medium): readonly PlayerEntity[] {
  const { resource, title } = media[medium];
  const parts = [
    ["position", "mdi:progress-clock"],
    ["duration", "mdi:timer-outline"],
  ] as const;
  return parts.map(([part, icon]) => ({
    key: `${medium}_${part}`,
    platform: "sensor",
    name: `${title} ${part}`,
    resource,
    icon,
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
  return button({ key, name, icon, resource: media[medium].resource, control: `${medium}/playback` }, word);
}

/** Seeks to a position. It has no state: the position would flood the recorder. */
export function seekNumber(medium: Medium): PlayerEntity {
  const { resource, title } = media[medium];
  return {
    key: `${medium}_seek`,
    platform: "number",
    name: `${title} seek`,
    resource,
    icon: "mdi:timeline-clock",
    isDisabledByDefault: true,
    control: `${medium}/position`,
    details: anyPlace,
  };
}
