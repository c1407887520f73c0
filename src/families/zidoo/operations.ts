import type { Call, CallName, Stream } from "../../core/controls/call.ts";
import type { MusicMode } from "../../core/resources/music.ts";
import {
  type PlayerState,
  type PublicName,
  publicNameOf,
  type ResourceName,
} from "../../core/resources/player.ts";
import type { Handle } from "../../core/resources/resource.ts";
import type { Browse } from "../../core/library.ts";
import {
  type BrowseOperation,
  libraryCalls,
  type LibraryOperationName,
  libraryOperations,
} from "./library-operations.ts";
import { mapFilmArt } from "./map-film-art.ts";
import { mapApps } from "./map-apps.ts";
import { mapBrightness, mapChoiceList, mapKnobBrightness } from "./map-display.ts";
import { mapDspProfiles } from "./map-sound.ts";
import { mapModel } from "./map-model.ts";
import { mapSettings } from "./map-settings.ts";
import { mapPower } from "./map-power.ts";
import { mapRouting } from "./map-routing.ts";
import { mapMusic, mapVideoVolume } from "./map-music.ts";
import { mapFilmTracks, mapPlaylist, mapPlayModes, mapPlayStatus, mapZooms } from "./map-video.ts";
import { setterOf } from "./setter-address.ts";
import type { ReadContext } from "./wire.ts";

/** The prefixes to try, in this order: the specification's neutral word, then the makers' names. */
export const knownPrefixes = ["Device", "Zidoo"] as const;

/** The queue; long-queue/ reads its answers. */
interface QueueOperation {
  readonly kind: "reads";
  /** Which models have it: all by the maker's specification, many, or a few. */
  readonly models: "all" | "many" | "few";
  /** The query of the request; none by default. */
  readonly query?: string;
  /** `{p}` is the prefix. */
  readonly path: string;
  /** The same by the first version of the music operations, which old film players have. */
  readonly firstPath?: string;
  /** The longest plausible answer; if undefined, only the configured maximum applies. */
  readonly maxBytes?: number;
  /** The operation has a single source in the documentation; it is used only with `controls.experimental`. */
  readonly isExperimental?: true;
}

interface ReadOperation<Value> extends QueueOperation {
  /** The most values in a plausible answer; any number if undefined. */
  readonly maxValues?: number;
  /** Maps the fields of an answer; undefined if it has none of the resource. */
  readonly map: (json: object, context: ReadContext) => Value | undefined;
}

/** An operation that changes something, so it is never sent twice. */
interface CallOperation<C extends Call> {
  readonly kind: "acts";
  readonly path: string;
  /** The same by the first version of the music operations, with the same query. */
  readonly firstPath?: (call: C) => string;
  readonly parameters: (call: C) => Readonly<Record<string, string | number>>;
  /** The address of the setter that the player reported; empty if it reported none. */
  readonly address?: (call: C) => string;
  /** It is not confirmed, or does more than it says, so it is used only with `controls.experimental`. */
  readonly isExperimental?: true;
}

/** The calls that are requests. A player is woken by a packet or its plug instead: see wake.ts. */
type RequestName =
  | "selectInput"
  | "selectOutput"
  | "setVideoState"
  | "switchVideo"
  | "switchChapter"
  | "seekVideo"
  | "seekMusic"
  | "setSubtitle"
  | "setAudioTrack"
  | "setZoom"
  | "setVideoPlayMode"
  | "playLibraryList"
  | "playLibraryTracks"
  | "playLibraryFilm"
  | "openFile"
  | "openAddress"
  | "openApp"
  | "playPlaylistEntry"
  | "playQueueEntry"
  | "toggleMusic"
  | "stopMusic"
  | "nextTrack"
  | "previousTrack"
  | "setMusicMode"
  | "setVolume"
  | "setVideoVolume"
  | "setScreenBrightness"
  | "setKnobBrightness"
  | "setKnobColor"
  | "setMeterStyle"
  | "setSpectrumStyle"
  | "showOnDisplay"
  | "setSetting"
  | "setMute"
  | "setPower"
  | "sendKey";

export type RequestCall = Extract<Call, { readonly operation: RequestName }>;

/** The resources of these players, in the order of the core. */
export const ownResources = [
  "model",
  "audio",
  "video",
  "playlist",
  "music",
  "queue",
  "videoVolume",
  "power",
  "subtitles",
  "audioTracks",
  "filmArt",
  "zooms",
  "playModes",
  "apps",
  "screenBrightness",
  "knobBrightness",
  "knobColors",
  "meterStyles",
  "spectrumStyles",
  "settings",
  "dspProfiles",
] as const satisfies readonly ResourceName[];

export type OwnResource = (typeof ownResources)[number];

/** The resources that are read by mapping an answer. */
export type MappedResourceName = Exclude<OwnResource, "queue">;

type Operations = {
  readonly [R in MappedResourceName as PublicName<R>]: ReadOperation<NonNullable<PlayerState[R]>>;
} & { readonly queue: QueueOperation } & Readonly<Record<LibraryOperationName, BrowseOperation>> & {
    readonly [N in RequestName]: CallOperation<Extract<Call, { operation: N }>>;
  };

const loops: Readonly<Record<MusicMode, number>> = { list: 0, single: 1, shuffle: 2 };
const videoStates = { playing: 1, paused: 0, stopped: -1 } as const;

/** Many times the size of any answer except a playlist or a queue. Real ones have at most some three hundred values. */
const short = { maxBytes: 1_048_576, maxValues: 5000 };

/**
 * Every operation of a player, by the name of its resource or call. docs/player-api.md documents how
 * certain each one is.
 */
export const operations: Operations = {
  model: { kind: "reads", models: "all", path: "/{p}ControlCenter/getModel", ...short, map: mapModel },
  audio: {
    kind: "reads",
    models: "all",
    path: "/{p}MusicControl/v2/getInputAndOutputList",
    ...short,
    map: mapRouting,
  },
  video: { kind: "reads", models: "all", path: "/{p}VideoPlay/getPlayStatus", ...short, map: mapPlayStatus },
  playlist: {
    kind: "reads",
    models: "all",
    path: "/{p}VideoPlay/getPlaylist",
    maxBytes: 4 * short.maxBytes,
    map: mapPlaylist,
  },
  state: {
    kind: "reads",
    models: "many",
    path: "/{p}MusicControl/v2/getState",
    firstPath: "/{p}MusicControl/getPlayStatus",
    ...short,
    map: mapMusic,
  },
  queue: { kind: "reads", models: "all", path: "/{p}MusicControl/v2/getPlayQueue" },
  videoVolume: {
    kind: "reads",
    models: "few",
    path: "/{p}ControlCenter/RemoteControl/changeVolume",
    query: "type=3",
    ...short,
    map: mapVideoVolume,
  },
  power: {
    kind: "reads",
    models: "many",
    path: "/{p}MusicControl/v2/getPowerOption",
    ...short,
    map: mapPower,
  },
  subtitles: {
    kind: "reads",
    models: "many",
    path: "/{p}VideoPlay/getSubtitleList",
    ...short,
    map: mapFilmTracks,
  },
  audioTracks: {
    kind: "reads",
    models: "many",
    path: "/{p}VideoPlay/getAudioList",
    ...short,
    map: mapFilmTracks,
  },
  filmArt: {
    kind: "reads",
    models: "many",
    path: "/{p}Poster/v2/getAggregationOfFile",
    ...short,
    map: mapFilmArt,
  },
  zooms: { kind: "reads", models: "many", path: "/{p}VideoPlay/getZoomList", ...short, map: mapZooms },
  playModes: {
    kind: "reads",
    models: "many",
    path: "/{p}VideoPlay/getPlayModeList",
    ...short,
    map: mapPlayModes,
  },
  apps: { kind: "reads", models: "few", path: "/{p}ControlCenter/Apps/getApps", ...short, map: mapApps },
  screenBrightness: {
    kind: "reads",
    models: "few",
    path: "/SystemSettings/displaySettings/getScreenBrightness",
    ...short,
    map: mapBrightness,
  },
  knobBrightness: {
    kind: "reads",
    models: "few",
    path: "/SystemSettings/displaySettings/getKnobBrightness",
    ...short,
    map: mapKnobBrightness,
  },
  knobColors: {
    kind: "reads",
    models: "few",
    path: "/SystemSettings/displaySettings/getKnobLightColorList",
    ...short,
    map: mapChoiceList,
  },
  meterStyles: {
    kind: "reads",
    models: "few",
    path: "/SystemSettings/displaySettings/getVUModeList",
    ...short,
    map: mapChoiceList,
  },
  spectrumStyles: {
    kind: "reads",
    models: "few",
    path: "/SystemSettings/displaySettings/getSpPlayModeList",
    ...short,
    map: mapChoiceList,
  },
  settings: {
    kind: "reads",
    models: "few",
    path: "/SystemSettings/getSystemSettings",
    ...short,
    map: mapSettings,
  },
  dspProfiles: {
    kind: "reads",
    models: "few",
    path: "/{p}MusicControl/v2/getDSPSourceInList",
    query: "isDSP=1",
    ...short,
    map: mapDspProfiles,
  },
  selectInput: {
    kind: "acts",
    path: "/{p}MusicControl/v2/setInputList",
    parameters: ({ tag }) => ({ tag }),
  },
  selectOutput: {
    kind: "acts",
    path: "/{p}MusicControl/v2/setOutInputList",
    parameters: ({ tag }) => ({ tag }),
  },
  setVideoState: {
    kind: "acts",
    path: "/{p}VideoPlay/changeStatus",
    parameters: ({ state }) => ({ status: videoStates[state] }),
  },
  switchVideo: {
    kind: "acts",
    path: "/{p}VideoPlay/changevideo",
    parameters: ({ to }) => ({ type: 0, tag: to === "next" ? 1 : 0 }),
  },
  switchChapter: {
    kind: "acts",
    path: "/{p}VideoPlay/changevideo",
    parameters: ({ to }) => ({ type: 1, tag: to === "next" ? 1 : 0 }),
  },
  seekVideo: {
    kind: "acts",
    path: "/{p}VideoPlay/seekTo",
    // The players' own spelling.
    parameters: ({ seconds }) => ({ positon: Math.round(seconds * 1000) }),
  },
  setSubtitle: {
    kind: "acts",
    path: "/{p}VideoPlay/setSubtitle",
    parameters: ({ index }) => ({ index }),
  },
  setAudioTrack: {
    kind: "acts",
    path: "/{p}VideoPlay/setAudio",
    parameters: ({ index }) => ({ index }),
  },
  playPlaylistEntry: {
    kind: "acts",
    path: "/{p}VideoPlay/playVideo",
    parameters: ({ index }) => ({ index }),
  },
  toggleMusic: {
    kind: "acts",
    path: "/{p}MusicControl/v2/playOrPause",
    firstPath: ({ to }) => `/{p}MusicControl/${to === "playing" ? "start" : "pause"}`,
    parameters: () => ({}),
  },
  stopMusic: {
    kind: "acts",
    path: "/{p}MusicControl/stop",
    parameters: () => ({}),
  },
  nextTrack: {
    kind: "acts",
    path: "/{p}MusicControl/v2/playNext",
    firstPath: () => "/{p}MusicControl/playNext",
    parameters: () => ({}),
  },
  previousTrack: {
    kind: "acts",
    path: "/{p}MusicControl/v2/playLast",
    firstPath: () => "/{p}MusicControl/playPrevious",
    parameters: () => ({}),
  },
  seekMusic: {
    kind: "acts",
    path: "/{p}MusicControl/v2/seekTo",
    firstPath: () => "/{p}MusicControl/seekTo",
    parameters: ({ seconds }) => ({ time: Math.round(seconds * 1000) }),
  },
  setMusicMode: {
    kind: "acts",
    path: "/{p}MusicControl/v2/setLoopMode",
    firstPath: () => "/{p}MusicControl/setLoopMode",
    parameters: ({ mode }) => ({ loop: loops[mode] }),
  },
  playQueueEntry: {
    kind: "acts",
    path: "/{p}MusicControl/v2/playQueueMusic",
    parameters: ({ index }) => ({ index }),
    isExperimental: true,
  },
  setVolume: {
    kind: "acts",
    path: "/{p}MusicControl/v2/setDevicesVolume",
    parameters: ({ level }) => ({ volume: level }),
  },
  setVideoVolume: {
    kind: "acts",
    path: "/{p}ControlCenter/RemoteControl/changeVolume",
    parameters: ({ level }) => ({ type: 2, value: level }),
  },
  setMute: {
    kind: "acts",
    path: "/{p}MusicControl/v2/setMuteVolume",
    parameters: ({ isMuted }) => ({ isMute: Number(isMuted) }),
  },
  setPower: {
    kind: "acts",
    path: "/{p}MusicControl/v2/setPowerOption",
    parameters: ({ tag }) => ({ tag }),
  },
  sendKey: {
    kind: "acts",
    path: "/{p}ControlCenter/RemoteControl/sendkey",
    parameters: ({ key }) => ({ key }),
  },
  setScreenBrightness: {
    kind: "acts",
    path: "/SystemSettings/displaySettings/setScreenBrightness",
    parameters: ({ level }) => ({ index: level }),
    address: reportedAddress,
  },
  setKnobBrightness: {
    kind: "acts",
    path: "/SystemSettings/displaySettings/setKnobBrightness",
    parameters: ({ level }) => ({ index: level }),
    address: reportedAddress,
  },
  setKnobColor: {
    kind: "acts",
    path: "/SystemSettings/displaySettings/setKnobLightColor",
    parameters: ({ index }) => ({ index }),
    address: reportedAddress,
  },
  setMeterStyle: {
    kind: "acts",
    path: "/SystemSettings/displaySettings/setVUMode",
    parameters: ({ index }) => ({ index }),
    address: reportedAddress,
  },
  setSpectrumStyle: {
    kind: "acts",
    path: "/SystemSettings/displaySettings/setSpPlayModeList",
    parameters: ({ index }) => ({ index }),
    address: reportedAddress,
  },
  showOnDisplay: {
    kind: "acts",
    path: "/{p}MusicControl/v2/changVUDisplay",
    parameters: ({ side }) => ({ openType: side === "meters" ? 0 : 1 }),
  },
  setSetting: {
    kind: "acts",
    // Each setting has its own address, which the settings tree gives.
    path: "/SystemSettings",
    parameters: ({ handle, value }) => ({ [setterOf(handle).parameter]: value }),
    address: reportedAddress,
  },
  setZoom: {
    kind: "acts",
    path: "/{p}VideoPlay/setZoom",
    parameters: ({ index }) => ({ index }),
  },
  setVideoPlayMode: {
    kind: "acts",
    path: "/{p}VideoPlay/setPlayMode",
    parameters: ({ index }) => ({ index }),
  },
  openApp: {
    kind: "acts",
    path: "/{p}ControlCenter/Apps/openApp",
    parameters: (call) => ({ packageName: call.package }),
  },
  openFile: {
    kind: "acts",
    path: "/{p}FileControl/openFile",
    // Without the type players refuse music.
    parameters: ({ path, isMusic }) => ({ path, ...(isMusic ? { type: 0 } : { videoplaymode: 0 }) }),
    isExperimental: true,
  },
  openAddress: {
    kind: "acts",
    path: "/{p}FileControl/v2/openFile",
    parameters: ({ stream, isMusic }) => ({ url: addressOfStream(stream, isMusic) }),
    isExperimental: true,
  },
  ...libraryCalls,
  ...libraryOperations,
};

/** The players' own scheme; the name and the version in it may be any. */
function addressOfStream({ address, title, picture }: Stream, isMusic: boolean): string {
  const fields = { type: isMusic ? 1 : 2, res: address, name: title, albumArt: picture };
  const query = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(wellFormed(String(value)))}`],
  );
  return `upnp://player2mqtt/1?${query.join("&")}`;
}

function reportedAddress({ handle }: { readonly handle: Handle }): string {
  return setterOf(handle).address;
}

/** The names of all operations, whose paths can be configured. */
export const operationNames = Object.keys(operations);

export const ownCalls: readonly CallName[] = Object.entries(operations).flatMap(([name, { kind }]) =>
  kind === "acts" ? [name as RequestName] : [],
);

export function isRequestCall(call: Call): call is RequestCall {
  return ownCalls.includes(call.operation);
}

export function isOwnResource(name: ResourceName): name is OwnResource {
  return (ownResources as readonly ResourceName[]).includes(name);
}

/** The calls that are made only with `controls.experimental`. */
export const experimentalCalls: readonly CallName[] = Object.entries(operations).flatMap(
  ([name, operation]) =>
    operation.kind === "acts" && "isExperimental" in operation ? [name as RequestName] : [],
);

/** The resources that are read only with `controls.experimental`. */
export const experimentalResources: readonly OwnResource[] = ownResources.filter(
  (name) => "isExperimental" in operations[publicNameOf(name)],
);

export function operationOf(resource: MappedResourceName): ReadOperation<unknown> {
  return operations[publicNameOf(resource)];
}

/** The size limit of an answer, and its source; a queue is limited by the configured maximum only. */
export function readLimit(
  resource: OwnResource,
  configuredBytes: number,
): { readonly maxBodyBytes: number; readonly cappedBy: string } | undefined {
  const { maxBytes, path } = operations[publicNameOf(resource)];
  if (maxBytes === undefined || maxBytes >= configuredBytes) return undefined;
  return { maxBodyBytes: maxBytes, cappedBy: `more than ${path.replace(/.*\//, "")} ever needs` };
}

/** Paths that replace those of the table, by the name of the operation. */
export type OwnPaths = Readonly<Partial<Record<string, string>>>;

/** Paths with their prefix, cached: thousands of players use the same ones at every poll. */
const readPaths = new Map<string, Map<string, string>>();

export function readPath(
  prefix: string,
  resource: OwnResource,
  own: OwnPaths = {},
  hasFirstMusic = false,
): string {
  const name = publicNameOf(resource);
  const { path: second, firstPath = second, query }: QueueOperation = operations[name];
  const path = `${own[name] ?? (hasFirstMusic ? firstPath : second)}${query === undefined ? "" : `?${query}`}`;
  const known = readPaths.get(prefix) ?? new Map<string, string>();
  const found = known.get(path);
  if (found !== undefined) return found;
  const made = path.replaceAll("{p}", prefix);
  readPaths.set(prefix, known.set(path, made));
  return made;
}

export function browsePath(
  prefix: string,
  browse: Browse,
  own: OwnPaths = {},
  name: LibraryOperationName = browse.operation,
): string {
  const { path, parameters } = operations[name];
  return withQuery((own[name] ?? path).replaceAll("{p}", prefix), parameters(browse));
}

export function callPath(
  prefix: string,
  call: RequestCall,
  own: OwnPaths = {},
  hasFirstMusic = false,
): string {
  const { path, firstPath, parameters, address } = operations[call.operation] as CallOperation<Call>;
  // Setters have other names on other models: the reported address wins over ours, the configured one over both.
  const usual = address?.(call) || (hasFirstMusic && firstPath?.(call)) || path;
  return withQuery((own[call.operation] ?? usual).replaceAll("{p}", prefix), parameters(call));
}

function withQuery(path: string, parameters: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(wellFormed(String(value)))}`,
  );
  return query.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${query.join("&")}`;
}

/** Half a surrogate pair cannot be percent-encoded, so it is replaced as in UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
