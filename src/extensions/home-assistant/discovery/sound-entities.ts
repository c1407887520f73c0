import { onOffSwitch } from "./control-entities.ts";
import type { OfferingPlayer, PlayerEntity } from "./entity.ts";
import { optionState } from "./options.ts";
import { playButton, playState, playTimes, seekNumber } from "./playing-entities.ts";
import * as templates from "./templates.ts";

const modes = ["list", "single", "shuffle"];

function soundSensor(
  part: "source" | "processing" | "output",
  name: string,
  icon: string,
  template: string,
): PlayerEntity {
  return {
    key: `sound_${part}`,
    platform: "sensor",
    name,
    resource: "music",
    icon,
    isDiagnostic: true,
    isOffered: tellsSound,
    state: { leaf: `sound/${part}`, template },
  };
}

function tellsSound({ player }: OfferingPlayer): boolean {
  return player.music?.sound !== undefined;
}

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
  soundSensor("source", "Sound source", "mdi:import", templates.formatState),
  soundSensor("processing", "Sound processing", "mdi:tune-vertical", templates.processingState),
  soundSensor("output", "Sound output", "mdi:export", templates.formatState),
  {
    key: "bit_perfect",
    platform: "binary_sensor",
    name: "Bit-perfect",
    resource: "music",
    icon: "mdi:check-decagram",
    isDiagnostic: true,
    isOffered: tellsSound,
    state: { leaf: "sound/bit-perfect", template: templates.wordState(["on", "off"]) },
    details: { payload_on: "on", payload_off: "off" },
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
