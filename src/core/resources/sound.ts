import { type AudioRouting, selectedEntry } from "./audio.ts";
import type { Json, JsonObject } from "./json.ts";
import { activeTrack, type MusicState, namelessTrack, type SignalFormat, type Volume } from "./music.ts";
import { choice, list, object } from "./property.ts";
import {
  renderTopics,
  type Resource,
  type ResourceState,
  type PropertyGroup,
  type Topics,
} from "./resource.ts";

export interface DspProfile {
  readonly input: string;
  readonly name: string;
  readonly isOn: boolean;
}

type BitPerfect = "on" | "off" | "unknown";

/** Read when the player appears, and when the music state shows another input, or that processing was switched. */
export const dspProfiles = {
  title: "DSP profiles",
  readOn: "refresh",
  readEveryMs: "never",
  topics: {
    "sound/dsp-profiles": list(
      "DSP profiles",
      {
        sample: '[{"input":"XMOS","profile":"Desk","enabled":true}]',
        category: "rare",
        about: "JSON array: `input` (its tag), `profile`, `enabled`: the DSP profile of each input",
      },
      (profiles: readonly DspProfile[]) =>
        JSON.stringify(profiles.map(({ input, name, isOn }) => ({ input, profile: name, enabled: isOn }))),
    ),
  },
} satisfies Resource<readonly DspProfile[]>;

export interface SoundContext {
  readonly player: {
    readonly music?: MusicState;
    readonly audio?: AudioRouting;
    readonly dspProfiles?: readonly DspProfile[];
  };
}

/** What is known about the sound that plays; undefined while none does. */
export interface Sound {
  readonly source: JsonObject;
  readonly processing: JsonObject;
  readonly output: JsonObject;
  readonly isBitPerfect: BitPerfect;
}

/** Nothing plays: only whether the sound is bit-perfect has a word for that. */
const silence: Sound = { source: {}, processing: {}, output: {}, isBitPerfect: "unknown" };

const topics = {
  "sound/source": object(
    "Sound source",
    {
      names: { de: "Ton: Quelle", fr: "Son : source", zh: "声音来源" },
      sample: '{"codec":"FLAC","sampleRateHz":96000,"bits":24,"channels":2}',
      category: "diagnostic",
      about:
        "JSON of what is played, as far as the player tells it: `codec`, `sampleRateHz`, `bits`, `channels`, `bitrate`; empty while nothing plays",
    },
    (sound) => (sound === silence ? "" : JSON.stringify(sound.source)),
  ),
  "sound/processing": object(
    "Sound processing",
    {
      names: { de: "Ton: Bearbeitung", fr: "Son : traitement", zh: "声音处理" },
      sample: '{"dsp":false,"eq":false}',
      isExtra: true,
      category: "diagnostic",
      about:
        "JSON: `dsp`, `eq`, `subwoofer`, each `true` or `false` where known, and `profile`, the DSP profile of the present input",
    },
    ({ processing }) => textOf(processing),
  ),
  "sound/output": object(
    "Sound output",
    {
      names: { de: "Ton: Ausgang", fr: "Son : sortie", zh: "声音输出" },
      sample: '{"sampleRateHz":96000,"bits":24,"format":"PCM"}',
      isExtra: true,
      category: "diagnostic",
      about: "JSON: `sampleRateHz`, `bits`, `format`",
    },
    ({ output }) => textOf(output),
  ),
  "sound/bit-perfect": choice(
    "Bit-perfect",
    {
      names: { de: "Bitgenau", fr: "Bit-perfect", zh: "比特完美" },
      words: ["on", "off", "unknown"],
      sample: "on",
      category: "diagnostic",
      about:
        "`on` only if every step is known to leave the bits alone: neither DSP, EQ nor subwoofer, rates and depths equal, full volume. `off` if one is known to change them. Else `unknown`, such as for MQA or ReplayGain",
    },
    ({ isBitPerfect }) => isBitPerfect,
  ),
} satisfies Topics<Sound>;

/** The sound on its way: what goes in, what is done to it, what comes out. */
export const soundTopics = {
  topics,
  dependsOn: ["music", "audio", "dspProfiles"],
  isOffered: ({ player }) => player.music !== undefined,
  render: (context, limits) => {
    const sound = context.player.music === undefined ? undefined : (soundOf(context) ?? silence);
    return renderTopics(topics, sound, context.resources.music.support, context, limits);
  },
} satisfies PropertyGroup<SoundContext & LackingContext>;

export interface LackingContext {
  readonly resources: { readonly music: Pick<ResourceState, "support"> };
}

function textOf(facts: JsonObject): string {
  return Object.keys(facts).length === 0 ? "" : JSON.stringify(facts);
}

/** The sound that plays; undefined while none does. */
function soundOf({ player }: SoundContext): Sound | undefined {
  const { music, dspProfiles: profiles } = player;
  if (music === undefined || music.playing === "idle") return undefined;
  const track = activeTrack(music) ?? namelessTrack(music);
  const source = sourceOf(track?.details ?? {});
  const { processing = {}, output = {} } = music.sound ?? {};
  const input = selectedEntry(player, "input")?.tag;
  const profile = profiles?.find((one) => one.input === input && one.isOn)?.name;
  return {
    source: known({ ...source }),
    processing: known({ ...processing, profile }),
    output: known({ ...output }),
    isBitPerfect: bitPerfect(music, source),
  };
}

interface Source extends SignalFormat {
  readonly codec?: string | undefined;
  readonly channels?: number | undefined;
  readonly bitrate?: Json | undefined;
}

function sourceOf(details: JsonObject): Source {
  const { codec, extension, sampleRateHz, bits, channels, bitrate } = details;
  const name = [codec, extension].find((one) => typeof one === "string" && one !== "");
  return {
    codec: typeof name === "string" ? name.toUpperCase() : undefined,
    sampleRateHz: amount(sampleRateHz),
    bits: amount(bits),
    channels: amount(channels),
    bitrate: typeof bitrate === "string" ? bitrate.replace(/\s+/g, " ").trim() : bitrate,
  };
}

function amount(value: Json | undefined): number | undefined {
  return typeof value === "number" && value > 0 ? value : undefined;
}

function known(facts: Readonly<Record<string, Json | undefined>>): JsonObject {
  const told = Object.entries(facts).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(told);
}

/** Any step that changes the bits decides; else every step has to be known to leave them alone. */
function bitPerfect(music: MusicState, source: Source): BitPerfect {
  const { sound, volume, isMuted } = music;
  if (sound === undefined) return "unknown";
  const { processing, output } = sound;
  const steps: readonly BitPerfect[] = [
    untouched(processing.dsp),
    untouched(processing.eq),
    // Its low pass is in another path, but the main outputs may have a high pass then.
    processing.subwoofer === false ? "on" : "unknown",
    sameRate(source, output),
    sameDepth(source, output),
    fullVolume(volume),
    isMuted === true ? "off" : "on",
    sound.hasDoubt ? "unknown" : "on",
  ];
  if (steps.includes("off")) return "off";
  return steps.every((step) => step === "on") ? "on" : "unknown";
}

function untouched(isActive: boolean | undefined): BitPerfect {
  return isActive === undefined ? "unknown" : isActive ? "off" : "on";
}

const dsd = /^(?:DSD|DSF|DFF|DST|DOP|SACD)/i;

function sameRate({ codec, sampleRateHz }: Source, output: SignalFormat): BitPerfect {
  const isDsd = codec !== undefined && dsd.test(codec);
  if (isDsd && output.format?.toUpperCase() === "PCM") return "off";
  if (sampleRateHz === undefined || output.sampleRateHz === undefined) return "unknown";
  if (sampleRateHz === output.sampleRateHz) return "on";
  // DSD is told by its own rate, or by that of the PCM frames that carry it.
  return isDsd || dsd.test(output.format ?? "") ? "unknown" : "off";
}

/** A deeper output may only be padded. */
function sameDepth({ bits }: Source, output: SignalFormat): BitPerfect {
  if (bits === undefined || output.bits === undefined || output.bits > bits) return "unknown";
  return output.bits === bits ? "on" : "off";
}

/** A volume that cannot be set is fixed; whether below its maximum is not known then. */
function fullVolume(volume: Volume | undefined): BitPerfect {
  if (volume?.level === undefined) return "unknown";
  if (volume.level === volume.max) return "on";
  return volume.restriction === undefined ? "off" : "unknown";
}
