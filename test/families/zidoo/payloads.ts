import type { Answer, PlayerState } from "../../../src/core/resources/player.ts";
import type { OwnResource } from "../../../src/families/zidoo/operations.ts";
import type { QueueView } from "../../../src/families/family.ts";
import type { PlayingHint } from "../../../src/families/zidoo/playing-hint.ts";
import { QueueReader } from "../../../src/families/zidoo/long-queue/queue-reader.ts";
import { readAnswer } from "../../../src/families/zidoo/read-answer.ts";
import { atOnce } from "../../support/at-once.ts";
import type { ReadContext } from "../../../src/families/zidoo/wire.ts";

/** JSON as a test writes it. */
export type Fields = Readonly<Record<string, unknown>>;

export const view: QueueView = {
  publish: "window",
  window: 50,
  fields: "essential",
  maxPayloadBytes: 100_000,
};

export const origin = "http://10.0.0.9:9529";
const context: ReadContext = { origin, pathPrefix: "Zidoo", film: "/films/one.mkv" };

/** Reads a body, JSON or text, as the answer about a resource. */
export function readBody(
  resource: OwnResource,
  body: Fields | string | Buffer,
  queue: Partial<QueueView> = {},
  hint?: PlayingHint,
): Answer {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  if (resource === "queue") return atOnce(new QueueReader({ ...view, ...queue }).read(bytes, hint));
  return readAnswer(resource, bytes, context);
}

/** The value that a body, which must be a reading, has for a resource. */
export function valueIn<R extends OwnResource>(
  resource: R,
  body: Fields | string | Buffer,
  queue?: Partial<QueueView>,
  hint?: PlayingHint,
): NonNullable<PlayerState[R]> {
  const answer = readBody(resource, body, queue, hint);
  if (answer.kind !== "reading") throw new Error(`expected a reading, not ${answer.kind}`);
  return answer.reading.value as NonNullable<PlayerState[R]>;
}

const icon = "/SystemSettings/getItemSettingIcon?iconName=";

export const input: Fields = {
  name: "Fernseher",
  historyName: "ARC In",
  tag: "EARC",
  isEdit: true,
  index: 3,
  icon: `${icon}EARC.png`,
  selecticon: `${icon}EARC_select.png`,
};

export const output: Fields = {
  name: "XLR/RCA",
  tag: "XLRRCA",
  enable: true,
  icon: `${icon}out_XLR_RCA.png`,
  selecticon: `${icon}out_XLR_RCA_select.png`,
};

export const outputInfo: Fields = {
  vidPid: "0x1:0x2",
  name: "DAC",
  format: "PCM 32bit\nDSD 256\r\n \n",
  sampleRate: "44.1 - 768 kHz",
  infolist: [{ title: "Volume：", value: "fixed" }],
  isConnect: true,
  setUrl: "/SystemSettings/audioSettings/getXlrOption",
  title: "XLR/RCA",
  option: 2,
};

export const routing: Fields = {
  status: 200,
  inputData: [input],
  inputIndex: 0,
  outputData: [output],
  outputIndex: 0,
  outputInfo,
};

export const playStatus: Fields = {
  status: 200,
  video: {
    status: 1,
    title: "Ein Film",
    path: "/data/smb/10.0.0.7#Filme/Ein Film (2020).mkv",
    currentPosition: 61_900,
    duration: 6_905_499,
    width: 3840,
    height: 2160,
    fps: 23.97599983215332,
    formt: "H.265",
    filesize: "20,76 GiB",
    bitrate: "25,0 Mb/s",
    output: "3840x2160P @ 60Hz",
    subtitleInfo: "Deutsch SRT (1/5)",
    audioInfo: "Deutsch DTS (2/3)",
  },
  subtitle: { index: 1, information: "Deutsch" },
  audio: { index: 0, information: "DTS" },
  playMode: { index: 4, information: "Alle" },
  zoom: { index: 1, information: "Anpassen" },
  "3D": { index: -1, information: "", isMvc3D: false },
};

export const playlist: Fields = {
  status: 200,
  size: 2,
  currentIndex: 1,
  playlist: [
    { title: "Eins.mkv", index: 0 },
    { title: "Zwei.mkv", index: 1 },
  ],
};

export const trackTexts =
  "MQAReplayGain album albumArtist artistIds artist date extension fileName pinyinAlbum pinyinAlbumArtist pinyinArtist pinyinName replayGainAlbum sources title uri";
export const trackNumbers =
  "MQAUiState SampleRate addTime addedTime albumId audioType bitrate bits categoryIndex channels channels_second deviceId diskNumber duration endPosition favorTime folderId genre genreId genreIndex hashcode id infoId isCompleteScan isVa lastPlayTime listId modifiedTime mqaMode mqaOutSampleRate number playPoint playTimes randomCoverIndex sort startPosition state tag errorNum type androidId size databaseId favoriteId cueindex";
export const trackFlags = "exist favor isLocalCueSong isLossless isMQA isShowQueue analyzed active";

const everyField: Fields = Object.fromEntries([
  ...trackTexts.split(" ").map((name) => [name, `the ${name}`]),
  ...trackNumbers.split(" ").map((name, place) => [name, 100 + place]),
  ...trackFlags.split(" ").map((name, place) => [name, place % 2 === 0]),
]);

/** A queue entry with every field of the specification's table; texts and numbers tell them apart. */
export function track(change: Fields = {}): Fields {
  return { ...everyField, artistIdList: ["7", "8"], active: false, duration: 215_500, ...change };
}

/** A queue of `length` entries, of which the one at `active` is the current one. */
export function queueOf(length: number, active: number): Fields {
  const array = Array.from({ length }, (_, place) =>
    track({ title: `Song ${place}`, id: place, active: place === active }),
  );
  return { id: 5, start: 0, count: -1, total: length, array };
}

const samples = {
  model: { status: 200, model: "A8", firmware: "v1.1", net_mac: "aa:bb:cc:00:00:01" },
  audio: routing,
  video: playStatus,
  playlist,
  queue: queueOf(3, 1),
  music: {
    state: 3,
    position: 61_900,
    duration: 200_400,
    loopModel: 2,
    playType: 5,
    playQueueChangedTime: 1_786_958_926_020,
    updateQueue: 0,
    playingMusic: { id: 1228, type: 1, title: "Song", artist: "Band", extension: "flac", bits: "24" },
    volumeData: { maxVolume: 200, minVolume: 0, currenttVolume: 20, isMute: false },
  },
  videoVolume: { status: 200, currenttVolume: 6, maxVolume: 15 },
  power: { status: 200, data: [{ name: "Power off", tag: "poweroff" }] },
  subtitles: { status: 200, subtitles: [{ index: 1, title: "English" }] },
  audioTracks: { status: 200, subtitles: [{ index: 0, title: "English" }] },
  filmArt: { type: 1, movie: { id: 7, name: "One", aggregation: { releaseDate: "2031-02-03" } } },
  zooms: { status: 200, zoom: [{ index: 1, title: "Fit" }] },
  playModes: { status: 200, playMode: [{ index: 1, title: "Once" }] },
  apps: { status: 200, apps: [{ label: "TV", packageName: "org.example.tv", isCanOpen: true }] },
  screenBrightness: {
    status: 200,
    currentValue: 80,
    minValue: 0,
    maxValue: 115,
    url: "/SystemSettings/x/setX",
  },
  knobBrightness: { status: 200, currentValue: 128 },
  knobColors: { status: 200, currentIndex: 0, data: [{ index: 0, title: "Ice" }] },
  meterStyles: { status: 200, currentIndex: 0, data: [{ index: 0, title: "Walnut" }] },
  spectrumStyles: { status: 200, currentIndex: 0, data: [{ index: 0, title: "Bars" }] },
  dacFilters: { status: 200, currentIndex: 0, data: [{ index: 0, title: "Sharp" }] },
  upsamplings: { status: 200, currentIndex: 0, data: [{ index: 0, title: "Off" }] },
  masterClocks: { status: 200, currentIndex: 0, data: [{ index: 0, title: "Internal" }] },
  cdAutoplay: {
    status: 200,
    settings: [
      {
        tag: "SettingsItemTagCDAutoPlay",
        switchStatus: false,
        url: "/SystemSettings/playSettings/setCDAutoPlay?switch=",
      },
    ],
  },
  settings: { status: 200, data: [{ tag: "gain", url: "/SystemSettings/audioSettings/getGainList" }] },
  dspProfiles: {
    status: "200",
    eqSourceList: [{ id: 1, eqId: 1, name: "Player", enable: true, sourceType: "XMOS", configName: "Desk" }],
  },
} satisfies Partial<Record<OwnResource, Fields>>;

export type SampledResource = keyof typeof samples;

/** Payloads as a healthy player gives them, of all resources whose mapping has no tests of its own. */
export const payloads: Readonly<Record<SampledResource, Fields>> = samples;

export const sampledResources = Object.keys(samples) as SampledResource[];
