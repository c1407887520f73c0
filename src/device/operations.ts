import type { Call, CallName } from "../core/controls/call.ts";
import type { MusicMode } from "../core/resources/player.ts";
import type { ResourceName } from "../core/resources/resource.ts";
import { wellFormed } from "./well-formed.ts";

/** The word that stands for the maker in the specification, then the makers' own, in the order of asking. */
export const knownPrefixes = ["Device", "Zidoo"] as const;

/**
 * How sure it is that an operation is as it stands here. specified: the specification says so. high: a capture, or
 * several independent programs agree. medium: one working program. low: one mention, or an inference.
 */
type Certainty = "specified" | "high" | "medium" | "low";

/** An operation that reads; `{p}` in its path is the prefix. */
interface ReadOperation {
  readonly path: string;
  readonly sure: Certainty;
}

/** An operation that changes something. */
interface CallOperation<C extends Call> {
  readonly path: string;
  readonly sure: Certainty;
  /** What is put behind the path. */
  readonly parameters: (call: C) => Readonly<Record<string, string | number>>;
  /** What shows that it worked; nothing, where only the player's word is to be had. */
  readonly proof: ResourceName | undefined;
  /** Whether twice is the same as once. Nothing is sent twice by itself; this says what a person may do. */
  readonly isRepeatable: boolean;
}

/** How each resource is read. */
export const reads: Readonly<Record<ResourceName, ReadOperation>> = {
  model: { path: "/{p}ControlCenter/getModel", sure: "high" },
  audio: { path: "/{p}MusicControl/v2/getInputAndOutputList", sure: "specified" },
  video: { path: "/{p}VideoPlay/getPlayStatus", sure: "specified" },
  playlist: { path: "/{p}VideoPlay/getPlaylist", sure: "specified" },
  queue: { path: "/{p}MusicControl/v2/getPlayQueue", sure: "specified" },
  state: { path: "/{p}MusicControl/v2/getState", sure: "high" },
  power: { path: "/{p}MusicControl/v2/getPowerOption", sure: "high" },
  subtitles: { path: "/{p}VideoPlay/getSubtitleList", sure: "high" },
  audioTracks: { path: "/{p}VideoPlay/getAudioList", sure: "medium" },
};

const loops: Readonly<Record<MusicMode, number>> = { list: 0, single: 1, shuffle: 2 };
const videoStates = { playing: 1, paused: 0, stopped: -1 } as const;

/** How each call is made. The wake-up call is a packet and no request: see wake.ts. */
export const calls: {
  readonly [Name in Exclude<CallName, "wake">]: CallOperation<Extract<Call, { operation: Name }>>;
} = {
  selectInput: {
    path: "/{p}MusicControl/v2/setInputList",
    sure: "specified",
    parameters: ({ tag }) => ({ tag }),
    proof: "audio",
    isRepeatable: true,
  },
  selectOutput: {
    path: "/{p}MusicControl/v2/setOutInputList",
    sure: "specified",
    parameters: ({ tag }) => ({ tag }),
    proof: "audio",
    isRepeatable: true,
  },
  setVideoState: {
    path: "/{p}VideoPlay/changeStatus",
    sure: "medium",
    parameters: ({ state }) => ({ status: videoStates[state] }),
    proof: "video",
    isRepeatable: true,
  },
  switchVideo: {
    path: "/{p}VideoPlay/changevideo",
    sure: "medium",
    parameters: ({ to }) => ({ type: 0, tag: to === "next" ? 1 : 0 }),
    proof: "video",
    isRepeatable: false,
  },
  switchChapter: {
    path: "/{p}VideoPlay/changevideo",
    sure: "medium",
    parameters: ({ to }) => ({ type: 1, tag: to === "next" ? 1 : 0 }),
    proof: "video",
    isRepeatable: false,
  },
  seekVideo: {
    path: "/{p}VideoPlay/seekTo",
    sure: "high",
    // The players spell it like this.
    parameters: ({ seconds }) => ({ positon: Math.round(seconds * 1000) }),
    proof: "video",
    isRepeatable: true,
  },
  setSubtitle: {
    path: "/{p}VideoPlay/setSubtitle",
    sure: "high",
    parameters: ({ index }) => ({ index }),
    proof: "video",
    isRepeatable: true,
  },
  setAudioTrack: {
    path: "/{p}VideoPlay/setAudio",
    sure: "medium",
    parameters: ({ index }) => ({ index }),
    proof: "video",
    isRepeatable: true,
  },
  playPlaylistEntry: {
    path: "/{p}VideoPlay/playVideo",
    sure: "medium",
    parameters: ({ index }) => ({ index }),
    proof: "playlist",
    isRepeatable: true,
  },
  toggleMusic: {
    path: "/{p}MusicControl/v2/playOrPause",
    sure: "high",
    parameters: () => ({}),
    proof: "state",
    isRepeatable: false,
  },
  nextTrack: {
    path: "/{p}MusicControl/v2/playNext",
    sure: "high",
    parameters: () => ({}),
    proof: "state",
    isRepeatable: false,
  },
  previousTrack: {
    path: "/{p}MusicControl/v2/playLast",
    sure: "high",
    parameters: () => ({}),
    proof: "state",
    isRepeatable: false,
  },
  seekMusic: {
    path: "/{p}MusicControl/v2/seekTo",
    sure: "high",
    parameters: ({ seconds }) => ({ time: Math.round(seconds * 1000) }),
    proof: "state",
    isRepeatable: true,
  },
  setMusicMode: {
    path: "/{p}MusicControl/v2/setLoopMode",
    sure: "medium",
    parameters: ({ mode }) => ({ loop: loops[mode] }),
    proof: "state",
    isRepeatable: true,
  },
  playQueueEntry: {
    path: "/{p}MusicControl/v2/playQueueMusic",
    sure: "low",
    parameters: ({ index }) => ({ index }),
    proof: "queue",
    isRepeatable: true,
  },
  setVolume: {
    path: "/{p}MusicControl/v2/setDevicesVolume",
    sure: "high",
    parameters: ({ level }) => ({ volume: level }),
    proof: "state",
    isRepeatable: true,
  },
  setMute: {
    path: "/{p}MusicControl/v2/setMuteVolume",
    sure: "high",
    parameters: ({ isMuted }) => ({ isMute: Number(isMuted) }),
    proof: "state",
    isRepeatable: true,
  },
  setPower: {
    path: "/{p}MusicControl/v2/setPowerOption",
    sure: "high",
    parameters: ({ tag }) => ({ tag }),
    proof: "model",
    isRepeatable: false,
  },
  sendKey: {
    path: "/{p}ControlCenter/RemoteControl/sendkey",
    sure: "high",
    parameters: ({ key }) => ({ key }),
    proof: undefined,
    isRepeatable: false,
  },
};

/** The calls of low certainty: they are made only where their owner wants to find out. */
export const uncertainCalls: readonly CallName[] = (Object.keys(calls) as (keyof typeof calls)[]).filter(
  (name) => calls[name].sure === "low",
);

/** Paths that an owner has found to be otherwise, by the name of what is read or called. */
export type OwnPaths = Readonly<Partial<Record<string, string>>>;

/** Paths that were put together, by their prefix: thousands of players ask by the same ones, at every poll. */
const readPaths = new Map<string, Map<string, string>>();

/** The path that reads a resource. */
export function readPath(prefix: string, resource: ResourceName, own: OwnPaths = {}): string {
  const path = own[resource] ?? reads[resource].path;
  const known = readPaths.get(prefix) ?? new Map<string, string>();
  const found = known.get(path);
  if (found !== undefined) return found;
  const made = path.replaceAll("{p}", prefix);
  readPaths.set(prefix, known.set(path, made));
  return made;
}

/** The path of a call, with its parameters. */
export function callPath(
  prefix: string,
  call: Exclude<Call, { operation: "wake" }>,
  own: OwnPaths = {},
): string {
  const { path, parameters } = calls[call.operation] as CallOperation<Call>;
  const query = Object.entries(parameters(call)).map(
    ([name, value]) => `${name}=${encodeURIComponent(wellFormed(String(value)))}`,
  );
  const base = (own[call.operation] ?? path).replaceAll("{p}", prefix);
  return query.length === 0 ? base : `${base}?${query.join("&")}`;
}
