import type { Call, FamilyCall, Stream } from "../../core/controls/call.ts";
import type { MusicMode } from "../../core/resources/music.ts";
import {
  type PlayerState,
  type PublicName,
  publicNameOf,
  type ResourceName,
  resourceNames,
} from "../../core/resources/player.ts";
import type { Handle } from "../../core/resources/resource.ts";
import type { Browse } from "../../core/library.ts";
import { type Certainty, isExperimental, type Known } from "./certainty.ts";
import { type LibraryOperationName, libraryOperations } from "./library-operations.ts";
import { mapFilmArt } from "./map-film-art.ts";
import { mapApps } from "./map-apps.ts";
import { mapBrightness, mapChoiceList, mapKnobBrightness } from "./map-display.ts";
import { mapDspProfiles } from "./map-sound.ts";
import { mapModel } from "./map-model.ts";
import { mapSettings, mapSwitch } from "./map-settings.ts";
import { mapPower } from "./map-power.ts";
import { mapRouting } from "./map-routing.ts";
import { mapMusic } from "./map-music.ts";
import { mapVideoVolume } from "./music-answer.ts";
import { mapFilmTracks, mapPlaylist, mapPlayModes, mapPlayStatus, mapZooms } from "./map-video.ts";
import { setterOf } from "./setter-address.ts";
import type { ReadContext } from "./wire.ts";

/** The prefixes to try, in this order: the specification's neutral word, then the makers' names. */
export const knownPrefixes = ["Device", "Zidoo"] as const;

/** The queue; long-queue/ reads its answers. */
interface QueueOperation extends Known {
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
}

interface ReadOperation<Value> extends QueueOperation {
  /** The most values in a plausible answer; any number if undefined. */
  readonly maxValues?: number;
  /** Maps the fields of an answer; undefined if it has none of the resource. */
  readonly map: (json: object, context: ReadContext) => Value | undefined;
}

/** An operation that changes something, so it is never sent twice. */
interface CallOperation<C extends Call> extends Known {
  readonly kind: "acts";
  readonly path: string;
  /** The same by the first version of the music operations, with the same query. */
  readonly firstPath?: (call: C) => string;
  readonly parameters: (call: C) => Readonly<Record<string, string | number>>;
  /** The address of the setter that the player reported; empty if it reported none. */
  readonly address?: (call: C) => string;
}

const loops: Readonly<Record<MusicMode, number>> = { list: 0, single: 1, shuffle: 2 };
const videoStates = { playing: 1, paused: 0, stopped: -1 } as const;
const listTypes = { artist: 3, album: 4, playlist: 5 } as const;

/** Many times the size of any answer except a playlist or a queue. Real ones have at most some three hundred values. */
const short = { maxBytes: 1_048_576, maxValues: 5000 };

function reads<Value>(
  models: QueueOperation["models"],
  sure: Certainty,
  path: string,
  map: ReadOperation<Value>["map"],
  more: Partial<ReadOperation<Value>> = {},
): ReadOperation<Value> {
  return { kind: "reads", models, sure, path, ...short, map, ...more };
}

function acts<C extends Call>(
  sure: Certainty,
  path: string,
  parameters: CallOperation<C>["parameters"] = () => ({}),
  more: Pick<CallOperation<NoInfer<C>>, "firstPath" | "address" | "doesMore"> = {},
): CallOperation<C> {
  return { kind: "acts", sure, path, parameters, ...more };
}

/** Players name the addresses of some setters themselves. */
function sets<C extends Extract<Call, { handle: Handle }>>(
  sure: Certainty,
  path: string,
  parameters: CallOperation<C>["parameters"],
): CallOperation<C> {
  return acts(sure, path, parameters, { address: ({ handle }) => setterOf(handle).address });
}

const settingsTree = "/SystemSettings/getSystemSettings";
const display = "/SystemSettings/displaySettings";
const audio = "/SystemSettings/audioSettings";
const analogOutput = `${audio}/xlrOutputOption`;

/** The operations that read a resource, by its public name. */
const resourceOperations = {
  model: reads("all", "high", "/{p}ControlCenter/getModel", mapModel),
  audio: reads("all", "specified", "/{p}MusicControl/v2/getInputAndOutputList", mapRouting),
  video: reads("all", "specified", "/{p}VideoPlay/getPlayStatus", mapPlayStatus),
  playlist: {
    kind: "reads",
    models: "all",
    sure: "specified",
    path: "/{p}VideoPlay/getPlaylist",
    maxBytes: 4 * short.maxBytes,
    map: mapPlaylist,
  },
  state: reads("many", "high", "/{p}MusicControl/v2/getState", mapMusic, {
    firstPath: "/{p}MusicControl/getPlayStatus",
  }),
  queue: { kind: "reads", models: "all", sure: "specified", path: "/{p}MusicControl/v2/getPlayQueue" },
  videoVolume: reads("few", "medium", "/{p}ControlCenter/RemoteControl/changeVolume", mapVideoVolume, {
    query: "type=3",
  }),
  power: reads("many", "high", "/{p}MusicControl/v2/getPowerOption", mapPower),
  subtitles: reads("many", "high", "/{p}VideoPlay/getSubtitleList", mapFilmTracks),
  audioTracks: reads("many", "medium", "/{p}VideoPlay/getAudioList", mapFilmTracks),
  filmArt: reads("many", "high", "/{p}Poster/v2/getAggregationOfFile", mapFilmArt),
  zooms: reads("many", "medium", "/{p}VideoPlay/getZoomList", mapZooms),
  playModes: reads("many", "high", "/{p}VideoPlay/getPlayModeList", mapPlayModes),
  apps: reads("few", "high", "/{p}ControlCenter/Apps/getApps", mapApps),
  screenBrightness: reads("few", "high", `${display}/getScreenBrightness`, mapBrightness),
  knobBrightness: reads("few", "high", `${display}/getKnobBrightness`, mapKnobBrightness),
  knobColors: reads("few", "high", `${display}/getKnobLightColorList`, mapChoiceList),
  meterStyles: reads("few", "high", `${display}/getVUModeList`, mapChoiceList),
  spectrumStyles: reads("few", "high", `${display}/getSpPlayModeList`, mapChoiceList),
  dacFilters: reads("few", "high", `${analogOutput}/getXlrOutputPcmFilterList`, mapChoiceList),
  upsamplings: reads("few", "high", `${analogOutput}/getXlrOutputUpSamplingList`, mapChoiceList),
  masterClocks: reads("few", "high", `${audio}/getMasterClockList`, mapChoiceList),
  cdAutoplay: reads("few", "high", settingsTree, mapSwitch("SettingsItemTagCDAutoPlay")),
  settings: reads("few", "medium", settingsTree, mapSettings),
  dspProfiles: reads("few", "high", "/{p}MusicControl/v2/getDSPSourceInList", mapDspProfiles, {
    query: "isDSP=1",
  }),
} satisfies {
  readonly [R in ResourceName as PublicName<R>]?: ReadOperation<NonNullable<PlayerState[R]>> | QueueOperation;
};

/** The resources of these players. */
export type OwnResource = {
  [R in ResourceName]: PublicName<R> extends keyof typeof resourceOperations ? R : never;
}[ResourceName];

/** The resources that are read by mapping an answer. */
export type MappedResourceName = Exclude<OwnResource, "queue">;

export function isOwnResource(name: ResourceName): name is OwnResource {
  return publicNameOf(name) in resourceOperations;
}

export const ownResources: readonly OwnResource[] = resourceNames.filter(isOwnResource);

/** The calls that are requests to these players; their renderer has an interface of its own. */
const callOperations = {
  selectInput: acts("specified", "/{p}MusicControl/v2/setInputList", ({ tag }) => ({ tag })),
  selectOutput: acts("specified", "/{p}MusicControl/v2/setOutInputList", ({ tag }) => ({ tag })),
  setVideoState: acts("medium", "/{p}VideoPlay/changeStatus", ({ state }) => ({
    status: videoStates[state],
  })),
  switchVideo: acts("medium", "/{p}VideoPlay/changevideo", ({ to }) => ({
    type: 0,
    tag: Number(to === "next"),
  })),
  switchChapter: acts("medium", "/{p}VideoPlay/changevideo", ({ to }) => ({
    type: 1,
    tag: Number(to === "next"),
  })),
  // The players' own spelling.
  seekVideo: acts("high", "/{p}VideoPlay/seekTo", ({ seconds }) => ({ positon: Math.round(seconds * 1000) })),
  setSubtitle: acts("high", "/{p}VideoPlay/setSubtitle", ({ index }) => ({ index })),
  setAudioTrack: acts("medium", "/{p}VideoPlay/setAudio", ({ index }) => ({ index })),
  playPlaylistEntry: acts("medium", "/{p}VideoPlay/playVideo", ({ index }) => ({ index })),
  toggleMusic: acts("high", "/{p}MusicControl/v2/playOrPause", () => ({}), {
    firstPath: ({ to }) => `/{p}MusicControl/${to === "playing" ? "start" : "pause"}`,
  }),
  stopMusic: acts("high", "/{p}MusicControl/stop"),
  nextTrack: acts("high", "/{p}MusicControl/v2/playNext", () => ({}), {
    firstPath: () => "/{p}MusicControl/playNext",
  }),
  previousTrack: acts("high", "/{p}MusicControl/v2/playLast", () => ({}), {
    firstPath: () => "/{p}MusicControl/playPrevious",
  }),
  seekMusic: acts(
    "high",
    "/{p}MusicControl/v2/seekTo",
    ({ seconds }) => ({ time: Math.round(seconds * 1000) }),
    { firstPath: () => "/{p}MusicControl/seekTo" },
  ),
  setMusicMode: acts("medium", "/{p}MusicControl/v2/setLoopMode", ({ mode }) => ({ loop: loops[mode] }), {
    firstPath: () => "/{p}MusicControl/setLoopMode",
  }),
  playQueueEntry: acts("low", "/{p}MusicControl/v2/playQueueMusic", ({ index }) => ({ index })),
  setVolume: acts("high", "/{p}MusicControl/v2/setDevicesVolume", ({ level }) => ({ volume: level })),
  setVideoVolume: acts("medium", "/{p}ControlCenter/RemoteControl/changeVolume", ({ level }) => ({
    type: 2,
    value: level,
  })),
  setMute: acts("high", "/{p}MusicControl/v2/setMuteVolume", ({ isMuted }) => ({ isMute: Number(isMuted) })),
  setPower: acts("high", "/{p}MusicControl/v2/setPowerOption", ({ tag }) => ({ tag })),
  sendKey: acts("high", "/{p}ControlCenter/RemoteControl/sendkey", ({ key }) => ({ key })),
  setScreenBrightness: sets("high", `${display}/setScreenBrightness`, ({ level }) => ({ index: level })),
  setKnobBrightness: sets("high", `${display}/setKnobBrightness`, ({ level }) => ({ index: level })),
  setKnobColor: sets("high", `${display}/setKnobLightColor`, ({ index }) => ({ index })),
  setMeterStyle: sets("high", `${display}/setVUMode`, ({ index }) => ({ index })),
  setSpectrumStyle: sets("high", `${display}/setSpPlayModeList`, ({ index }) => ({ index })),
  setDacFilter: sets("high", `${analogOutput}/setPcmFilter`, ({ index }) => ({ index })),
  setUpsampling: sets("high", `${analogOutput}/setXlrOutputUpsampling`, ({ index }) => ({ index })),
  setMasterClock: sets("high", `${audio}/setInputMasterClock`, ({ index }) => ({ index })),
  setCdAutoplay: sets("high", "/SystemSettings/playSettings/setCDAutoPlay", ({ index }) => ({
    switch: index,
  })),
  showOnDisplay: acts("high", "/{p}MusicControl/v2/changVUDisplay", ({ side }) => ({
    openType: side === "meters" ? 0 : 1,
  })),
  // Each setting has its own address, which the settings tree gives.
  setSetting: sets("medium", "/SystemSettings", ({ handle, value }) => ({
    [setterOf(handle).parameter]: value,
  })),
  setZoom: acts("medium", "/{p}VideoPlay/setZoom", ({ index }) => ({ index })),
  setVideoPlayMode: acts("high", "/{p}VideoPlay/setPlayMode", ({ index }) => ({ index })),
  openApp: acts("high", "/{p}ControlCenter/Apps/openApp", (call) => ({ packageName: call.package })),
  // Without the type players refuse music.
  openFile: acts(
    "high",
    "/{p}FileControl/openFile",
    ({ path, isMusic }) => ({ path, ...(isMusic ? { type: 0 } : { videoplaymode: 0 }) }),
    { doesMore: true },
  ),
  openAddress: acts("low", "/{p}FileControl/v2/openFile", ({ stream, isMusic }) => ({
    url: addressOfStream(stream, isMusic),
  })),
  playLibraryList: acts("medium", "/{p}MusicControl/v2/playMusic", ({ list, id }) => ({
    type: listTypes[list],
    id,
    musicId: -1,
    music_type: 0,
    trackIndex: 1,
    sort: 0,
  })),
  playLibraryTracks: acts("medium", "/{p}MusicControl/v2/playMusics", ({ ids }) => ({
    ids: ids.join(","),
    musicId: ids[0] ?? "",
    trackIndex: -1,
  })),
  playLibraryFilm: acts("medium", "/{p}Poster/PlayVideo", ({ id }) => ({ id })),
} satisfies {
  readonly [N in FamilyCall["operation"]]?: CallOperation<Call & { readonly operation: N }>;
};

type RequestName = keyof typeof callOperations;

export type RequestCall = Call & { readonly operation: RequestName };

/** Every operation of a player, by the name of its resource or call. */
export const operations = { ...resourceOperations, ...callOperations, ...libraryOperations };

/** The players' own scheme; the name and the version in it may be any. */
function addressOfStream({ address, title, picture }: Stream, isMusic: boolean): string {
  const fields = { type: isMusic ? 1 : 2, res: address, name: title, albumArt: picture };
  return `upnp://player2mqtt/1?${queryOf(fields)}`;
}

/** The names of all operations, whose paths can be configured. */
export const operationNames = Object.keys(operations);

export const ownCalls = Object.keys(callOperations) as readonly RequestName[];

/**
 * The calls that name one of many things, which may be what the player refuses. A key is none of them: only those of known
 * remote controls are sent, so that a player that does not know one knows none.
 */
export const choosingCalls: ReadonlySet<RequestName> = new Set([
  "setPower",
  "openApp",
  "playPlaylistEntry",
  "playQueueEntry",
  "playLibraryList",
  "playLibraryTracks",
  "playLibraryFilm",
]);

export function isRequestCall(call: Call): call is RequestCall {
  return call.operation in callOperations;
}

/** The calls that are made only with `controls.experimental`. */
export const experimentalCalls = ownCalls.filter((name) => isExperimental(callOperations[name]));

/** The resources that are read only with `controls.experimental`. */
export const experimentalResources: readonly OwnResource[] = ownResources.filter((name) =>
  isExperimental(operations[publicNameOf(name)]),
);

export function operationOf(resource: MappedResourceName): ReadOperation<unknown> {
  return operations[publicNameOf(resource)];
}

/** The size limit of an answer, and its source; a queue is limited by the configured maximum only. */
export function readLimit(
  resource: OwnResource,
  configuredBytes: number,
): { readonly maxBodyBytes: number; readonly cappedBy: string } | undefined {
  const { maxBytes, path }: QueueOperation = operations[publicNameOf(resource)];
  if (maxBytes === undefined || maxBytes >= configuredBytes) return undefined;
  return { maxBodyBytes: maxBytes, cappedBy: `more than ${path.replace(/.*\//, "")} ever needs` };
}

/** Paths that replace those of the table, by the name of the operation. */
export type OwnPaths = Readonly<Partial<Record<string, string>>>;

export function readPath(
  prefix: string,
  resource: OwnResource,
  own: OwnPaths = {},
  hasFirstMusic = false,
): string {
  const name = publicNameOf(resource);
  const { path: second, firstPath = second, query }: QueueOperation = operations[name];
  const path = own[name] ?? (hasFirstMusic ? firstPath : second);
  return `${path.replaceAll("{p}", prefix)}${query === undefined ? "" : `?${query}`}`;
}

export function browsePath(
  prefix: string,
  browse: Browse,
  name: LibraryOperationName,
  own: OwnPaths = {},
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

function withQuery(path: string, parameters: Parameters<typeof queryOf>[0]): string {
  const query = queryOf(parameters);
  return query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** Half a surrogate pair cannot be percent-encoded, so it is replaced as in UTF-8. */
function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const fields = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value).toWellFormed())}`],
  );
  return fields.join("&");
}
