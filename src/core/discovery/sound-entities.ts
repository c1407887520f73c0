import type { PlayerEntity } from "./entity.ts";
import { optionState } from "./options.ts";
import * as templates from "./templates.ts";

/** The words of the music/state topic that are a state; `unknown` is Home Assistant's own word for having none. */
const musicStates = ["playing", "paused", "idle"];
const modes = ["list", "single", "shuffle"];
const onOff = { payload_on: "on", payload_off: "off", state_on: "on", state_off: "off" };
const seconds = { device_class: "duration", unit_of_measurement: "s" };
const anyPlace = { min: 0, max: 86_400, step: 1, mode: "box", unit_of_measurement: "s" };

function press(
  key: string,
  name: string,
  icon: string,
  control: "video/playback" | "music/playback" | "screen" | "power",
  payload: string,
): PlayerEntity {
  const family = control === "video/playback" ? "video" : control === "music/playback" ? "state" : "power";
  return {
    key,
    platform: "button",
    name,
    family,
    icon,
    isOff: true,
    control,
    details: { payload_press: payload },
  };
}

/** Buttons and a place to go to, for a player that plays videos. */
export const videoControlEntities: readonly PlayerEntity[] = [
  press("video_play", "Video play", "mdi:play", "video/playback", "play"),
  press("video_pause", "Video pause", "mdi:pause", "video/playback", "pause"),
  press("video_stop", "Video stop", "mdi:stop", "video/playback", "stop"),
  press("video_next", "Next video", "mdi:skip-next", "video/playback", "next"),
  press("video_previous", "Previous video", "mdi:skip-previous", "video/playback", "previous"),
  press("chapter_next", "Next chapter", "mdi:page-next", "video/playback", "next-chapter"),
  press("chapter_previous", "Previous chapter", "mdi:page-previous", "video/playback", "previous-chapter"),
  {
    key: "video_seek",
    platform: "number",
    name: "Video seek",
    family: "video",
    icon: "mdi:timeline-clock",
    isOff: true,
    control: "video/position",
    state: { leaf: "video/position", template: templates.numberState },
    details: anyPlace,
  },
];

/** What can be heard, how loud, and what can be done about it. */
export const soundEntities: readonly PlayerEntity[] = [
  {
    key: "music_state",
    platform: "sensor",
    name: "Music state",
    family: "state",
    icon: "mdi:music",
    state: { leaf: "music/state", template: templates.wordState(musicStates) },
    details: { device_class: "enum", options: musicStates },
  },
  {
    key: "music_source",
    platform: "sensor",
    name: "Music source",
    family: "state",
    icon: "mdi:music-box",
    isOff: true,
    state: { leaf: "music/source", template: templates.textState },
  },
  {
    key: "music_position",
    platform: "sensor",
    name: "Music position",
    family: "state",
    icon: "mdi:progress-clock",
    state: { leaf: "music/position", template: templates.numberState },
    details: seconds,
  },
  {
    key: "music_duration",
    platform: "sensor",
    name: "Music duration",
    family: "state",
    icon: "mdi:timer-outline",
    state: { leaf: "music/duration", template: templates.numberState },
    details: seconds,
  },
  press("music_play", "Music play", "mdi:play", "music/playback", "play"),
  press("music_pause", "Music pause", "mdi:pause", "music/playback", "pause"),
  press("music_next", "Next track", "mdi:skip-next", "music/playback", "next"),
  press("music_previous", "Previous track", "mdi:skip-previous", "music/playback", "previous"),
  {
    key: "music_seek",
    platform: "number",
    name: "Music seek",
    family: "state",
    icon: "mdi:timeline-clock",
    isOff: true,
    control: "music/position",
    state: { leaf: "music/position", template: templates.numberState },
    details: anyPlace,
  },
  {
    key: "music_mode",
    platform: "select",
    name: "Music mode",
    family: "state",
    icon: "mdi:repeat",
    isOff: true,
    control: "music/mode",
    state: { leaf: "music/mode", template: optionState(modes.map((mode) => ({ tag: mode, text: mode }))) },
    details: { options: modes },
  },
  {
    key: "music_picture",
    platform: "image",
    name: "Music picture",
    family: "state",
  },
  {
    key: "volume",
    platform: "number",
    name: "Volume",
    family: "state",
    icon: "mdi:volume-high",
    control: "volume",
    state: { leaf: "volume", template: templates.numberState },
    details: { min: 0, max: 100, step: 1, mode: "slider", unit_of_measurement: "%" },
  },
  {
    key: "mute",
    platform: "switch",
    name: "Mute",
    family: "state",
    icon: "mdi:volume-off",
    control: "mute",
    state: { leaf: "mute" },
    details: onOff,
  },
];

/** On, off, and the screen. */
export const powerEntities: readonly PlayerEntity[] = [
  {
    key: "power",
    platform: "switch",
    name: "Power",
    family: "power",
    icon: "mdi:power",
    control: "power",
    state: { leaf: "power" },
    details: onOff,
  },
  press("standby", "Standby", "mdi:power-sleep", "power", "standby"),
  press("reboot", "Reboot", "mdi:restart", "power", "reboot"),
  press("screen_on", "Screen on", "mdi:monitor", "screen", "on"),
  press("screen_off", "Screen off", "mdi:monitor-off", "screen", "off"),
];
