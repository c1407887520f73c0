import { button, entity, words } from "./entity-kinds.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

function light(
  key: string,
  name: string,
  icon: string,
  range: NonNullable<PlayerEntity["range"]>,
  control: "display/brightness" | "display/knob",
): PlayerEntity {
  return {
    ...entity("number", range, key, name, icon),
    isConfiguration: true,
    range,
    control,
    state: { leaf: control, template: templates.numberState },
    details: { step: 1, mode: "slider" },
  };
}

function style(
  key: string,
  name: string,
  icon: string,
  list: NonNullable<PlayerEntity["list"]>,
  control: "display/knob-color" | "display/meters" | "display/spectrum",
): PlayerEntity {
  return {
    ...entity("select", list, key, name, icon),
    isConfiguration: true,
    isDisabledByDefault: true,
    list,
    control,
    state: { leaf: control },
  };
}

function show(
  name: string,
  icon: string,
  resource: "meterStyles" | "spectrumStyles",
  word: string,
): PlayerEntity {
  const key = `show_${word}`;
  return { ...button({ key, name, icon, resource, control: "display/show" }, word), isConfiguration: true };
}

/** Entities for the display and the light around the knob. Few people change more than the brightness. */
export const displayEntities: readonly PlayerEntity[] = [
  light(
    "screen_brightness",
    "Screen brightness",
    "mdi:brightness-6",
    "screenBrightness",
    "display/brightness",
  ),
  {
    ...light("knob_brightness", "Knob brightness", "mdi:knob", "knobBrightness", "display/knob"),
    isDisabledByDefault: true,
  },
  style("knob_color", "Knob color", "mdi:palette", "knobColors", "display/knob-color"),
  style("meter_style", "Meter style", "mdi:gauge", "meterStyles", "display/meters"),
  style("spectrum_style", "Spectrum style", "mdi:equalizer", "spectrumStyles", "display/spectrum"),
  {
    ...entity("select", "meterStyles", "display_show", "Display shows", "mdi:gauge"),
    ...words("display/show", ["off", "meters", "spectrum"]),
    otherResource: "spectrumStyles",
    isConfiguration: true,
    isOffered: ({ player }) => player.music?.display !== undefined,
  },
  show("Show meters", "mdi:gauge", "meterStyles", "meters"),
  show("Show spectrum", "mdi:equalizer", "spectrumStyles", "spectrum"),
];
