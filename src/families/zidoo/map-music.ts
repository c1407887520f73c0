import type {
  MusicAction,
  MusicPlaying,
  MusicState,
  Track,
  UncertainPlayback,
} from "../../core/resources/music.ts";
import { mapSound } from "./map-sound.ts";
import { mapExternalTrack, mapInternalTrack } from "./map-track.ts";
import { mapPlainFacts, type MusicAnswer, musicAnswer } from "./music-answer.ts";
import { durationOf, positionOf } from "./times.ts";
import { asNumber, isObject, type ReadContext, toFlag } from "./wire.ts";

export function mapMusic(json: object, context: ReadContext): MusicState | undefined {
  const isFirst = isFirstMusic(json);
  const answer = musicAnswer().parse(isFirst ? asSecondMusic(json) : json);
  if (answer.state === undefined && answer.volumeData === undefined) return undefined;
  const isPassThrough = isPassThroughInput(answer);
  const source = sourceOf(answer, isPassThrough);
  const { playing, uncertain } = playingOf(answer, isPassThrough);
  const info = answer.everSoloPlayInfo ?? {};
  // With another source, these fields still describe the internal player's last track.
  const isOtherSource = isPassThrough || isExternal(answer);
  const positionMs = asNumber((isOtherSource ? info.currentPosition : undefined) ?? answer.position);
  const durationMs = asNumber((isOtherSource ? info.duration : undefined) ?? answer.duration);
  const durationSeconds = playing === "idle" ? undefined : durationOf(durationMs);
  const track = (isOtherSource ? mapExternalTrack : mapInternalTrack)(answer, source, context);
  const hasPosition = playing !== "idle" && !(isPassThrough && positionMs === 0);
  return {
    playing,
    uncertain,
    isPassThrough,
    deniedActions: deniedActions(info),
    ...(isFirst && { canStop: true as const }),
    source,
    track: isFirst ? outsideLibrary(track) : track,
    positionSeconds: hasPosition ? positionOf(positionMs, durationSeconds) : undefined,
    durationSeconds,
    sound: mapSound(answer, isOtherSource),
    ...mapPlainFacts(answer),
  };
}

/** A track that no library of the player can play by its id. */
function outsideLibrary(track: Track): Track {
  const { id: _, ...outside } = track;
  return outside;
}

type PlayInfo = NonNullable<MusicAnswer["everSoloPlayInfo"]>;

const permissions: Readonly<Record<MusicAction, keyof PlayInfo>> = {
  toggle: "isCanChangePlayStatus",
  next: "isCanNextPlay",
  previous: "isCanLastPlay",
  seek: "isCanSeek",
};

const actions = Object.keys(permissions) as MusicAction[];

function deniedActions(info: PlayInfo): MusicAction[] {
  return actions.filter((action) => info[permissions[action]] === false);
}

export function isExternal({ playType }: MusicAnswer): boolean {
  const type = asNumber(playType);
  return type !== undefined && type !== 5;
}

/**
 * Whether the source is an input that the player only passes through, such as a television: it has a number of its own, or
 * denies every action. So does an internal player that has stopped.
 */
export function isPassThroughInput(answer: MusicAnswer): boolean {
  const isStopped = !isExternal(answer) && asNumber(answer.state) === 0;
  return asNumber(answer.playType) === 8 || (!isStopped && deniesAll(answer));
}

function deniesAll({ everSoloPlayInfo: info = {} }: MusicAnswer): boolean {
  return deniedActions(info).length === actions.length;
}

/**
 * The state of playback. With another source, `state` is that of the internal player's last track. `playStatus` 2 means
 * paused on some models and playing on others, and a pass-through input may report any value all the time.
 */
function playingOf(
  answer: MusicAnswer,
  isPassThrough: boolean,
): { readonly playing: MusicPlaying; readonly uncertain: UncertainPlayback | undefined } {
  const state = stateOf(asNumber(answer.state));
  const inDoubt = (first: MusicPlaying, ifPositionUnchanged = first) => ({
    playing: first,
    uncertain: { first, ifPositionUnchanged },
  });
  if (isPassThrough && deniesAll(answer)) return inDoubt("unknown");
  if (!isExternal(answer)) return { playing: state, uncertain: undefined };
  switch (asNumber(answer.everSoloPlayInfo?.playStatus)) {
    case 0:
      return inDoubt("idle");
    case 1:
      return { playing: "playing", uncertain: undefined };
    case 2:
      return inDoubt(state === "paused" ? state : "unknown", "paused");
    default:
      return inDoubt(state);
  }
}

function stateOf(state: number | undefined): MusicPlaying {
  switch (state) {
    case 0:
      return "idle";
    case 3:
      return "playing";
    case 4:
      return "paused";
    default:
      return "unknown";
  }
}

function sourceOf(answer: MusicAnswer, isPassThrough: boolean): MusicState["source"] {
  const song = answer.everSoloPlayInfo?.everSoloPlayAudioInfo?.songName;
  switch (asNumber(answer.playType)) {
    case undefined:
      // Film players say so of no source, but of a file alone how large it is.
      return (answer.playingMusic?.fileSize ?? "") === "" ? "unknown" : "internal";
    case 4:
      return "bluetooth";
    case 5:
      return isPassThrough ? "unknown" : "internal";
    default:
      return isPassThrough && !song ? "unknown" : "network";
  }
}

/** Whether an answer is one of the first version of the music operations, which old film players have. */
function isFirstMusic(json: object): boolean {
  return "isPlay" in json || ("state" in json && isObject(json.state));
}

/** Such an answer with the fields of the second version. */
function asSecondMusic(json: object): object {
  const { isPlay, music, state } = json as Readonly<Record<string, unknown>>;
  const { playing, position, duration } = isObject(state) ? state : {};
  const track = isObject(music) ? music : undefined;
  const isPlaying = toFlag(playing ?? isPlay);
  // What was stopped stays the current track, at its beginning.
  const isPaused = track !== undefined && Number(position) > 0;
  return {
    ...(isPlaying !== undefined && { state: isPlaying ? 3 : isPaused ? 4 : 0 }),
    position,
    duration,
    playType: 5,
    playingMusic: track && { ...track, sampleRateNumber: track["SampleRate"] },
  };
}
