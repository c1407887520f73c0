import { writeJson } from "./dialect.ts";
import { coverImage, filmImage, iconImage } from "../pictures.ts";
import type { Display } from "./display.ts";
import { changeVuDisplay, knobBody, lightBody, setLight, setStyle, stylesBody } from "./display-answers.ts";
import type { Film } from "./film.ts";
import { files, savedShares, sharedFiles, wrappedList } from "./files.ts";
import { sendKey } from "./keys.ts";
import { filmLibrary, musicLibrary, playLibraryVideo, playMusic, playMusics } from "./library-answers.ts";
import * as tracks from "./music-answers.ts";
import type { StatusCode } from "./music-answers.ts";
import { powerBody, setPower } from "./power-answers.ts";
import type { OperationGroup, Identity } from "./preset.ts";
import { queueBody } from "./queue-body.ts";
import { bytesReply, type Reply } from "../reply.ts";
import { jsonReply, numberOf, statusReply } from "./reply.ts";
import { routingBody } from "./routing-body.ts";
import { type SimulatedPlayer, wirelessMac } from "./simulated-player.ts";
import { configBody, configsBody, profilesBody, soundPresetsBody, type SoundSwitches } from "./sound.ts";
import { openUpnp } from "./stream.ts";
import { stateBody } from "./state-body.ts";
import * as films from "./video-answers.ts";
import { firstFilmBody, playlistBody, playStatusBody } from "./video-bodies.ts";

interface Operation {
  readonly group: OperationGroup;
  /** The prefix of the maker stands for `{p}`, or nothing on firmware of today. */
  readonly paths: readonly string[];
  readonly answer: (player: SimulatedPlayer, query: URLSearchParams) => Reply;
}

const musicLibraryOperations = Object.fromEntries(
  Object.entries(musicLibrary).map(([name, page]) => [
    name,
    music(name, (player, query) => body(player, page(query))),
  ]),
) as Record<keyof typeof musicLibrary, Operation>;

function firstMusic(name: string, answer: Operation["answer"]): Operation {
  return { group: "first-music", paths: [`/{p}MusicControl/${name}`], answer };
}

const firstMusicOperations = {
  getFirstMusic: firstMusic("getPlayStatus", (player) => body(player, tracks.firstStatusBody(player))),
  firstStart: firstMusic("start", obeying(tracks.startMusic)),
  firstPause: firstMusic("pause", obeying(tracks.pauseMusic)),
  firstStop: firstMusic("stop", obeying(tracks.stopMusic)),
  firstNext: firstMusic(
    "playNext",
    obeying((player) => tracks.skipTrack(player, 1)),
  ),
  firstPrevious: firstMusic(
    "playPrevious",
    obeying((player) => tracks.skipTrack(player, -1)),
  ),
  firstSeek: firstMusic("seekTo", obeying(tracks.seekMusic)),
  firstOrder: firstMusic("setLoopMode", obeying(tracks.setLoopMode)),
};

/** Clients differ in whether the film library has a version in its path. */
function poster(name: string, answer: Operation["answer"], ...others: readonly string[]): Operation {
  return { group: "video", paths: [`/{p}Poster/v2/${name}`, `/{p}Poster/${name}`, ...others], answer };
}

const filmLibraryOperations = Object.fromEntries(
  Object.entries(filmLibrary).map(([name, answer]) => [
    name,
    poster(name, (player, query) => body(player, answer(player, query))),
  ]),
) as Record<keyof typeof filmLibrary, Operation>;

function fileOperation(name: keyof typeof files): Operation {
  return control(`FileControl/${name}`, (player, query) => body(player, files[name](player, query)));
}

function music(name: string, answer: Operation["answer"]): Operation {
  return { group: "music", paths: [`/{p}MusicControl/v2/${name}`], answer };
}

function video(path: string, answer: Operation["answer"]): Operation {
  return { group: "video", paths: [`/{p}${path}`], answer };
}

function control(path: string, answer: Operation["answer"]): Operation {
  return { group: "control", paths: [`/{p}${path}`], answer };
}

export const operations = {
  getInputAndOutputList: music("getInputAndOutputList", routing),
  setInputList: music("setInputList", (player, query) =>
    selection(player, player.audio.selectInput(query.get("tag") ?? "")),
  ),
  setOutInputList: music("setOutInputList", (player, query) =>
    selection(player, player.audio.selectOutput(query.get("tag") ?? "")),
  ),
  getPlayQueue: music("getPlayQueue", ({ dialect, music }) => jsonReply(dialect, queueBody(music, dialect))),
  getPlaylist: video("VideoPlay/getPlaylist", (player) => body(player, playlistBody(player))),
  getPlayStatus: video("VideoPlay/getPlayStatus", filmBody(playStatusBody)),
  getFirstFilm: video("ControlCenter/getPlayStatus", filmBody(firstFilmBody)),
  getModel: control("ControlCenter/getModel", (player) => body(player, modelBody(player.identity))),
  // Some firmware asks its owner first.
  connect: control(
    "ControlCenter/connect",
    obeying((_player, query) => (query.has("name") && query.has("uuid") ? 200 : 805)),
  ),
  getState: music("getState", (player) => body(player, stateBody(player))),
  playOrPause: music("playOrPause", (player) => verdict(player, tracks.playOrPause(player))),
  playNext: music("playNext", (player) => verdict(player, tracks.skipTrack(player, 1))),
  playLast: music("playLast", (player) => verdict(player, tracks.skipTrack(player, -1))),
  seekMusic: music("seekTo", obeying(tracks.seekMusic)),
  setLoopMode: music("setLoopMode", obeying(tracks.setLoopMode)),
  playQueueMusic: music("playQueueMusic", obeying(tracks.playQueueMusic)),
  setDevicesVolume: music("setDevicesVolume", obeying(tracks.setVolume)),
  setMuteVolume: music("setMuteVolume", obeying(tracks.setMute)),
  getImage: music("getImage", cover),
  getPowerOption: music("getPowerOption", (player) => body(player, powerBody(player))),
  setPowerOption: music("setPowerOption", obeying(setPower)),
  changeStatus: video("VideoPlay/changeStatus", obeying(films.changeStatus)),
  changevideo: video("VideoPlay/changevideo", obeying(films.changeVideo)),
  seekVideo: video("VideoPlay/seekTo", obeying(films.seekVideo)),
  playVideo: video("VideoPlay/playVideo", obeying(films.playVideo)),
  getSubtitleList: video("VideoPlay/getSubtitleList", (player) =>
    filmTracks(player, (film) => films.filmList(film.subtitles, 1)),
  ),
  setSubtitle: video("VideoPlay/setSubtitle", obeying(films.setSubtitle)),
  getAudioList: video("VideoPlay/getAudioList", (player) =>
    filmTracks(player, (film) => films.filmList(film.audioTracks, 0)),
  ),
  setAudio: video("VideoPlay/setAudio", obeying(films.setAudio)),
  getZoomList: video("VideoPlay/getZoomList", (player) => filmTracks(player, () => films.modeList("zoom"))),
  setZoom: video(
    "VideoPlay/setZoom",
    obeying((player, query) => films.setMode(player, "zoom", numberOf(query, "index"))),
  ),
  getPlayModeList: video("VideoPlay/getPlayModeList", (player) =>
    filmTracks(player, () => films.modeList("playMode")),
  ),
  setPlayMode: video(
    "VideoPlay/setPlayMode",
    obeying((player, query) => films.setMode(player, "playMode", numberOf(query, "index"))),
  ),
  getApps: control("ControlCenter/Apps/getApps", (player) =>
    player.apps === undefined
      ? statusReply(player.dialect, 405)
      : body(player, { status: 200, apps: player.apps }),
  ),
  openApp: control(
    "ControlCenter/Apps/openApp",
    obeying((player, query) => {
      const name = query.get("packageName");
      const all = [...(player.apps ?? []), ...player.services];
      const isKnown = all.some(({ packageName, isCanOpen }) => packageName === name && isCanOpen);
      if (name === null || !isKnown) return 805;
      player.openedApps.push(name);
      return 200;
    }),
  ),
  getAppIcon: control("ControlCenter/Apps/getAppIcon", ({ dialect, services }, query) => {
    const name = query.get("packageName") ?? "";
    const place = services.findIndex(({ packageName }) => packageName === name);
    return place < 0 ? statusReply(dialect, 805) : bytesReply("image/png", coverImage(String(place)));
  }),
  getStreamMediaAppList: music("getStreamMediaAppList", (player) => body(player, { data: player.services })),
  openFile: control("FileControl/openFile", obeying(films.openFile)),
  getDevices: fileOperation("getDevices"),
  getFileList: fileOperation("getFileList"),
  getHost: fileOperation("getHost"),
  openAddress: control("FileControl/v2/openFile", opening),
  getSavedSmbDevices: control("FileControl/v2/getSavedSmbDevices", (player) => body(player, savedShares())),
  getFiles: control("FileControl/v2/getFiles", (player, query) => body(player, sharedFiles(player, query))),
  // It has no media servers around it.
  searchUpnp: control("FileControl/v2/searchUpnp", (player) => body(player, { code: 0 })),
  getUpnpDevices: control("FileControl/v2/getUpnpDevices", (player) => body(player, wrappedList([]))),
  sendkey: control("ControlCenter/RemoteControl/sendkey", obeying(sendKey)),
  getAggregationOfFile: poster("getAggregationOfFile", (player, query) => {
    const film = player.video.entries.find(({ path }) => path === query.get("path"));
    return film === undefined
      ? statusReply(player.dialect, 805)
      : body(player, film.library?.answer ?? { type: 0 });
  }),
  getPoster: poster("getPoster", filmPicture("poster"), "/{p}Poster/getFile/getPoster"),
  getBackdrop: poster("getBackdrop", filmPicture("backdrop"), "/{p}Poster/getFile/getBackdrop"),
  changeVolume: control("ControlCenter/RemoteControl/changeVolume", changeVolume),
  ...firstMusicOperations,
  ...musicLibraryOperations,
  ...filmLibraryOperations,
  playMusic: music("playMusic", obeying(playMusic)),
  playMusics: music("playMusics", obeying(playMusics)),
  playLibraryVideo: poster("PlayVideo", obeying(playLibraryVideo)),
  getItemSettingIcon: { group: "settings", paths: ["/SystemSettings/getItemSettingIcon"], answer: icon },
  getSystemSettings: ownSetting("getSystemSettings"),
  getGainList: ownSetting("audioSettings/getGainList"),
  getOutputSettings: ownSetting("audioSettings/getOutputSettings"),
  setGain: ownSetting("audioSettings/setGain"),
  setFilter: ownSetting("audioSettings/setFilter"),
  setBalance: ownSetting("audioSettings/setBalance"),
  setUpsampling: ownSetting("audioSettings/setUpsampling"),
  getMasterClockList: ownSetting("audioSettings/getMasterClockList"),
  setInputMasterClock: ownSetting("audioSettings/setInputMasterClock"),
  getXlrOutputPcmFilterList: ownSetting("audioSettings/xlrOutputOption/getXlrOutputPcmFilterList"),
  setPcmFilter: ownSetting("audioSettings/xlrOutputOption/setPcmFilter"),
  getXlrOutputUpSamplingList: ownSetting("audioSettings/xlrOutputOption/getXlrOutputUpSamplingList"),
  setXlrOutputUpsampling: ownSetting("audioSettings/xlrOutputOption/setXlrOutputUpsampling"),
  setCDAutoPlay: ownSetting("playSettings/setCDAutoPlay"),
  getScreenBrightness: display("getScreenBrightness", ({ screen }) =>
    lightBody(screen, "setScreenBrightness"),
  ),
  setScreenBrightness: display("setScreenBrightness", ({ screen }, query) => setLight(screen, query)),
  getKnobBrightness: display("getKnobBrightness", ({ knob }) => lightBody(knob, "setKnobBrightness")),
  setKnobBrightness: display("setKnobBrightness", ({ knob, ignoresKnob }, query) =>
    setLight(knob, query, ignoresKnob),
  ),
  getKnobSettingOption: display("getKnobSettingOption", knobBody),
  getKnobLightColorList: display("getKnobLightColorList", ({ colors }) => stylesBody(colors)),
  setKnobLightColor: display("setKnobLightColor", ({ colors }, query) =>
    setStyle(colors, "setKnobLightColor", query),
  ),
  getVUModeList: display("getVUModeList", ({ meters }) => stylesBody(meters)),
  setVUMode: display("setVUMode", ({ meters }, query) => setStyle(meters, "setVUMode", query)),
  setVUModeList: display("setVUModeList", ({ meters }, query) => setStyle(meters, "setVUModeList", query)),
  getSpPlayModeList: display("getSpPlayModeList", ({ spectrum }) => stylesBody(spectrum)),
  setSpPlayModeList: display("setSpPlayModeList", ({ spectrum }, query) =>
    setStyle(spectrum, "setSpPlayModeList", query),
  ),
  setSpMode: display("setSpMode", ({ spectrum }, query) => setStyle(spectrum, "setSpMode", query)),
  getDSPSourceInList: sound("getDSPSourceInList", profilesBody),
  getDSPConfigList: sound("getDSPConfigList", configsBody),
  getDSPConfig: sound("getDSPConfig", configBody),
  getDSPPresetList: sound("getDSPPresetList", soundPresetsBody),
  changVUDisplay: music("changVUDisplay", display("changVUDisplay", changeVuDisplay).answer),
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const operationNames = Object.keys(operations) as OperationName[];

/** The operations by the paths under which they answer: with the prefix, and where the firmware has that, without. */
export function operationsByPath(prefix: string, answersWithoutPrefix: boolean): Map<string, OperationName> {
  const roots = answersWithoutPrefix ? [prefix, ""] : [prefix];
  return new Map(
    operationNames.flatMap((name) =>
      operations[name].paths.flatMap((path) =>
        roots.map((root) => [path.replace("{p}", root), name] as const),
      ),
    ),
  );
}

function sound(
  name: string,
  bodyOf: (sound: SoundSwitches, query: URLSearchParams) => object | undefined,
): Operation {
  return music(name, (player, query) => {
    if (player.sound === undefined) return statusReply(player.dialect, 405);
    const answer = bodyOf(player.sound, query);
    return answer === undefined ? statusReply(player.dialect, 805) : body(player, answer);
  });
}

function display(
  name: string,
  act: (shown: Display, query: URLSearchParams) => object | StatusCode | undefined,
): Operation {
  const answer: Operation["answer"] = (player, query) => {
    const result = player.display === undefined ? undefined : act(player.display, query);
    if (result === undefined) return statusReply(player.dialect, 405);
    return typeof result === "number" ? verdict(player, result) : body(player, result);
  };
  return { group: "settings", paths: [`/SystemSettings/displaySettings/${name}`], answer };
}

function ownSetting(name: string): Operation {
  const path = `/SystemSettings/${name}`;
  return { group: "settings", paths: [path], answer: (player, query) => answerSetting(player, path, query) };
}

export function answerSetting(player: SimulatedPlayer, path: string, query: URLSearchParams): Reply {
  const result = player.settings?.answer(path, query);
  if (result === undefined) return statusReply(player.dialect, 405);
  return typeof result === "number" ? verdict(player, result) : body(player, result);
}

function body({ dialect }: SimulatedPlayer, value: object): Reply {
  return jsonReply(dialect, writeJson(dialect, value));
}

function routing(player: SimulatedPlayer): Reply {
  return body(player, routingBody(player.audio));
}

function selection(player: SimulatedPlayer, isKnownTag: boolean): Reply {
  return isKnownTag ? routing(player) : statusReply(player.dialect, 805);
}

function filmBody(bodyOf: (player: SimulatedPlayer, film: Film) => object): Operation["answer"] {
  return (player) => filmTracks(player, (film) => bodyOf(player, film));
}

/** An operation that changes something and answers only whether it succeeded. */
function obeying(act: (player: SimulatedPlayer, query: URLSearchParams) => StatusCode): Operation["answer"] {
  return (player, query) => verdict(player, act(player, query));
}

function verdict(player: SimulatedPlayer, status: StatusCode): Reply {
  return status === 200 ? body(player, { status }) : statusReply(player.dialect, status);
}

/** Its answer has a code instead of a status. */
function opening(player: SimulatedPlayer, query: URLSearchParams): Reply {
  const status = openUpnp(player, query);
  return body(player, { code: status === 200 ? 0 : status });
}

function filmTracks(player: SimulatedPlayer, list: (film: Film) => object): Reply {
  const film = player.video.current;
  return film === undefined ? statusReply(player.dialect, 806) : body(player, list(film));
}

/** The picture of a track: a generic one where there is none. Without the two types some models have nothing. */
function cover({ dialect, findsCoverById }: SimulatedPlayer, query: URLSearchParams): Reply {
  const id = query.get("id") ?? "";
  const hasTypes = (query.has("musicType") || query.has("music_type")) && query.has("type");
  if (!hasTypes && !findsCoverById) return statusReply(dialect, 806);
  const isKnown = /^-?\d+$/.test(id) && ["16", "32", null].includes(query.get("target"));
  return isKnown ? bytesReply("image/png", coverImage(id)) : statusReply(dialect, 805);
}

/** Type 3 reports the volume of a video model, type 2 sets it; other models do not know the operation. */
function changeVolume(player: SimulatedPlayer, query: URLSearchParams): Reply {
  const { dialect, videoVolume: volume } = player;
  if (volume === undefined) return statusReply(dialect, 405);
  const type = query.get("type");
  if (type === "2") return verdict(player, tracks.setVideoVolume(player, query));
  if (type !== "3") return statusReply(dialect, 805);
  const level = player.isMuted ? 0 : volume.level;
  return body(player, { status: 200, [volume.spelling]: level, maxVolume: volume.max });
}

function filmPicture(kind: "poster" | "backdrop"): Operation["answer"] {
  return ({ dialect, video }, query) => {
    const id = query.get("id") ?? "";
    const isKnown = video.entries.some(({ library }) => library?.id === id);
    return isKnown ? bytesReply("image/png", filmImage(kind, id)) : statusReply(dialect, 805);
  };
}

function icon({ dialect }: SimulatedPlayer, query: URLSearchParams): Reply {
  const name = query.get("iconName");
  return name === null ? statusReply(dialect, 805) : bytesReply("image/png", iconImage(name));
}

function modelBody({ name, model, mac, firmware }: Identity): object {
  return {
    status: 200,
    model,
    disModel: model,
    deviceName: name,
    net_mac: mac,
    wif_mac: wirelessMac(mac),
    duuid: mac,
    firmware,
    language: "en",
    ableRemoteBoot: true,
    ableRemoteShutdown: true,
    ableRemoteReboot: true,
    ableRemoteSleep: false,
  };
}
