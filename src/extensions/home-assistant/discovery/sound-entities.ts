import { entity, onOffSwitch, text, words } from "./entity-kinds.ts";
import type { OfferingPlayer, PlayerEntity } from "./entity.ts";
import { playButton, playState, playTimes, seekNumber } from "./playing-entities.ts";
import * as templates from "./templates.ts";

function soundSensor(
  part: "source" | "processing" | "output",
  name: string,
  icon: string,
  template: string,
): PlayerEntity {
  return {
    ...entity("sensor", "music", `sound_${part}`, name, icon),
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
    ...text("music", "music_source", "Music source", "mdi:music-box", "music/source"),
    isDisabledByDefault: true,
  },
  {
    ...entity("sensor", "music", "audio_format", "Audio format", "mdi:waveform"),
    isDiagnostic: true,
    state: { leaf: "music/track", template: templates.formatState },
  },
  soundSensor("source", "Sound source", "mdi:import", templates.formatState),
  soundSensor("processing", "Sound processing", "mdi:tune-vertical", templates.processingState),
  soundSensor("output", "Sound output", "mdi:export", templates.formatState),
  {
    ...entity("binary_sensor", "music", "bit_perfect", "Bit-perfect", "mdi:check-decagram"),
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
    ...entity("select", "music", "music_mode", "Music mode", "mdi:repeat"),
    ...words("music/mode", ["list", "single", "shuffle"]),
    isDisabledByDefault: true,
  },
  {
    ...entity("image", "music", "music_picture", "Music picture"),
    picture: "cover",
  },
  {
    ...entity("number", "music", "volume", "Volume", "mdi:volume-high"),
    control: "volume",
    neededLeaf: "volume/range",
    otherResource: "videoVolume",
    state: { leaf: "volume", template: templates.numberState },
    details: { min: 0, max: 100, step: 1, mode: "slider", unit_of_measurement: "%" },
  },
  onOffSwitch("music", "mute", "Mute", "mdi:volume-off", "mute"),
];
