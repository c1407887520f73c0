import { button } from "./control-entities.ts";
import type { PlayerEntity } from "./entity.ts";
import { optionState } from "./options.ts";
import * as templates from "./templates.ts";

type DisplayPart = Pick<PlayerEntity, "key" | "name" | "icon">;

function light(
  part: DisplayPart,
  range: NonNullable<PlayerEntity["range"]>,
  control: "display/brightness" | "display/knob",
): PlayerEntity {
  return {
    ...part,
    platform: "number",
    resource: range,
    isConfiguration: true,
    range,
    control,
    state: { leaf: control, template: templates.numberState },
    details: { step: 1, mode: "slider" },
  };
}

function style(
  part: DisplayPart,
  list: NonNullable<PlayerEntity["list"]>,
  control: "display/knob-color" | "display/meters" | "display/spectrum",
): PlayerEntity {
  return {
    ...part,
    platform: "select",
    resource: list,
    isConfiguration: true,
    isDisabledByDefault: true,
    list,
    control,
    state: { leaf: control },
  };
}

function show(part: DisplayPart, resource: "meterStyles" | "spectrumStyles", word: string): PlayerEntity {
  return { ...button({ ...part, resource, control: "display/show" }, word), isConfiguration: true };
}

const modes = ["off", "meters", "spectrum"];

/** Entities for the display and the light around the knob. Few people change more than the brightness. */
export const displayEntities: readonly PlayerEntity[] = [
  light(
    { key: "screen_brightness", name: "Screen brightness", icon: "mdi:brightness-6" },
    "screenBrightness",
    "display/brightness",
  ),
  {
    ...light(
      { key: "knob_brightness", name: "Knob brightness", icon: "mdi:knob" },
      "knobBrightness",
      "display/knob",
    ),
    isDisabledByDefault: true,
  },
  style({ key: "knob_color", name: "Knob color", icon: "mdi:palette" }, "knobColors", "display/knob-color"),
  style({ key: "meter_style", name: "Meter style", icon: "mdi:gauge" }, "meterStyles", "display/meters"),
  style(
    { key: "spectrum_style", name: "Spectrum style", icon: "mdi:equalizer" },
    "spectrumStyles",
    "display/spectrum",
  ),
  {
    key: "display_show",
    platform: "select",
    name: "Display shows",
    icon: "mdi:gauge",
    resource: "meterStyles",
    otherResource: "spectrumStyles",
    isConfiguration: true,
    isOffered: ({ player }) => player.music?.display !== undefined,
    control: "display/show",
    state: { leaf: "display/show", template: optionState(modes.map((mode) => ({ tag: mode, text: mode }))) },
    details: { options: modes },
  },
  show({ key: "show_meters", name: "Show meters", icon: "mdi:gauge" }, "meterStyles", "meters"),
  show({ key: "show_spectrum", name: "Show spectrum", icon: "mdi:equalizer" }, "spectrumStyles", "spectrum"),
];
