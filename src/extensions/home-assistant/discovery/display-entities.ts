import { deviceButton, entity, listSelect, words } from "./entity-kinds.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

function light(
  range: NonNullable<PlayerEntity["range"]>,
  key: string,
  icon: string,
  control: "display/brightness" | "display/knob",
): PlayerEntity {
  return {
    ...entity("number", range, key, icon),
    isConfiguration: true,
    range,
    control,
    state: { leaf: control, template: templates.numberState },
    details: { step: 1, mode: "slider" },
  };
}

/** Entities for the display and the light around the knob. Few people change more than the brightness. */
export const displayEntities: readonly PlayerEntity[] = [
  light("screenBrightness", "screen_brightness", "mdi:brightness-6", "display/brightness"),
  { ...light("knobBrightness", "knob_brightness", "mdi:knob", "display/knob"), isDisabledByDefault: true },
  listSelect("knobColors", "knob_color", "mdi:palette", "display/knob-color", "display/knob-color"),
  listSelect("meterStyles", "meter_style", "mdi:gauge", "display/meters", "display/meters"),
  listSelect("spectrumStyles", "spectrum_style", "mdi:equalizer", "display/spectrum", "display/spectrum"),
  {
    ...entity("select", "meterStyles", "display_show", "mdi:gauge"),
    ...words("display/show", ["off", "meters", "spectrum"]),
    otherResource: "spectrumStyles",
    isConfiguration: true,
    isOffered: ({ player }) => player.music?.display !== undefined,
  },
  deviceButton("meterStyles", "show_meters", "mdi:gauge", "display/show", "meters"),
  deviceButton("spectrumStyles", "show_spectrum", "mdi:equalizer", "display/show", "spectrum"),
];
