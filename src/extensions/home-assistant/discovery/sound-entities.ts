import { onOffSwitch } from "./control-entities.ts";
import type { PlayerEntity } from "./entity.ts";
import { optionState } from "./options.ts";
import { playButton, playState, playTimes, seekNumber } from "./playing-entities.ts";
import * as templates from "./templates.ts";

const modes = ["list", "single", "shuffle"];

export const soundEntities: readonly PlayerEntity[] = [
  playState("music", "mdi:music", ["playing", "paused", "idle"]),
  {
    key: "music_source",
    platform: "sensor",
    name: "Music source",
    resource: "music",
    icon: "mdi:music-box",
    isDisabledByDefault: true,
    state: { leaf: "music/source", template: templates.textState },
  },
  {
    key: "audio_format",
    platform: "sensor",
    name: "Audio format",
    resource: "music",
    icon: "mdi:waveform",
    isDiagnostic: true,
    state: { leaf: "music/track", template: templates.formatState },
  },
  ...playTimes("music"),
  playButton("music", "music_play", "Music play", "mdi:play", "play"),
  playButton("music", "music_pause", "Music pause", "mdi:pause", "pause"),
  playButton("music", "music_next", "Next track", "mdi:skip-next", "next"),
  playButton("music", "music_previous", "Previous track", "mdi:skip-previous", "previous"),
  seekNumber("music"),
  {
    key: "music_mode",
    platform: "select",
    name: "Music mode",
    resource: "music",
    icon: "mdi:repeat",
    isDisabledByDefault: true,
    control: "music/mode",
    state: { leaf: "music/mode", template: optionState(modes.map((mode) => ({ tag: mode, text: mode }))) },
    details: { options: modes },
  },
  {
    key: "music_picture",
    platform: "image",
    name: "Music picture",
    resource: "music",
    picture: "cover",
  },
  {
    key: "volume",
    platform: "number",
    name: "Volume",
    resource: "music",
    icon: "mdi:volume-high",
    control: "volume",
    neededLeaf: "volume/range",
    otherResource: "videoVolume",
    state: { leaf: "volume", template: templates.numberState },
    details: { min: 0, max: 100, step: 1, mode: "slider", unit_of_measurement: "%" },
  },
  onOffSwitch({ key: "mute", name: "Mute", resource: "music", icon: "mdi:volume-off" }, "mute"),
];
