import type { JsonObject } from "./json.ts";
import {
  comparePosition,
  type ComparedPosition,
  followPosition,
  handOverMs,
  type LastPlayed,
  type SeenPosition,
  type ShownPosition,
} from "./position.ts";
import { choice, flag, list, number, object, text } from "./property.ts";
import { type Level, polled, quoted, type Resource } from "./resource.ts";

/** The playback state of music; the words of the music/state topic. */
export type MusicPlaying = "playing" | "paused" | "idle" | "unknown";

export type MusicMode = "list" | "single" | "shuffle";

export type RepeatMode = "off" | "one" | "all";

/** The track that is playing, from any source. Texts are empty where the player does not report them. */
export interface Track {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Distinguishes the track from the previous and the next one, as far as the player reports. */
  readonly key: string;
  readonly id?: string;
  readonly picture: string;
  /** The player's own fields. */
  readonly details: JsonObject;
}

/** The actions that the player may allow or deny for the current source. */
export type MusicAction = "toggle" | "next" | "previous" | "seek";

/** For an unreliable reported state: only an advancing position proves that music plays. */
export interface UncertainPlayback {
  /** The state before two positions could be compared, and the state if the position does not advance. */
  readonly first: MusicPlaying;
  readonly ifPositionUnchanged: MusicPlaying;
}

export interface Volume extends Level {
  /** Why it cannot be set; undefined if it can. */
  readonly restriction?: "locked" | "disabled" | undefined;
}

/** What a player reports about the sound on its way from the source to the output; a field is absent where it does not. */
export interface SoundPath {
  readonly processing: SoundProcessing;
  readonly output: SignalFormat;
  /** Whether something else may change the bits, of which nothing more is known. */
  readonly hasDoubt: boolean;
}

interface SoundProcessing {
  readonly dsp?: boolean | undefined;
  readonly eq?: boolean | undefined;
  readonly subwoofer?: boolean | undefined;
}

export interface SignalFormat {
  readonly sampleRateHz?: number | undefined;
  readonly bits?: number | undefined;
  readonly format?: string | undefined;
}

export type DisplayMode = "off" | "meters" | "spectrum";

export interface MusicState {
  readonly playing: MusicPlaying;
  /** Undefined if the reported state is reliable. */
  readonly uncertain: UncertainPlayback | undefined;
  /** Whether the source is an input that the player only passes through, such as a television. */
  readonly isPassThrough: boolean;
  /** The actions that the player denies for the current source. */
  readonly deniedActions: readonly MusicAction[];
  /** It can be stopped, which is more than a pause. Its requests name what they do, so that none is a toggle. */
  readonly canStop?: true;
  readonly source: "internal" | "bluetooth" | "network" | "unknown";
  readonly track: Track;
  readonly positionSeconds: number | undefined;
  readonly durationSeconds: number | undefined;
  /** The station that plays; absent where players do not tell it apart from the title. */
  readonly station?: string;
  /** The order of the queue, where players have shuffle and repeat apart. */
  readonly shuffle?: boolean | undefined;
  readonly repeat?: RepeatMode | undefined;
  /** `other` is any order without a name here. */
  readonly mode: MusicMode | "other" | undefined;
  /** Undefined where the player does not report its volume. */
  readonly volume: Volume | undefined;
  readonly isMuted: boolean | undefined;
  /** What the display shows; absent where the player does not report it. */
  readonly display?: DisplayMode | undefined;
  /** What happens to the sound on its way; absent where the player does not report it. */
  readonly sound?: SoundPath | undefined;
  /** The player's change mark for the queue; undefined where it reports none. */
  readonly queueStamp: string | undefined;
  /** Changes with the selected input or output; undefined where the player does not report them here. */
  readonly routingMark: string | undefined;
  /** The tags of the selected input and output; absent where the player does not report them here. */
  readonly inputTag?: string | undefined;
  readonly outputTag?: string | undefined;
}

export interface MusicContext {
  readonly player: { readonly music?: MusicState };
  readonly memory: {
    readonly lastPlayed: LastPlayed;
    readonly shownMusicPosition: ShownPosition | undefined;
    readonly seenMusicPosition: SeenPosition | undefined;
    /** The position with which later ones are compared, to find out whether the music plays. */
    readonly comparedPosition: ComparedPosition | undefined;
    /** The mark under which the queue was read: while it is the same, the queue is unchanged. */
    readonly queueMark: string | undefined;
    /** The mark under which the inputs and outputs were read. */
    readonly routingMark: string | undefined;
  };
}

/** Resources that a change of the music makes due. */
type Dependent = "audio" | "video" | "queue" | "dspProfiles";

export const music = {
  ...polled,
  showsUse: true,
  summary: ({ playing, source, track }) => `${playing} (${source})${quoted(track.title)}`,
  publicName: "state" as const,
  topics: {
    "music/state": choice(
      "Music state",
      {
        names: { de: "Musikstatus", fr: "État de la musique", zh: "音乐状态" },
        words: ["playing", "paused", "idle", "unknown"],
        sample: "playing",
        about:
          "`playing`, `paused`, `idle`, or `unknown`: for an input that is passed through, such as a television, and until the position shows whether an ambiguous service plays",
      },
      ({ playing }) => playing,
    ),
    "music/source": choice(
      "Music source",
      {
        names: { de: "Musikquelle", fr: "Source de la musique", zh: "音乐来源" },
        words: ["internal", "bluetooth", "network", "unknown"],
        sample: "internal",
        category: "rare",
      },
      ({ source }) => source,
    ),
    "music/pass-through": flag(
      "Passes through an input",
      {
        sample: "off",
        category: "rare",
        about: "`on` while the player only passes on an input, such as that of a television, else `off`",
      },
      ({ isPassThrough }) => isPassThrough,
    ),
    "music/position": number(
      "Music position",
      {
        names: { de: "Musikposition", fr: "Position de la musique", zh: "音乐进度" },
        unit: "s",
        sample: "83",
        category: "rare",
        about:
          "seconds; empty if below zero or beyond the duration; during playback at most once per `publish.positionIntervalMs`, any other change at once",
      },
      (_music, { memory }) => memory.shownMusicPosition?.seconds,
    ),
    "music/duration": number(
      "Music duration",
      { names: { de: "Musikdauer", fr: "Durée de la musique", zh: "音乐时长" }, unit: "s", sample: "211" },
      ({ durationSeconds }) => durationSeconds,
    ),
    "music/mode": choice(
      "Music mode",
      {
        names: { de: "Reihenfolge", fr: "Ordre", zh: "播放顺序" },
        words: ["list", "single", "shuffle", "other"],
        sample: "list",
        isExtra: true,
        category: "rare",
        about: "`list`, `single`, `shuffle`, or `other` for any other order",
      },
      ({ mode }) => mode,
    ),
    "music/shuffle": flag(
      "Shuffle",
      {
        names: { de: "Zufallswiedergabe", fr: "Lecture aléatoire", zh: "随机播放" },
        sample: "off",
        isExtra: true,
        about: "`on`, `off`, where a player has it apart from repeat; empty for a stream",
      },
      ({ shuffle }) => shuffle,
    ),
    "music/repeat": choice(
      "Repeat",
      {
        names: { de: "Wiederholen", fr: "Répétition", zh: "重复播放" },
        words: ["off", "one", "all"],
        sample: "all",
        isExtra: true,
        about: "`off`, `one`, `all`, where a player has it apart from shuffle; empty for a stream",
      },
      ({ repeat }) => repeat,
    ),
    "music/station": text(
      "Station",
      {
        names: { de: "Sender", fr: "Station", zh: "电台" },
        sample: "Harbour Radio",
        isExtra: true,
        about: "the station that plays, where a player tells it apart from the title",
      },
      (state) => (activeTrack(state) === undefined ? "" : (state.station ?? "")),
    ),
    "music/actions": list(
      "Music actions",
      {
        sample: '["play","pause","next","previous","seek"]',
        category: "rare",
        about:
          "JSON array: what the current source allows of `play`, `pause`, `next`, `previous`, `seek` and `stop`, `[]` for a television; empty while nothing plays",
      },
      actionsText,
    ),
    "music/track": object(
      "Track details",
      {
        sample: '{"source":"internal","title":"Reef"}',
        category: "diagnostic",
        about:
          "JSON, without what the player does not report: `source`, `title`, `artist`, `album`, `extension`, `codec`, `service`, `channels`, `bits`, `sampleRate` (text), `sampleRateHz` (number), `bitrate`, `sacdArea` (the player's own number, whatever plays), `picture`, `lines` (the title lines as the player shows them), `quality`, `station`. Without a title, the signal of an input. Empty while nothing plays",
      },
      (state) => detailsText(activeTrack(state) ?? namelessTrack(state)),
    ),
    "music/picture": text(
      "Music picture",
      {
        sample: "http://192.168.1.20/cover",
        category: "rare",
        about:
          "address of the picture, without its query if it is on another host; empty while nothing plays, or without a picture",
      },
      (state) => activeTrack(state)?.picture ?? "",
    ),
    mute: flag(
      "Mute",
      { names: { de: "Stumm", fr: "Muet", zh: "静音" }, sample: "off", isExtra: true },
      ({ isMuted }) => isMuted,
    ),
  },
  unpublished: ["positionSeconds"],
  dependsOn: ["memory.shownMusicPosition"],
  inferred: (reported, { player, memory: { comparedPosition } }, now) => {
    const playing = inferPlaying(reported, player.music, comparedPosition, now);
    return playing === reported.playing ? reported : { ...reported, playing };
  },
  changed: (change, { memory }) => {
    const { before, after, now } = change;
    const positions = { shown: memory.shownMusicPosition, seen: memory.seenMusicPosition };
    const { shown, seen } = followPosition(positions, change, playheadOf);
    return {
      due: resourcesDue(before, after, memory, now),
      memory: {
        shownMusicPosition: shown,
        seenMusicPosition: seen,
        lastPlayed: after.playing === "playing" ? "music" : memory.lastPlayed,
        comparedPosition: comparePosition(memory.comparedPosition, playheadOf(after), now).compared,
      },
    };
  },
} satisfies Resource<MusicState, MusicContext, Dependent>;

/** The playing or paused track: a player that has stopped still reports the last one. */
export function activeTrack({ playing, track }: MusicState): Track | undefined {
  return playing === "idle" || track.key === "" ? undefined : track;
}

/** The words of `music/playback`, and `seek`, that the player allows for the current source; empty while nothing plays. */
function actionsText({ playing, deniedActions, canStop }: MusicState): string {
  if (playing === "idle") return "";
  const words = {
    play: "toggle",
    pause: "toggle",
    next: "next",
    previous: "previous",
    seek: "seek",
  } as const;
  const allowed = Object.entries(words).flatMap(([word, action]) =>
    deniedActions.includes(action) ? [] : [word],
  );
  return JSON.stringify(canStop === true ? [...allowed, "stop"] : allowed);
}

/** The facts about a signal that has no title, such as the service and the sample rate of an input. */
const signalFacts = ["service", "codec", "sampleRate", "channels", "bits"] as const;

/** The track that another source than the internal player reports without a title. */
export function namelessTrack({ playing, source, track }: MusicState): Track | undefined {
  const isTold = signalFacts.some((fact) => track.details[fact] !== undefined);
  return isTold && playing !== "idle" && source !== "internal" ? track : undefined;
}

/** The volume in percent of the player's own range; undefined while the level is unknown. */
export function percentOf({ level, min, max }: Volume): number | undefined {
  if (level === undefined) return undefined;
  return max > min ? Math.round(((level - min) / (max - min)) * 100) : 0;
}

/** Whether music plays, from the reported state and the positions. */
function inferPlaying(
  reported: MusicState,
  before: MusicState | undefined,
  compared: ComparedPosition | undefined,
  now: number,
): MusicPlaying {
  const { uncertain } = reported;
  if (uncertain === undefined) return reported.playing;
  if (reported.positionSeconds === undefined) return uncertain.first;
  const { hasMoved } = comparePosition(compared, playheadOf(reported), now);
  if (hasMoved !== undefined) return hasMoved ? "playing" : uncertain.ifPositionUnchanged;
  const isSameUncertainty =
    before?.uncertain?.first === uncertain.first &&
    before.uncertain.ifPositionUnchanged === uncertain.ifPositionUnchanged;
  return isSameUncertainty ? before.playing : uncertain.first;
}

/** The mark of the queue. It changes when the queue or its current entry does. */
export function queueMarkOf(state: MusicState | undefined): string | undefined {
  if (state?.queueStamp === undefined) return undefined;
  // A stopped queue has no current entry, though the player still reports the last one.
  return state.playing === "idle" ? state.queueStamp : `${state.queueStamp} ${state.track.key}`;
}

function detailsText(track: Track | undefined): string {
  return track === undefined ? "" : JSON.stringify(track.details);
}

function playheadOf({ playing, track, positionSeconds }: MusicState) {
  return { isPlaying: playing === "playing", key: track.key, positionSeconds };
}

function resourcesDue(
  before: MusicState | undefined,
  after: MusicState,
  { queueMark, routingMark }: MusicContext["memory"],
  now: number,
): (readonly [Dependent, number])[] {
  const due: (readonly [Dependent, number])[] = [];
  if (before !== undefined && before.playing !== after.playing)
    due.push(["video", now], ["video", now + handOverMs]);
  const mark = queueMarkOf(after);
  const hasTrackChanged = before !== undefined && before.track.key !== after.track.key;
  const hasBegun = before?.playing === "idle" && after.playing !== "idle";
  const isQueueOld = mark === undefined ? hasTrackChanged || hasBegun : mark !== queueMark;
  if (isQueueOld) due.push(["queue", now]);
  // Another source is mostly another input.
  const hasSourceChanged =
    before !== undefined && (before.source !== after.source || before.isPassThrough !== after.isPassThrough);
  const isRoutingOld = after.routingMark === undefined ? hasSourceChanged : after.routingMark !== routingMark;
  if (isRoutingOld) due.push(["audio", now]);
  if (before !== undefined && hasProcessingChanged(before, after)) due.push(["dspProfiles", now]);
  return due;
}

function hasProcessingChanged(before: MusicState, after: MusicState): boolean {
  const [was, is] = [before.sound?.processing, after.sound?.processing];
  if (is === undefined) return false;
  return was?.dsp !== is.dsp || was?.eq !== is.eq || before.routingMark !== after.routingMark;
}
