import type { BluosTrack, Input, OwnSetting, Preset } from "./sound.ts";

interface Model {
  readonly brand: string;
  readonly model: string;
  readonly modelName: string;
  readonly class: string;
}

interface ModelPreset {
  readonly name: string;
  readonly mac: string;
  readonly model: Model;
  readonly version: string | undefined;
  readonly level: number;
  readonly isFixed: boolean;
  readonly queueSize: number;
  readonly inputs: readonly Input[];
  readonly presets: readonly Preset[];
  readonly battery?: { readonly level: number; readonly isCharging: boolean };
}

const artists = ["Tessa Mor", "Halfway Lights", "Quartet of Dunes", "Ines & Pohl"];
const albums = ["Low Tide", "Six Windows", "Letters Home"];
const titles = [
  "Lighthouse",
  "Second Rain",
  "Old Bridge",
  "Paper Boats",
  "Undertow",
  "Salt",
  "Morning Ferry",
];

/** Makes a queue of invented tracks; the same size always gives the same queue. */
export function composeQueue(size: number): BluosTrack[] {
  return Array.from({ length: size }, (_, index) => {
    const album = Math.floor(index / 7);
    const isHigh = album % 2 === 1;
    return {
      songid: `Tidal:${48_000 + index}`,
      title: `${titles[index % titles.length]}${index < titles.length ? "" : ` ${album + 1}`}`,
      artist: artists[album % artists.length] ?? "",
      album: albums[album % albums.length] ?? "",
      seconds: 150 + ((index * 37) % 120),
      quality: isHigh ? "hd" : "cd",
      format: isHigh ? "FLAC 24/96" : "FLAC 16/44.1",
      image: `/Artwork?service=Tidal&songid=${48_000 + index}`,
      service: "Tidal",
    };
  });
}

function input(typeIndex: string, inputType: string, text?: string, id?: string): Input {
  const url = `Capture:plughw:imxnadadc,0/48000/24/2/${typeIndex}`;
  return { id, typeIndex, inputType, text, url };
}

const spotify: Input = {
  id: "Spotify",
  typeIndex: undefined,
  inputType: "spotify",
  text: "Spotify",
  url: "Spotify:play",
};

const radio: Preset["plays"] = {
  kind: "stream",
  streamUrl: "TuneIn:s24939?serial=90-56-82-0A-00-04&account=an-account-of-the-house",
  service: "TuneIn",
  serviceName: "TuneIn",
  serviceType: "RadioService",
  lines: ["Harbour FM", "Undertow", "Halfway Lights • Six Windows"],
  artist: "Halfway Lights",
  album: "Six Windows",
  image: "http://cdn.example.net/harbour.png?token=of-the-house",
  quality: "320000",
  format: "MP3 320 kb/s",
  actions: { skip: "/Action?service=TuneIn&skip=1", love: "/Action?service=TuneIn&love=1", ban: undefined },
};

const stationPresets: readonly Preset[] = [
  { id: 1, name: "Harbour FM", url: radio.streamUrl, image: "/images/harbour.png", plays: radio },
  {
    id: 4,
    name: "Evening list",
    url: "/Load?service=LocalMusic&name=Evening&serial=90-56-82-0A-00-04",
    image: "/images/list.png",
    plays: 5,
    volume: 22,
  },
  {
    id: 5,
    name: "Rain & Fire",
    url: "http://radio.example.net/rain?user=of-the-house",
    image: "/images/rain.png",
    plays: {
      kind: "stream",
      streamUrl: "http://radio.example.net/rain?user=of-the-house",
      service: "http",
      serviceName: "",
      serviceType: "",
      lines: ["Rain & Fire", "", ""],
      format: "AAC 128 kb/s",
    },
  },
];

export const ownSettings = (): OwnSetting[] => [
  {
    page: "audio",
    id: "channelMode",
    displayName: "Output mode",
    url: "/audiomodes",
    class: "list",
    value: "default",
    values: { default: "Stereo", left: "Left", right: "Right", mono: "Mono" },
  },
  {
    page: "audio",
    id: "toneControls",
    displayName: "Tone controls",
    url: "/alsa_setting",
    class: "boolean",
    value: "OFF",
  },
  {
    page: "audio",
    id: "bass",
    displayName: "Bass",
    url: "/alsa_setting",
    class: "range",
    value: "0",
    range: { min: -6, max: 6, step: 1, units: "dB" },
    dependsOn: ["toneControls", "ON"],
  },
  {
    page: "player",
    id: "ledbrightness",
    displayName: "Indicator brightness",
    url: "/setting",
    class: "list",
    value: "default",
    values: { default: "Normal", dim: "Dim", off: "Off" },
  },
  {
    page: "capture",
    id: "bluetoothAutoplay",
    displayName: "Bluetooth",
    url: "/audiomodes",
    class: "list",
    value: "1",
    values: { 0: "Manual", 1: "Automatic", 2: "Guest", 3: "Disabled" },
  },
];

const node: ModelPreset = {
  name: "Kitchen Node",
  mac: "02:b1:05:00:00:01",
  model: { brand: "Bluesound", model: "N130", modelName: "NODE", class: "streamer" },
  version: "4.16.6",
  level: 34,
  isFixed: false,
  queueSize: 12,
  inputs: [
    input("arc-1", "arc", "Television", "input2"),
    input("spdif-1", "spdif", undefined, "input0"),
    input("bluetooth-1", "bluetooth"),
    spotify,
  ],
  presets: stationPresets,
};

export const presets = {
  node,
  /** A speaker with a battery. */
  speaker: {
    ...node,
    name: "Garden Speaker",
    mac: "02:b1:05:00:00:02",
    model: { brand: "Bluesound", model: "P125", modelName: "PULSE FLEX 2i", class: "speaker" },
    inputs: [input("analog-1", "analog"), input("bluetooth-1", "bluetooth")],
    battery: { level: 91, isCharging: false },
  },
  /** A streamer with a fixed output and nothing to play. */
  fixed: {
    ...node,
    name: "Rack Streamer",
    mac: "02:b1:05:00:00:03",
    model: { brand: "NAD", model: "C658", modelName: "C658", class: "streamer" },
    isFixed: true,
    queueSize: 0,
    inputs: [],
    presets: [],
  },
  /** Old firmware: no version in its answers, inputs by number alone. */
  old: {
    ...node,
    name: "Attic Node",
    mac: "02:b1:05:00:00:04",
    version: undefined,
    model: { brand: "Bluesound", model: "N100", modelName: "NODE", class: "streamer" },
    inputs: [{ ...input("spdif-1", "spdif", "Optical"), typeIndex: undefined, id: "input0" }],
  },
} satisfies Record<string, ModelPreset>;

export type PresetName = keyof typeof presets;
