import { button } from "./control-entities.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

/** What plays: the resource that tells of it, and what people call it. */
const media = {
  video: { family: "video", title: "Video" },
  music: { family: "music", title: "Music" },
} as const;

type Medium = keyof typeof media;

const anyPlace = { min: 0, max: 86_400, step: 1, mode: "box", unit_of_measurement: "s" };

/** Whether it plays, in these words; `unknown` is none of them: Home Assistant has it for having no state. */
export function playState(medium: Medium, icon: string, words: readonly string[]): PlayerEntity {
  const { family, title } = media[medium];
  return {
    key: `${medium}_state`,
    platform: "sensor",
    name: `${title} state`,
    family,
    icon,
    state: { leaf: `${medium}/state`, template: templates.wordState(words) },
    details: { device_class: "enum", options: [...words] },
  };
}

/** How far it is, and how long. */
export function playTimes(medium: Medium): readonly PlayerEntity[] {
  const { family, title } = media[medium];
  const parts = [
    ["position", "mdi:progress-clock"],
    ["duration", "mdi:timer-outline"],
  ] as const;
  return parts.map(([part, icon]) => ({
    key: `${medium}_${part}`,
    platform: "sensor",
    name: `${title} ${part}`,
    family,
    icon,
    state: { leaf: `${medium}/${part}`, template: templates.numberState },
    details: { device_class: "duration", unit_of_measurement: "s", suggested_display_precision: 0 },
  }));
}

/** A button for a word of its playback. */
export function playButton(
  medium: Medium,
  key: string,
  name: string,
  icon: string,
  word: string,
): PlayerEntity {
  return button({ key, name, icon, family: media[medium].family, control: `${medium}/playback` }, word);
}

/** Goes to a place in it. It has no state: the position would flood the recorder. */
export function seekNumber(medium: Medium): PlayerEntity {
  const { family, title } = media[medium];
  return {
    key: `${medium}_seek`,
    platform: "number",
    name: `${title} seek`,
    family,
    icon: "mdi:timeline-clock",
    isOff: true,
    control: `${medium}/position`,
    details: anyPlace,
  };
}
