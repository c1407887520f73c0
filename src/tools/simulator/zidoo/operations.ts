import { writeJson } from "./dialect.ts";
import { coverImage, filmImage, iconImage } from "../pictures.ts";
import type { Display } from "./display.ts";
import { changeVuDisplay, lightBody, setLight, setStyle, stylesBody } from "./display-answers.ts";
import type { Film } from "./film.ts";
import { firstStatusBody, pauseMusic, startMusic, stopMusic } from "./first-music.ts";
import { files } from "./files.ts";
import { filmLibrary, musicLibrary, playLibraryVideo, playMusic, playMusics } from "./library-answers.ts";
import {
  playOrPause,
  playQueueMusic,
  seekMusic,
  setLoopMode,
  setMute,
  setVideoVolume,
  setVolume,
  skipTrack,
  type StatusCode,
} from "./music-answers.ts";
import { powerBody, sendKey, setPower } from "./power-answers.ts";
import type { Family, Identity } from "./preset.ts";
import { queueBody } from "./queue-body.ts";
import { bytesReply, type Reply } from "../reply.ts";
import { jsonReply, statusReply } from "./reply.ts";
import { routingBody } from "./routing-body.ts";
import { type SimulatedPlayer, wirelessMac } from "./simulated-player.ts";
import { profilesBody } from "./sound.ts";
import { openUpnp } from "./stream.ts";
import { stateBody } from "./state-body.ts";
import {
  changeStatus,
  changeVideo,
  filmList,
  modeList,
  openFile,
  playVideo,
  seekVideo,
  setAudio,
  setMode,
  setSubtitle,
} from "./video-answers.ts";
import { playlistBody, playStatusBody } from "./video-bodies.ts";

interface Operation {
  readonly family: Family;
  readonly path: string;
  readonly answer: (player: SimulatedPlayer, query: URLSearchParams) => Reply;
}

const musicLibraryOperations = Object.fromEntries(
  Object.entries(musicLibrary).map(([name, page]) => [
    name,
    {
      family: "music",
      path: `/{p}MusicControl/v2/${name}`,
      answer: (player: SimulatedPlayer, query: URLSearchParams) => body(player, page(query)),
    },
  ]),
) as Record<keyof typeof musicLibrary, Operation>;

function firstMusic(name: string, answer: Operation["answer"]): Operation {
  return { family: "first-music", path: `/{p}MusicControl/${name}`, answer };
}

const firstMusicOperations = {
  getFirstMusic: firstMusic("getPlayStatus", (player) => body(player, firstStatusBody(player))),
  firstStart: firstMusic("start", obeying(startMusic)),
  firstPause: firstMusic("pause", obeying(pauseMusic)),
  firstStop: firstMusic("stop", obeying(stopMusic)),
  firstNext: firstMusic(
    "playNext",
    obeying((player) => skipTrack(player, 1)),
  ),
  firstPrevious: firstMusic(
    "playPrevious",
    obeying((player) => skipTrack(player, -1)),
  ),
  firstSeek: firstMusic("seekTo", obeying(seekMusic)),
  firstOrder: firstMusic("setLoopMode", obeying(setLoopMode)),
};

function filmLibraryOperation(name: keyof typeof filmLibrary, path: string): Operation {
  return { family: "video", path, answer: (player, query) => body(player, filmLibrary[name](player, query)) };
}

function fileOperation(name: keyof typeof files): Operation {
  return {
    family: "control",
    path: `/{p}FileControl/${name}`,
    answer: (player, query) => body(player, files[name](player, query)),
  };
}

export const operations = {
  getInputAndOutputList: {
    family: "music",
    path: "/{p}MusicControl/v2/getInputAndOutputList",
    answer: routing,
  },
  setInputList: {
    family: "music",
    path: "/{p}MusicControl/v2/setInputList",
    answer: (player, query) => selection(player, player.audio.selectInput(query.get("tag") ?? "")),
  },
  setOutInputList: {
    family: "music",
    path: "/{p}MusicControl/v2/setOutInputList",
    answer: (player, query) => selection(player, player.audio.selectOutput(query.get("tag") ?? "")),
  },
  getPlayQueue: {
    family: "music",
    path: "/{p}MusicControl/v2/getPlayQueue",
    answer: ({ dialect, music }) => jsonReply(dialect, queueBody(music, dialect)),
  },
  getPlaylist: {
    family: "video",
    path: "/{p}VideoPlay/getPlaylist",
    answer: (player) => body(player, playlistBody(player)),
  },
  getPlayStatus: {
    family: "video",
    path: "/{p}VideoPlay/getPlayStatus",
    answer: playStatus,
  },
  getModel: {
    family: "control",
    path: "/{p}ControlCenter/getModel",
    answer: (player) => body(player, modelBody(player.identity)),
  },
  getState: {
    family: "music",
    path: "/{p}MusicControl/v2/getState",
    answer: (player) => body(player, stateBody(player)),
  },
  playOrPause: {
    family: "music",
    path: "/{p}MusicControl/v2/playOrPause",
    answer: (player) => verdict(player, playOrPause(player)),
  },
  playNext: {
    family: "music",
    path: "/{p}MusicControl/v2/playNext",
    answer: (player) => verdict(player, skipTrack(player, 1)),
  },
  playLast: {
    family: "music",
    path: "/{p}MusicControl/v2/playLast",
    answer: (player) => verdict(player, skipTrack(player, -1)),
  },
  seekMusic: { family: "music", path: "/{p}MusicControl/v2/seekTo", answer: obeying(seekMusic) },
  setLoopMode: { family: "music", path: "/{p}MusicControl/v2/setLoopMode", answer: obeying(setLoopMode) },
  playQueueMusic: {
    family: "music",
    path: "/{p}MusicControl/v2/playQueueMusic",
    answer: obeying(playQueueMusic),
  },
  setDevicesVolume: {
    family: "music",
    path: "/{p}MusicControl/v2/setDevicesVolume",
    answer: obeying(setVolume),
  },
  setMuteVolume: { family: "music", path: "/{p}MusicControl/v2/setMuteVolume", answer: obeying(setMute) },
  getImage: { family: "music", path: "/{p}MusicControl/v2/getImage", answer: cover },
  getPowerOption: {
    family: "music",
    path: "/{p}MusicControl/v2/getPowerOption",
    answer: (player) => body(player, powerBody(player)),
  },
  setPowerOption: { family: "music", path: "/{p}MusicControl/v2/setPowerOption", answer: obeying(setPower) },
  changeStatus: { family: "video", path: "/{p}VideoPlay/changeStatus", answer: obeying(changeStatus) },
  changevideo: { family: "video", path: "/{p}VideoPlay/changevideo", answer: obeying(changeVideo) },
  seekVideo: { family: "video", path: "/{p}VideoPlay/seekTo", answer: obeying(seekVideo) },
  playVideo: { family: "video", path: "/{p}VideoPlay/playVideo", answer: obeying(playVideo) },
  getSubtitleList: {
    family: "video",
    path: "/{p}VideoPlay/getSubtitleList",
    answer: (player) => filmTracks(player, (film) => filmList(film.subtitles, 1)),
  },
  setSubtitle: { family: "video", path: "/{p}VideoPlay/setSubtitle", answer: obeying(setSubtitle) },
  getAudioList: {
    family: "video",
    path: "/{p}VideoPlay/getAudioList",
    answer: (player) => filmTracks(player, (film) => filmList(film.audioTracks, 0)),
  },
  setAudio: { family: "video", path: "/{p}VideoPlay/setAudio", answer: obeying(setAudio) },
  getZoomList: {
    family: "video",
    path: "/{p}VideoPlay/getZoomList",
    answer: (player) => filmTracks(player, () => modeList("zoom")),
  },
  setZoom: {
    family: "video",
    path: "/{p}VideoPlay/setZoom",
    answer: obeying((player, query) => setMode(player, "zoom", query)),
  },
  getPlayModeList: {
    family: "video",
    path: "/{p}VideoPlay/getPlayModeList",
    answer: (player) => filmTracks(player, () => modeList("playMode")),
  },
  setPlayMode: {
    family: "video",
    path: "/{p}VideoPlay/setPlayMode",
    answer: obeying((player, query) => setMode(player, "playMode", query)),
  },
  getApps: {
    family: "control",
    path: "/{p}ControlCenter/Apps/getApps",
    answer: (player) =>
      player.apps === undefined
        ? statusReply(player.dialect, 405)
        : body(player, { status: 200, apps: player.apps }),
  },
  openApp: {
    family: "control",
    path: "/{p}ControlCenter/Apps/openApp",
    answer: obeying((player, query) => {
      const name = query.get("packageName");
      const all = [...(player.apps ?? []), ...player.services];
      const isKnown = all.some(({ packageName, isCanOpen }) => packageName === name && isCanOpen);
      if (name === null || !isKnown) return 805;
      player.openedApps.push(name);
      return 200;
    }),
  },
  getAppIcon: {
    family: "control",
    path: "/{p}ControlCenter/Apps/getAppIcon",
    answer: ({ dialect, services }, query) => {
      const name = query.get("packageName") ?? "";
      const place = services.findIndex(({ packageName }) => packageName === name);
      return place < 0 ? statusReply(dialect, 805) : bytesReply("image/png", coverImage(String(place)));
    },
  },
  getStreamMediaAppList: {
    family: "music",
    path: "/{p}MusicControl/v2/getStreamMediaAppList",
    answer: (player) => body(player, { data: player.services }),
  },
  openFile: { family: "control", path: "/{p}FileControl/openFile", answer: obeying(openFile) },
  getDevices: fileOperation("getDevices"),
  getFileList: fileOperation("getFileList"),
  getHost: fileOperation("getHost"),
  openAddress: { family: "control", path: "/{p}FileControl/v2/openFile", answer: opening },
  sendkey: {
    family: "control",
    path: "/{p}ControlCenter/RemoteControl/sendkey",
    answer: obeying(sendKey),
  },
  getAggregationOfFile: {
    family: "video",
    path: "/{p}Poster/v2/getAggregationOfFile",
    answer: (player, query) => {
      const film = player.video.entries.find(({ path }) => path === query.get("path"));
      return film === undefined
        ? statusReply(player.dialect, 805)
        : body(player, film.library?.answer ?? { type: 0 });
    },
  },
  getPoster: { family: "video", path: "/{p}Poster/v2/getPoster", answer: filmPicture("poster") },
  getBackdrop: { family: "video", path: "/{p}Poster/v2/getBackdrop", answer: filmPicture("backdrop") },
  changeVolume: {
    family: "control",
    path: "/{p}ControlCenter/RemoteControl/changeVolume",
    answer: changeVolume,
  },
  ...firstMusicOperations,
  ...musicLibraryOperations,
  getAggregations: filmLibraryOperation("getAggregations", "/{p}Poster/v2/getAggregations"),
  searchAggregation: filmLibraryOperation("searchAggregation", "/{p}Poster/v2/searchAggregation"),
  playMusic: { family: "music", path: "/{p}MusicControl/v2/playMusic", answer: obeying(playMusic) },
  playMusics: { family: "music", path: "/{p}MusicControl/v2/playMusics", answer: obeying(playMusics) },
  playLibraryVideo: { family: "video", path: "/{p}Poster/PlayVideo", answer: obeying(playLibraryVideo) },
  getCollection: filmLibraryOperation("getCollection", "/{p}Poster/getCollection"),
  getItemSettingIcon: {
    family: "settings",
    path: "/SystemSettings/getItemSettingIcon",
    answer: icon,
  },
  getSystemSettings: ownSetting("getSystemSettings"),
  getGainList: ownSetting("audioSettings/getGainList"),
  getOutputSettings: ownSetting("audioSettings/getOutputSettings"),
  setGain: ownSetting("audioSettings/setGain"),
  setFilter: ownSetting("audioSettings/setFilter"),
  setBalance: ownSetting("audioSettings/setBalance"),
  setUpsampling: ownSetting("audioSettings/setUpsampling"),
  getScreenBrightness: display("getScreenBrightness", ({ screen }) =>
    lightBody(screen, "setScreenBrightness"),
  ),
  setScreenBrightness: display("setScreenBrightness", ({ screen }, query) => setLight(screen, query)),
  getKnobBrightness: display("getKnobBrightness", ({ knob }) => lightBody(knob, "setKnobBrightness")),
  setKnobBrightness: display("setKnobBrightness", ({ knob, ignoresKnob }, query) =>
    setLight(knob, query, ignoresKnob),
  ),
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
  getDSPSourceInList: {
    family: "music",
    path: "/{p}MusicControl/v2/getDSPSourceInList",
    answer: (player) =>
      player.sound === undefined
        ? statusReply(player.dialect, 405)
        : body(player, profilesBody(player.sound)),
  },
  changVUDisplay: {
    ...display("changVUDisplay", changeVuDisplay),
    family: "music",
    path: "/{p}MusicControl/v2/changVUDisplay",
  },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const operationNames = Object.keys(operations) as OperationName[];

function display(
  name: string,
  act: (shown: Display, query: URLSearchParams) => object | StatusCode | undefined,
): Operation {
  const answer: Operation["answer"] = (player, query) => {
    const result = player.display === undefined ? undefined : act(player.display, query);
    if (result === undefined) return statusReply(player.dialect, 405);
    return typeof result === "number" ? verdict(player, result) : body(player, result);
  };
  return { family: "settings", path: `/SystemSettings/displaySettings/${name}`, answer };
}

function ownSetting(name: string): Operation {
  const path = `/SystemSettings/${name}`;
  return { family: "settings", path, answer: (player, query) => answerSetting(player, path, query) };
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

function playStatus(player: SimulatedPlayer): Reply {
  const film = player.video.current;
  return film === undefined ? statusReply(player.dialect, 806) : body(player, playStatusBody(player, film));
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

/** The picture of a track: a generic one where there is none. Without the two types there is nothing. */
function cover({ dialect }: SimulatedPlayer, query: URLSearchParams): Reply {
  const id = query.get("id") ?? "";
  const hasTypes = (query.has("musicType") || query.has("music_type")) && query.has("type");
  if (!hasTypes) return statusReply(dialect, 806);
  const isKnown = /^-?\d+$/.test(id) && query.get("target") === "16";
  return isKnown ? bytesReply("image/png", coverImage(id)) : statusReply(dialect, 805);
}

/** Type 3 reports the volume of a video model, type 2 sets it; other models do not know the operation. */
function changeVolume(player: SimulatedPlayer, query: URLSearchParams): Reply {
  const { dialect, videoVolume: volume } = player;
  if (volume === undefined) return statusReply(dialect, 405);
  const type = query.get("type");
  if (type === "2") return verdict(player, setVideoVolume(player, query));
  if (type !== "3") return statusReply(dialect, 805);
  return body(player, { status: 200, [volume.spelling]: volume.level, maxVolume: volume.max });
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
