import type { AudioRouting, Routing, RoutingEntry } from "../../src/core/resources/audio.ts";
import { emptyQueue, type MusicQueue } from "../../src/core/resources/queue.ts";
import type { FilmTrack } from "../../src/core/resources/film-tracks.ts";
import { idleVideo, type VideoStatus } from "../../src/core/resources/video.ts";
import { type ChoiceList, type ListedOption, switchOptions } from "../../src/core/resources/choice-list.ts";
import type { Battery } from "../../src/core/resources/battery.ts";
import type { Firmware } from "../../src/core/resources/firmware.ts";
import type { GroupState } from "../../src/core/resources/group.ts";
import type { DspProfile } from "../../src/core/resources/sound.ts";
import type { MusicPreset } from "../../src/core/resources/music-presets.ts";
import type { App } from "../../src/core/resources/apps.ts";
import type { Brightness } from "../../src/core/resources/display.ts";
import type { FilmArt } from "../../src/core/resources/film-art.ts";
import type { MusicState, Volume } from "../../src/core/resources/music.ts";
import type { PlayerModel } from "../../src/core/resources/model.ts";
import {
  forEachResource,
  type PlayerState,
  type Reading,
  resourceNames,
} from "../../src/core/resources/player.ts";
import type { Playlist } from "../../src/core/resources/playlist.ts";
import type { PlayerSetting } from "../../src/core/resources/settings.ts";
import type { PowerOption } from "../../src/core/resources/power.ts";

/** One choice of a selector. */
export function entry(tag: string, change: Partial<RoutingEntry> = {}): RoutingEntry {
  const displayName = change.displayName ?? `The ${tag}`;
  return { tag, name: displayName, displayName, enabled: true, details: { tag }, ...change };
}

/** A selector that offers these entries, with the one of this tag selected. */
export function routing(entries: readonly RoutingEntry[], current: string | undefined): Routing {
  return { entries, current: entries.find((one) => one.tag === current) };
}

const inputs = [entry("XMOS"), entry("BT"), entry("EARC", { displayName: "TV" })];
const outputs = [entry("XLR"), entry("RCA"), entry("USB", { displayName: "USB DAC", enabled: false })];

/** Audio routing with this input and this output selected; a tag that is not offered selects nothing. */
export function audio(input = "XMOS", output = "XLR"): AudioRouting {
  return {
    input: routing(inputs, input),
    output: routing(outputs, output),
    outputInfo: { title: "XLR", format: "PCM", formatLines: ["PCM"] },
  };
}

export const film: VideoStatus = {
  ...idleVideo,
  state: "playing",
  title: "Film",
  positionSeconds: 60,
  durationSeconds: 6905,
  resolution: "3840x2160",
  fps: "23.976",
  codec: "H.265",
  output: "2160p",
  audioTrack: "English",
  subtitle: "French",
  audioTrackIndex: 0,
  subtitleIndex: 2,
  path: "/films/film.mkv",
  key: "/films/film.mkv Film",
  playMode: "All",
  zoom: "Fit",
  playModeIndex: 2,
  zoomIndex: 1,
  statusJson: '{"status":200}',
};

export const playlist: Playlist = {
  size: 2,
  currentIndex: 1,
  currentTitle: "Two",
  entries: [
    { title: "One", index: 0 },
    { title: "Two", index: 1 },
  ],
};

export const queue: MusicQueue = {
  ...emptyQueue,
  envelope: { id: 7, start: 0, count: -1, total: 2 },
  total: 2,
  current: 1,
  title: "Song",
  artist: "Band",
  album: "Record",
  entries: [
    { position: 0, title: "Intro" },
    { position: 1, title: "Song" },
  ],
  pages: ['[{"position":0}]', '[{"position":1}]'],
};

export const music: MusicState = {
  playing: "playing",
  uncertain: undefined,
  isPassThrough: false,
  deniedActions: [],
  source: "internal",
  track: {
    title: "Song",
    artist: "Band",
    album: "Record",
    key: "song",
    picture: "http://player/cover",
    details: { title: "Song" },
  },
  positionSeconds: 30,
  durationSeconds: 200,
  shuffle: false,
  repeat: "off",
  mode: "list",
  volume: { level: 40, min: 0, max: 200 },
  isMuted: false,
  display: "off",
  sound: {
    processing: { dsp: true, eq: false, subwoofer: false },
    output: { sampleRateHz: 96_000, bits: 24, format: "PCM" },
    hasDoubt: false,
  },
  queueStamp: "1/0",
  routingMark: undefined,
};

export const videoVolume: Volume = { level: 6, min: 0, max: 15 };

export const powerOptions: readonly PowerOption[] = [
  { tag: "poweroff", name: "Power off" },
  { tag: "reboot", name: "Reboot" },
  { tag: "standby", name: "Standby" },
  { tag: "screen", name: "Screen off" },
];

const subtitles: readonly FilmTrack[] = [
  { index: 1, title: "English" },
  { index: 2, title: "French" },
];

const audioTracks: readonly FilmTrack[] = [
  { index: 0, title: "English" },
  { index: 1, title: "German" },
];

export const model: PlayerModel = {
  maker: "Zidoo",
  details: { pathPrefix: "Zidoo" },
  model: "A8",
  firmware: "v1",
  mac: "aa:bb",
};

export const filmArt: FilmArt = {
  path: "/films/film.mkv",
  title: "One",
  picture: "http://player/poster",
  backdrop: "http://player/backdrop",
  details: { title: "One", year: 2031 },
};

export const brightness: Brightness = { level: 80, min: 0, max: 115, handle: "" };

export const styles: ChoiceList = {
  options: [
    { index: 0, title: "Walnut" },
    { index: 1, title: "Night blue" },
  ],
  current: 0,
  handle: "meters",
};

export const offSwitch: ChoiceList = { options: switchOptions, current: 0, handle: "cd" };

/** The ways to fit a film to the screen. */
export const zooms: readonly ListedOption[] = [
  { index: 0, title: "Original" },
  { index: 1, title: "Fit" },
];

export const playModes: readonly ListedOption[] = [
  { index: 1, title: "Once" },
  { index: 2, title: "All" },
];

export const apps: readonly App[] = [
  { package: "org.example.tv", label: "TV" },
  { package: "org.example.radio", label: "Radio" },
  { package: "org.example.radio2", label: "radio" },
];

export const ownSettings: readonly PlayerSetting[] = [
  {
    tag: "gain",
    title: "Verstärkung",
    group: "Klang",
    handle: "gain",
    kind: "list",
    options: styles.options,
    current: 0,
  },
  {
    tag: "upsampling",
    title: "Upsampling",
    group: "Klang",
    handle: "upsampling",
    kind: "switch",
    isOn: false,
  },
  {
    tag: "balance",
    title: "Balance",
    group: "",
    handle: "balance",
    kind: "range",
    min: -10,
    max: 10,
    level: 0,
    text: "middle",
    titles: ["left", "right"],
  },
];

/** What its owner has declared. */
export const declared: readonly PlayerSetting[] = [
  {
    tag: "subwoofer",
    title: "Subwoofer",
    group: "",
    handle: "subwoofer",
    isDeclared: true,
    kind: "switch",
    isOn: true,
  },
  {
    tag: "clock",
    title: "Master clock",
    group: "",
    handle: "clock",
    isDeclared: true,
    kind: "fact",
    valueKind: "text",
    value: "OCXO 10M",
  },
];

const profiles: readonly DspProfile[] = [{ input: "SPDIF", name: "Desk", isOn: true }];
const musicPresets: readonly MusicPreset[] = [{ id: "1", name: "Jazz", picture: "" }];

export const group: GroupState = {
  role: "primary",
  name: "Den + 1",
  self: "10.0.0.1:11000",
  primary: "10.0.0.1:11000",
  members: ["10.0.0.1:11000", "10.0.0.2:11000"],
  volume: 30,
  isMuted: false,
};

const firmware: Firmware = { latest: "4.8.740012" };
const battery: Battery = { level: 80, isCharging: false };

/** A player that has told everything; its music state has the volume, so it has no other. */
export const player = {
  model,
  audio: audio(),
  video: film,
  playlist,
  queue,
  music: music,
  power: powerOptions,
  subtitles,
  audioTracks,
  filmArt,
  zooms,
  playModes,
  apps,
  screenBrightness: brightness,
  knobBrightness: brightness,
  knobColors: styles,
  meterStyles: styles,
  spectrumStyles: styles,
  dacFilters: styles,
  upsamplings: styles,
  masterClocks: styles,
  equalizers: styles,
  cdAutoplay: offSwitch,
  settings: ownSettings,
  declared,
  dspProfiles: profiles,
  musicPresets,
  group,
  sleep: { minutes: 30 },
  battery,
  firmware,
} satisfies PlayerState;

/** The same, with an empty value for each resource that has no sample. */
export const whole: PlayerState = {
  ...Object.fromEntries(resourceNames.filter((name) => name !== "videoVolume").map((name) => [name, {}])),
  ...player,
};

/** An answer for each resource. */
export const readings = forEachResource((resource) => {
  const values: PlayerState = { ...whole, videoVolume };
  return { resource, value: values[resource] } as Reading;
});

export const unlimited = {
  maxPayloadBytes: Number.POSITIVE_INFINITY,
  largestPayloadBytes: Number.POSITIVE_INFINITY,
};
