import { expect, it } from "vitest";
import { type SimulatorOptions, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { ask, expectAnswers, type Step } from "../simulator/ask.ts";

const good = { status: 200 };
const each = (path: string, ...names: readonly string[]): Step[] =>
  names.map((name) => [`${path}${name}`, good]);
const keys = (...names: readonly string[]): Step[] =>
  each("/ZidooControlCenter/RemoteControl/sendkey?key=Key.", ...names);
const lists = (path: string, field: string, length: number): Step => [
  path,
  { status: 200, [field]: { length } },
];

const filmState = "/ZidooVideoPlay/getPlayStatus";
const film = (video: object, more: object = {}): Step => [filmState, { status: 200, video, ...more }];
const noFilm: Step = [filmState, { status: 806 }];
const tracks = (subtitle: number, audio: number): Step =>
  film({}, { subtitle: { index: subtitle }, audio: { index: audio } });
const [ledger, moss, comets] = [
  "The Lighthouse Ledger",
  "Moss, Slowly — a documentary",
  "Paper Comets in 3D",
].map((title) => film({ title })) as [Step, Step, Step];
const ledgerPath = "/data/system/smb/attic-nas#Films/Drama & Sea/The Lighthouse Ledger (2031) #1.mkv";

const volumeIs = (currentVolume: number): Step => [
  "/ZidooControlCenter/RemoteControl/changeVolume?type=3",
  { status: 200, currentVolume },
];
const music = (answer: object): Step => ["/ZidooMusicControl/getPlayStatus", { status: 200, ...answer }];
const plays = (title: string): Step => music({ music: { title } });

const [first, second] = ["Amber Ferry", "Hollow Orchard"] as const;

const audioMusic = "/ZidooMusicControl/v2/";
const state = (answer: object): Step => [`${audioMusic}getState`, answer];
const audible = (info: object): Step => state({ everSoloPlayInfo: info });
const level = (currenttVolume: number, display: string): Step =>
  state({ volumeData: { currenttVolume, display } });

const files = "/ZidooFileControl/v2/";
const share = "smb://192.0.2.9/";
const folder = (url: string, name: string, type: number): Step => [
  `${files}getFiles?requestCount=100&startIndex=0&sort=0&url=${encodeURIComponent(url)}`,
  { code: 0, data: { count: 1, list: [{ name, type }] } },
];
const onShare = `${share}Films/Drama & Sea/`;

/** What programs of others send to a player, one request after another. */
const stories: Readonly<Record<string, readonly [SimulatorOptions, readonly Step[]]>> = {
  "wizmo2/zidoo-player": [
    { preset: "cinema" },
    [
      ["/ZidooControlCenter/connect?name=home&uuid=1-2-3&tag=0", good],
      ["/ZidooControlCenter/getModel", { status: 200, net_mac: "02:5e:11:00:00:07" }],
      film({ status: 1 }, { zoom: { index: 1 } }),
      [
        "/ZidooControlCenter/getPlayStatus",
        { status: 200, file: { status: 1, title: "The Lighthouse Ledger", duration: 240_000 } },
      ],
      music({ isPlay: false, state: { playing: false } }),
      lists("/ZidooVideoPlay/getSubtitleList", "subtitles", 2),
      lists("/ZidooVideoPlay/getAudioList", "subtitles", 2),
      lists("/VideoPlay/getPlaylist", "playlist", 3),
      lists("/VideoPlay/getZoomList", "zoom", 4),
      lists("/ZidooVideoPlay/getPlayModeList", "playMode", 4),
      ["/MusicControl/v2/getPlayQueue?start=0&count=250", { total: 12 }],
      ...keys("MediaPause"),
      film({ status: 0 }),
      ...keys("MediaPlay"),
      film({ status: 1 }),
      ...keys("Subtitle", "Audio"),
      tracks(2, 1),
      ...keys("Subtitle", "Audio"),
      tracks(0, 0),
      ...keys("MediaNext"),
      moss,
      ...keys("MediaPrev"),
      ledger,
      ...keys("Up", "Down", "Left", "Right", "Select", "Back", "Home", "Repeat", "Number_7"),
      ...keys("VolumeUp", "VolumeUp"),
      volumeIs(8),
      ...keys("VolumeDown", "VolumeDown"),
      volumeIs(6),
      ...keys("Mute"),
      volumeIs(0),
      ...keys("Mute"),
      volumeIs(6),
      lists("/ZidooPoster/getVideoList?page=1&pagesize=250&type=-1", "data", 3),
      [`/ZidooPoster/v2/getAggregationOfFile?path=${encodeURIComponent(ledgerPath)}`, { movie: { id: 501 } }],
      ...["getFile/getPoster", "getFile/getBackdrop", "v2/getPoster", "v2/getBackdrop"].map(
        (name): Step => [`/ZidooPoster/${name}?id=501&w=400&h=600`, "image/png"],
      ),
      ["/Poster/v2/getDetail?id=501", { name: "The Lighthouse Ledger" }],
      [
        "/Poster/v2/searchAggregation?q=comets&type=0&start=0&count=30",
        { status: 200, all: [{ aggregation: { id: "502" } }] },
      ],
      lists("/ZidooPoster/search?q=moss&type=0&page=1&pagesize=30", "data", 1),
      ["/ZidooPoster/getCollection?id=900", good],
      ["/ZidooPoster/PlayVideo?id=502&type=-1", good],
      comets,
      ...keys("MediaStop"),
      noFilm,
      ...keys("PowerOn.Poweroff"),
    ],
  ],
  "albaintor/integration-zidoo": [
    { preset: "video" },
    [
      ["/ZidooControlCenter/connect?name=remote&uuid=4-5-6&tag=0", good],
      ["/ZidooControlCenter/getModel", { status: 200, ableRemoteBoot: true }],
      [`${files}searchUpnp`, { code: 0 }],
      [`${files}getUpnpDevices`, { code: 0, data: { count: 0 } }],
      [`${files}getSavedSmbDevices`, { data: { count: 1, list: [{ url: share }] } }],
      folder(share, "Films", 0),
      folder(`${share}Films/`, "Drama & Sea", 0),
      folder(onShare, "The Lighthouse Ledger (2031) #1.mkv", 2),
      ["/ZidooVideoPlay/changeStatus?status=-1", good],
      [
        `${files}openFile?url=${encodeURIComponent(`${onShare}The Lighthouse Ledger (2031) #1.mkv`)}`,
        { code: 0 },
      ],
      film({ path: ledgerPath }),
      ["/MusicControl/v2/playOrPause", good],
      music({ isPlay: true, music: { title: first } }),
      noFilm,
      ...each("/ZidooMusicControl/", "playNext"),
      plays(second),
      ...each("/ZidooMusicControl/", "playPrevious"),
      plays(first),
      ...each("/ZidooMusicControl/", "pause"),
      music({ isPlay: false }),
      ...each("/ZidooMusicControl/", "start"),
      music({ isPlay: true }),
      ...each("/ZidooMusicControl/", "stop"),
      music({ isPlay: false }),
      ...each("/ZidooMusicControl/", "start", "seekTo?time=30000"),
      music({ state: { position: 30_000 } }),
      ...each("/MusicControl/v2/", "playNext"),
      plays(second),
      ...each("/MusicControl/v2/", "playLast"),
      ["/MusicControl/v2/getSingleMusics?start=0&count=250", { total: 42, array: { length: 42 } }],
      ["/ZidooMusicControl/v2/setPowerOption?tag=poweroff", good],
    ],
  ],
  "tmeynell/ha-eversolo": [
    { preset: "audio" },
    [
      ["/ControlCenter/getModel", { status: 200, model: "SIM-A4", net_mac: "02:5e:11:00:00:02" }],
      state({
        volumeData: { intputTag: "XMOS-XMOS" },
        deviceInfo: { model: "SIM-A4" },
        hasDspSetting: true,
        hasEQSetting: true,
      }),
      [
        `${audioMusic}getPowerOption`,
        {
          status: 200,
          data: ["poweroff", "reboot", "standby", "screen", "timeshutdown"].map((tag) => ({ tag })),
        },
      ],
      lists("/SystemSettings/displaySettings/getKnobSettingOption", "items", 2),
      ["/SystemSettings/getSystemSettings", { status: 200, settings: {} }],
      ...each(audioMusic, "playOrPause"),
      audible({ playStatus: 2 }),
      ...each(audioMusic, "seekTo?time=42000"),
      audible({ currentPosition: 42_000 }),
      ...each(audioMusic, "playNext"),
      state({ playingMusic: { title: second } }),
      ...each(audioMusic, "playLast"),
      state({ playingMusic: { title: first } }),
      ...each(audioMusic, "setDevicesVolume?volume=40"),
      level(40, "-80.0 dB"),
      ...keys("VolumeUp"),
      level(41, "-79.5 dB"),
      ...keys("VolumeDown"),
      level(40, "-80.0 dB"),
      ...each(audioMusic, "setMuteVolume?isMute=1"),
      state({ volumeData: { isMute: true } }),
      ...each(audioMusic, "setMuteVolume?isMute=0"),
      state({ volumeData: { isMute: false } }),
      [`${audioMusic}getImage?id=50000&musicType=1`, "image/png"],
      ...each(audioMusic, "setPowerOption?tag=poweroff"),
    ],
  ],
};

it.each(Object.entries(stories))(
  "%s gets plain JSON for all that it asks, and switches the player off at last",
  async (_name, [options, steps]) => {
    const whole = { now: () => 1000, prefix: "Zidoo", playsTogether: false, ...options };
    await using sim = await startSimulator(whole);
    await expectAnswers(sim, steps);
    await expect.poll(() => ask(sim, "/").catch(() => "off")).toBe("off");
  },
);
