import { onOffSwitch } from "./control-entities.ts";
import type { PlayerEntity } from "./entity.ts";
import { optionState } from "./options.ts";
import * as templates from "./templates.ts";

const roles = ["none", "primary", "secondary", "both"];
const repeats = ["off", "one", "all"];

/** Entities for groups, and for what players of a group have besides: presets, a sleep timer, a battery. */
export const groupEntities: readonly PlayerEntity[] = [
  {
    key: "group",
    platform: "sensor",
    name: "Group role",
    resource: "group",
    icon: "mdi:speaker-multiple",
    state: { leaf: "group", template: templates.roleState },
    attributes: { leaf: "group", template: templates.membersAttributes },
    details: { device_class: "enum", options: roles },
  },
  {
    key: "group_volume",
    platform: "number",
    name: "Group volume",
    resource: "group",
    icon: "mdi:speaker-multiple",
    control: "group/volume",
    neededLeaf: "group/volume",
    state: { leaf: "group/volume", template: templates.numberState },
    details: { min: 0, max: 100, step: 1, mode: "slider", unit_of_measurement: "%" },
  },
  {
    key: "music_preset",
    platform: "select",
    name: "Music preset",
    resource: "musicPresets",
    icon: "mdi:playlist-star",
    control: "music/preset",
    list: "musicPresets",
  },
  {
    ...onOffSwitch(
      { key: "shuffle", name: "Shuffle", resource: "music", icon: "mdi:shuffle" },
      "music/shuffle",
    ),
    isDisabledByDefault: true,
  },
  {
    key: "repeat",
    platform: "select",
    name: "Repeat",
    resource: "music",
    icon: "mdi:repeat",
    isDisabledByDefault: true,
    control: "music/repeat",
    state: {
      leaf: "music/repeat",
      template: optionState(repeats.map((word) => ({ tag: word, text: word }))),
    },
    details: { options: repeats },
  },
  {
    key: "sleep",
    platform: "number",
    name: "Sleep timer",
    resource: "sleep",
    // The bridge keeps one for a player without.
    otherResource: "model",
    icon: "mdi:timer-outline",
    control: "sleep",
    state: { leaf: "sleep", template: templates.numberState },
    details: { min: 0, max: 1440, step: 1, mode: "box", unit_of_measurement: "min" },
  },
  {
    key: "battery",
    platform: "sensor",
    name: "Battery",
    resource: "battery",
    isDiagnostic: true,
    state: { leaf: "battery", template: templates.numberState },
    details: { device_class: "battery", unit_of_measurement: "%", state_class: "measurement" },
  },
  {
    key: "battery_charging",
    platform: "binary_sensor",
    name: "Battery charging",
    resource: "battery",
    isDiagnostic: true,
    state: { leaf: "battery/charging", template: templates.wordState(["on", "off"]) },
    details: { device_class: "battery_charging", payload_on: "on", payload_off: "off" },
  },
];
