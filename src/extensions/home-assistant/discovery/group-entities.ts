import { entity, onOffSwitch, words } from "./entity-kinds.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

const roles = ["none", "primary", "secondary", "both"];

/** Entities for groups, and for what players of a group have besides: presets, a sleep timer, a battery. */
export const groupEntities: readonly PlayerEntity[] = [
  {
    ...entity("sensor", "group", "group", "Group role", "mdi:speaker-multiple"),
    state: { leaf: "group", template: templates.roleState },
    attributes: { leaf: "group", template: templates.membersAttributes },
    details: { device_class: "enum", options: roles },
  },
  {
    ...entity("number", "group", "group_volume", "Group volume", "mdi:speaker-multiple"),
    control: "group/volume",
    neededLeaf: "group/volume",
    state: { leaf: "group/volume", template: templates.numberState },
    details: { min: 0, max: 100, step: 1, mode: "slider", unit_of_measurement: "%" },
  },
  {
    ...entity("select", "musicPresets", "music_preset", "Music preset", "mdi:playlist-star"),
    control: "music/preset",
    list: "musicPresets",
  },
  {
    ...onOffSwitch("music", "shuffle", "Shuffle", "mdi:shuffle", "music/shuffle"),
    isDisabledByDefault: true,
  },
  {
    ...entity("select", "music", "repeat", "Repeat", "mdi:repeat"),
    ...words("music/repeat", ["off", "one", "all"]),
    isDisabledByDefault: true,
  },
  {
    ...entity("number", "sleep", "sleep", "Sleep timer", "mdi:timer-outline"),
    // The bridge keeps one for a player without.
    otherResource: "model",
    control: "sleep",
    state: { leaf: "sleep", template: templates.numberState },
    details: { min: 0, max: 1440, step: 1, mode: "box", unit_of_measurement: "min" },
  },
  {
    ...entity("sensor", "battery", "battery", "Battery"),
    isDiagnostic: true,
    state: { leaf: "battery", template: templates.numberState },
    details: { device_class: "battery", unit_of_measurement: "%", state_class: "measurement" },
  },
  {
    ...entity("binary_sensor", "battery", "battery_charging", "Battery charging"),
    isDiagnostic: true,
    state: { leaf: "battery/charging", template: templates.wordState(["on", "off"]) },
    details: { device_class: "battery_charging", payload_on: "on", payload_off: "off" },
  },
];
