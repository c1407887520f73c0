import { entity, listSelect, onOffSwitch, percentSlider, sensor, words } from "./entity-kinds.ts";
import type { OfferingPlayer, PlayerEntity } from "./entity.ts";
import { playButton, playState, playTimes, seekNumber } from "./playing-entities.ts";
import * as templates from "./templates.ts";

function soundSensor(part: "processing" | "output", icon: string, template: string): PlayerEntity {
  const row = sensor("music", `sound_${part}`, icon, `sound/${part}`, template);
  return { ...row, isDiagnostic: true, isDisabledByDefault: true, isOffered: tellsSound };
}

function tellsSound({ player }: OfferingPlayer): boolean {
  return player.music?.sound !== undefined;
}

export const soundEntities: readonly PlayerEntity[] = [
  playState("music", "mdi:music", ["playing", "paused", "idle"]),
  {
    ...sensor("music", "audio_format", "mdi:waveform", "sound/source", templates.formatState),
    name: "Audio format",
    isDiagnostic: true,
  },
  soundSensor("processing", "mdi:tune-vertical", templates.processingState),
  soundSensor("output", "mdi:export", templates.formatState),
  {
    ...entity("binary_sensor", "music", "bit_perfect", "mdi:check-decagram"),
    isDiagnostic: true,
    isDisabledByDefault: true,
    isOffered: tellsSound,
    state: { leaf: "sound/bit-perfect", template: templates.wordState(["on", "off"]) },
    details: { payload_on: "on", payload_off: "off" },
  },
  ...playTimes("music"),
  playButton("music", "music_play", "mdi:play", "play"),
  playButton("music", "music_pause", "mdi:pause", "pause"),
  { ...playButton("music", "music_next", "mdi:skip-next", "next"), name: "Next track" },
  { ...playButton("music", "music_previous", "mdi:skip-previous", "previous"), name: "Previous track" },
  seekNumber("music", "Music seek"),
  {
    ...entity("select", "music", "music_mode", "mdi:repeat"),
    ...words("music/mode", ["list", "single", "shuffle"]),
    isDisabledByDefault: true,
  },
  { ...entity("image", "music", "music_picture"), picture: "cover" },
  {
    ...entity("number", "music", "volume", "mdi:volume-high"),
    control: "volume",
    neededLeaf: "volume/range",
    otherResource: "videoVolume",
    state: { leaf: "volume", template: templates.numberState },
    details: percentSlider,
  },
  onOffSwitch("music", "mute", "mdi:volume-off", "mute"),
  listSelect("dacFilters", "dac_filter", "mdi:chart-bell-curve", "sound/dac-filter", "sound/dac-filter"),
  listSelect("upsamplings", "upsampling", "mdi:sine-wave", "sound/upsampling", "sound/upsampling"),
  listSelect("equalizers", "equalizer", "mdi:equalizer", "sound/equalizer", "sound/equalizer"),
  listSelect("masterClocks", "master_clock", "mdi:metronome", "sound/master-clock", "sound/master-clock"),
  {
    ...onOffSwitch("cdAutoplay", "cd_autoplay", "mdi:disc-player", "sound/cd-autoplay"),
    isConfiguration: true,
    isDisabledByDefault: true,
  },
];
