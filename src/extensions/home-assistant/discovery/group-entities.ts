import { entity, onOffSwitch, percentSlider, sensor, words } from "./entity-kinds.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

const roles = ["none", "primary", "secondary", "both"];

/** Entities for groups, and for what players of a group have besides: presets, a sleep timer, a battery. */
export const groupEntities: readonly PlayerEntity[] = [
  {
    ...sensor("group", "group", "mdi:speaker-multiple", "group", templates.roleState),
    name: "Group role",
    attributes: { leaf: "group", template: templates.membersAttributes },
    details: { device_class: "enum", options: roles },
  },
  {
    ...entity("number", "group", "group_volume", "mdi:speaker-multiple"),
    control: "group/volume",
    neededLeaf: "group/volume",
    state: { leaf: "group/volume", template: templates.numberState },
    details: percentSlider,
  },
  {
    ...entity("select", "musicPresets", "music_preset", "mdi:playlist-star"),
    control: "music/preset",
    list: "musicPresets",
  },
  { ...onOffSwitch("music", "shuffle", "mdi:shuffle", "music/shuffle"), isDisabledByDefault: true },
  {
    ...entity("select", "music", "repeat", "mdi:repeat"),
    ...words("music/repeat", ["off", "one", "all"]),
    isDisabledByDefault: true,
  },
  {
    ...entity("number", "sleep", "sleep", "mdi:timer-outline"),
    // The bridge keeps one for a player without.
    otherResource: "model",
    control: "sleep",
    state: { leaf: "sleep", template: templates.numberState },
    details: { min: 0, max: 1440, step: 1, mode: "box", unit_of_measurement: "min" },
  },
  {
    ...entity("sensor", "battery", "battery"),
    isDiagnostic: true,
    state: { leaf: "battery", template: templates.numberState },
    details: { device_class: "battery", unit_of_measurement: "%", state_class: "measurement" },
  },
  {
    ...entity("binary_sensor", "battery", "battery_charging"),
    isDiagnostic: true,
    state: { leaf: "battery/charging", template: templates.wordState(["on", "off"]) },
    details: { device_class: "battery_charging", payload_on: "on", payload_off: "off" },
  },
];
