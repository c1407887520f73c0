import type { PlayerEntity } from "./entity.ts";

type Titled = Pick<PlayerEntity, "key" | "name" | "icon" | "resource">;

/** A button that sets a control to a fixed value; disabled by default, since few dashboards need it. */
export function button(entity: Titled & Pick<PlayerEntity, "control">, word: string): PlayerEntity {
  return { ...entity, platform: "button", isDisabledByDefault: true, details: { payload_press: word } };
}

/**
 * A switch whose topic reports `on` and `off`, and accepts the same. The media player does the same, so it is a setting of
 * the device: those are not exposed to Assist by default.
 */
export function onOffSwitch(entity: Titled, control: "mute" | "power" | "music/shuffle"): PlayerEntity {
  return {
    ...entity,
    platform: "switch",
    isConfiguration: true,
    control,
    state: { leaf: control },
    details: { payload_on: "on", payload_off: "off", state_on: "on", state_off: "off" },
  };
}
