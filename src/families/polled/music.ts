import type {
  MusicAction,
  MusicMode,
  MusicPlaying,
  MusicState,
  RepeatMode,
  Volume,
} from "../../core/resources/music.ts";
import { pictureAddress } from "../http/picture-address.ts";
import { sanitizeJson } from "../http/parse-json.ts";
import { shownText } from "../http/xml.ts";
import { atOnce } from "./at-once.ts";
import type { Answers, Player } from "./make.ts";
import { unknownParts } from "./unknown-parts.ts";

/** A track as one answer tells it; all may be missing. */
export interface TrackFacts {
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  readonly picture?: string;
  /** In whole numbers of these units; zero is unknown. */
  readonly sampleRateHz?: number | undefined;
  readonly bits?: number | undefined;
  readonly channels?: number | undefined;
  readonly codec?: string | undefined;
  readonly bitrate?: string | undefined;
  readonly service?: string | undefined;
}

/** What a make tells of the music; what it leaves out has the default that is named here. */
export interface MusicFacts {
  /** `loading`: it plays on if it did before; a stream may fail yet. */
  readonly playing: MusicPlaying | "loading";
  /** Which source plays, in the player's own word: when it changes, the titles may still be those of the former one. */
  readonly source: string;
  /** `input`: the player only passes it through, so it tells neither a track nor whether anything is heard. */
  readonly kind: MusicState["source"] | "input";
  /** The track by each answer that tells one, the best first. */
  readonly tracks: readonly TrackFacts[];
  /** What else tells one track from the next, such as its place in the queue. */
  readonly place?: string;
  /** No seconds: not told, and a track without a duration cannot be sought in. */
  readonly positionSeconds?: number | undefined;
  readonly durationSeconds?: number | undefined;
  readonly station?: string;
  /** Without both, the order is not told. */
  readonly shuffle?: boolean | undefined;
  readonly repeat?: RepeatMode | undefined;
  /** Without it, the player has no volume. */
  readonly volume?: Volume | undefined;
  /** Without it, the player cannot be muted. */
  readonly isMuted?: boolean | undefined;
  /** What the present source refuses besides what follows from the rest; nothing by default. */
  readonly denied?: readonly MusicAction[];
  readonly inputTag?: string | undefined;
  readonly outputTag?: string | undefined;
}

/** So long a title may be that of the former source. */
const trailsForMs = 10_000;

interface Seen {
  readonly source: string;
  /** The texts of each track, and when they last changed. */
  readonly texts: readonly string[];
  readonly changedAt: readonly number[];
  readonly lastChangeAt: number;
  readonly playing: MusicPlaying;
}

/** The music from what a make tells of it. */
export function music<Name extends string>(
  read: (answers: Answers<Name>, player: Player) => MusicFacts,
): (answers: Answers<Name>, player: Player) => MusicState {
  const seen = new WeakMap<Player, Seen>();
  return (answers, player) => {
    const facts = checked(atOnce(read(answers, player)));
    const now = look(facts, seen.get(player), player.now());
    seen.set(player, now);
    return musicState({ ...facts, playing: now.playing }, trackOf(facts, now, player), player.origin);
  };
}

const fields =
  "playing source kind tracks place positionSeconds durationSeconds station shuffle repeat volume isMuted denied inputTag outputTag";
const fieldsOfTrack = "title artist album picture sampleRateHz bits channels codec bitrate service";
const words = {
  playing: "playing paused idle unknown loading",
  kind: "internal bluetooth network unknown input",
  repeat: "undefined off one all",
};

/** The facts of a table that no compiler may have seen. */
function checked(facts: MusicFacts): MusicFacts {
  const { tracks } = facts;
  const [mistake] = [
    ...unknownParts("music", facts, fields),
    ...(Array.isArray(tracks)
      ? tracks.flatMap((track) => unknownParts("music: tracks", track, fieldsOfTrack))
      : ["music: tracks is no list"]),
    ...(typeof facts.volume === "number" ? ["music: volume is a number, not what volume() makes"] : []),
    ...Object.entries(words).flatMap(([field, known]) => {
      const word = String(facts[field as keyof typeof words]);
      return known.split(" ").includes(word) ? [] : [`music: ${field} is "${word}", not one of ${known}`];
    }),
  ];
  if (mistake !== undefined) throw new TypeError(mistake);
  return facts;
}

function textsOf({ title = "", artist = "", album = "" }: TrackFacts): string {
  return title + artist + album === "" ? "" : JSON.stringify([title, artist, album]);
}

function look(facts: MusicFacts, before: Seen | undefined, now: number): Seen {
  const { source, tracks } = facts;
  const texts = tracks.map(textsOf);
  const wasPlaying = before?.playing === "playing";
  const playing = facts.playing === "loading" ? (wasPlaying ? "playing" : "unknown") : facts.playing;
  if (before === undefined) {
    const changedAt = texts.map(() => now);
    return { source, texts, changedAt, lastChangeAt: Number.NEGATIVE_INFINITY, playing };
  }
  const changedAt = texts.map((text, index) =>
    text === before.texts[index] ? (before.changedAt[index] ?? now) : now,
  );
  const hasChanged = source !== before.source || changedAt.includes(now);
  return { source, texts, changedAt, lastChangeAt: hasChanged ? now : before.lastChangeAt, playing };
}

/** The best track whose texts are as new as the last change; after a while the newest will do, since some are told once only. */
function trackOf({ kind, tracks }: MusicFacts, seen: Seen, player: Player): TrackFacts {
  if (kind === "input") return {};
  const isOver = player.now() - seen.lastChangeAt >= trailsForMs;
  const changes = seen.texts.map((text, place) => (text === "" ? -Infinity : (seen.changedAt[place] ?? 0)));
  const since = isOver ? Math.max(...changes) : seen.lastChangeAt;
  const index = changes.findIndex((at) => at > -Infinity && at >= since);
  const best = tracks[index] ?? {};
  // Another answer may know more of the same track.
  const others = tracks.filter(({ title }) => title !== undefined && title === best.title);
  const told = [...others.toReversed(), best].map((one) =>
    Object.entries(one).filter(([, value]) => value !== undefined && value !== "" && value !== 0),
  );
  return Object.fromEntries(told.flat());
}

/** The music with the one track that counts. */
export function musicState(
  facts: Omit<MusicFacts, "tracks" | "playing"> & { readonly playing: MusicPlaying },
  track: TrackFacts,
  origin: string,
): MusicState {
  const { kind, playing, shuffle, repeat, station = "", durationSeconds } = facts;
  const isInput = kind === "input";
  const isIdle = playing === "idle";
  const title = shownText(track.title ?? "");
  const artist = shownText(track.artist ?? "");
  const album = shownText(track.album ?? "");
  const picture = pictureAddress(track.picture, origin)?.href ?? "";
  const hasDuration = durationSeconds !== undefined && durationSeconds > 0;
  const denied: readonly MusicAction[] = isInput ? ["next", "previous", "seek"] : hasDuration ? [] : ["seek"];
  const order = isInput ? {} : { shuffle, repeat };
  return {
    playing: isInput && playing === "playing" ? "unknown" : playing,
    uncertain: undefined,
    isPassThrough: isInput,
    deniedActions: [...new Set([...denied, ...(facts.denied ?? [])])],
    canStop: true,
    source: isInput ? "unknown" : kind,
    track: {
      title,
      artist,
      album,
      key:
        title + artist + album + station === ""
          ? ""
          : JSON.stringify([facts.source, facts.place ?? "", title, artist, album, station]),
      picture,
      details: sanitizeJson({
        ...track,
        title: title || undefined,
        artist: artist || undefined,
        album: album || undefined,
        sampleRate: track.sampleRateHz === undefined ? undefined : `${track.sampleRateHz / 1000} kHz`,
        picture: picture || undefined,
        station: station || undefined,
      }),
    },
    positionSeconds: isInput || isIdle ? undefined : wholeSeconds(facts.positionSeconds),
    durationSeconds: isInput || isIdle || !hasDuration ? undefined : Math.round(durationSeconds),
    station,
    ...order,
    mode: isInput ? undefined : modeOf(shuffle, repeat),
    volume: facts.volume,
    isMuted: facts.isMuted,
    queueStamp: undefined,
    routingMark: undefined,
    inputTag: facts.inputTag,
    outputTag: facts.outputTag,
  };
}

function wholeSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined || seconds < 0 ? undefined : Math.floor(seconds);
}

/** The order of the queue as one word; undefined where the player tells none. */
export function modeOf(
  shuffle: boolean | undefined,
  repeat: RepeatMode | undefined,
): MusicMode | "other" | undefined {
  if (shuffle === undefined) return undefined;
  if (shuffle) return repeat === "one" ? "other" : "shuffle";
  return repeat === "one" ? "single" : "list";
}

interface VolumeFacts {
  readonly min?: number;
  readonly max?: number;
  readonly isLocked?: boolean;
}

/** A volume whose level is within its range, else not known. */
export function volume(level: number | undefined, facts: VolumeFacts = {}): Volume {
  const [mistake] = unknownParts("volume", facts, "min max isLocked");
  if (mistake !== undefined) throw new TypeError(mistake);
  const { min = 0, max = 100, isLocked = false } = facts;
  const isWithin = level !== undefined && level >= min && level <= max;
  return { level: isWithin ? level : undefined, min, max, restriction: isLocked ? "locked" : undefined };
}
