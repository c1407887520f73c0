export interface Track {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly seconds: number;
}

/** How a model differs from others. */
export interface ModelPreset {
  readonly name: string;
  readonly project: string;
  readonly firmware: string;
  readonly mac: string;
  /** The bits of its inputs. */
  readonly inputs: string;
  readonly isSecure: boolean;
  readonly hasMetaInfo: boolean;
  readonly hasExtendedStatus: boolean;
  readonly hasOutputs: boolean;
  readonly hasEqualizer: boolean;
  /** Whether it tells parts of its queue; older ones tell all of it. */
  readonly hasQueuePages: boolean;
  readonly writesHex: boolean;
  /** The units of a second in its durations. */
  readonly perSecond: number;
}

const pro: ModelPreset = {
  name: "Studio WiiM",
  project: "WiiM_Pro_with_gc4a",
  firmware: "Linkplay.4.8.731953",
  mac: "02:e1:00:00:00:01",
  inputs: "0x56",
  isSecure: true,
  hasMetaInfo: true,
  hasExtendedStatus: true,
  hasOutputs: true,
  hasEqualizer: true,
  hasQueuePages: true,
  writesHex: true,
  perSecond: 1000,
};

export const presets = {
  pro,
  ultra: {
    ...pro,
    name: "Lounge Ultra",
    project: "WiiM_Ultra",
    mac: "02:e1:00:00:00:02",
    inputs: "0x411456",
    writesHex: false,
    perSecond: 1_000_000,
  },
  /** An older amplifier of another maker: plain HTTP, no metadata, no outputs, the short status. */
  old: {
    ...pro,
    name: "Workshop Amp",
    project: "SMART_AMP",
    firmware: "4.2.8020",
    mac: "02:e1:00:00:00:03",
    inputs: "0x16",
    isSecure: false,
    hasMetaInfo: false,
    hasExtendedStatus: false,
    hasOutputs: false,
    hasEqualizer: false,
    hasQueuePages: false,
  },
} satisfies Readonly<Record<string, ModelPreset>>;

export type PresetName = keyof typeof presets;

export const tracks: readonly Track[] = [
  { title: "Harbour & Hills", artist: "Mira Vale", album: "Slow Ferry", seconds: 214 },
  { title: "Tide Table", artist: "Mira Vale", album: "Slow Ferry", seconds: 187 },
  { title: "Ünter Glas", artist: "Kolja Brandt", album: "Nachtzug", seconds: 243 },
  { title: "2112 Steps", artist: "The Landings", album: "Stairs", seconds: 305 },
];

/** The presets of its equalizer. */
export const equalizers: readonly string[] = ["Flat", "Bass Booster", "R&B", "Rock"];

export interface Station {
  readonly name: string;
  readonly url: string;
}

export const stations: readonly Station[] = [
  { name: "Harbour Radio", url: "http://radio.example.net/harbour?user=of-the-house" },
  { name: "Night & Jazz", url: "http://radio.example.net/jazz" },
];
