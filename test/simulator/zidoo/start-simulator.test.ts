import { expect, it } from "vitest";
import { operationNames, operations, operationsByPath } from "../../../simulator/zidoo/operations.ts";
import type { Preset } from "../../../simulator/zidoo/preset.ts";
import { presets } from "../../../simulator/zidoo/presets.ts";
import { type SimulatorOptions, startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { trackFlags, trackNumbers, trackTexts } from "../../families/zidoo/payloads.ts";
import { hasIpv6 } from "../../support/has-ipv6.ts";
import { ask, expectAnswers, paths, type Step } from "../ask.ts";

/** The names of the fields, perhaps by the type of their values. */
type Fields = string | Readonly<Record<string, string>>;
const choice = "index information";

/** The fields of an answer, and of its parts, which may be entries of a list: from the tables of the specification. */
const specified: Readonly<Record<string, Readonly<Record<string, Fields>>>> = {
  [paths.list]: {
    "": "status inputData inputIndex outputData outputIndex outputInfo",
    "inputData.0": "name historyName tag isEdit index icon selecticon",
    "outputData.0": "name tag enable icon selecticon",
    outputInfo: "vidPid name format sampleRate infolist isConnect setUrl title option",
    "outputInfo.infolist.0": "title value",
  },
  [paths.playlist]: { "": "status size currentIndex playlist", "playlist.0": "title index" },
  [paths.status]: {
    "": "status video subtitle audio playMode zoom 3D",
    video: {
      string: "title path formt filesize bitrate output subtitleInfo audioInfo",
      number: "status currentPosition duration width height fps",
    },
    subtitle: choice,
    audio: choice,
    playMode: choice,
    zoom: choice,
    "3D": "index information isMvc3D",
  },
  [paths.queue]: {
    "": "id start count total array totalDuration canAddPlaylist",
    "array.11": { string: trackTexts, object: "artistIdList", number: trackNumbers, boolean: trackFlags },
  },
};

it.each(Object.entries(specified))(
  "the preset video answers at %s with every field of the specification and no other",
  async (path, parts) => {
    await using sim = await startSimulator();
    const whole: unknown = (await ask(sim, path)).json;
    for (const [place, fields] of Object.entries(parts)) {
      const keys = place.split(".").filter(Boolean);
      const part = keys.reduce((inside, key) => (inside as Record<string, unknown>)[key], whole);
      const wanted =
        typeof fields === "string"
          ? fields.split(" ")
          : Object.entries(fields).flatMap(([type, names]) =>
              names.split(" ").map((name) => `${name} ${type}`),
            );
      const told = Object.entries(part as object).map(([name, value]) =>
        typeof fields === "string" ? name : `${name} ${typeof value}`,
      );
      expect([place, told.toSorted()]).toEqual([place, wanted.toSorted()]);
    }
  },
);

const apps = "/DeviceControlCenter/Apps/getApps";
const display = "/SystemSettings/displaySettings";
const image = "/DeviceMusicControl/v2/getImage?id=50000";
const file = "/DeviceFileControl/openFile?path=%2Fmusic%2Funplayable.flac";
const unknownFilm = encodeURIComponent("/storage/usb-2/Documentaries/Moss, Slowly.mp4");
const streamed = { id: -100_002, uri: expect.stringMatching(/^https:\S+[?&]sig=/) as unknown };
const is = (status: number | string): object => ({ status });

/** What the display of a model has: its range, its setters of styles, and none of another model. */
const displayOf = (most: number, meters: string, spectrum: string): Step[] => [
  [`${display}/getScreenBrightness`, { minValue: 0, maxValue: most }],
  [`${display}/setScreenBrightness?index=${most + 1}`, is(805)],
  [`${display}/getVUModeList`, { url: expect.stringContaining(`/${meters}?`) as unknown }],
  [`${display}/getSpPlayModeList`, { url: expect.stringContaining(`/${spectrum}?`) as unknown }],
  ...["setVUMode", "setVUModeList", "setSpPlayModeList", "setSpMode"].map(
    (name): Step => [`${display}/${name}?index=1`, is([meters, spectrum].includes(name) ? 200 : 405)],
  ),
];

it.each<[SimulatorOptions, readonly Step[]]>([
  [
    { prefix: "Maker" },
    [
      ["/MakerVideoPlay/getPlaylist", is(200)],
      ["/DeviceVideoPlay/getPlaylist", is(804)],
    ],
  ],
  [
    { preset: "video" },
    [
      // Nothing, without its types; a client spells one of them otherwise.
      [`${image}&target=16`, is(806)],
      [`${image}&musicType=1&target=16`, is(806)],
      [`${image}&musicType=1&type=4&target=16`, "image/png"],
      [`${image}&music_type=1&type=4&target=16`, "image/png"],
      // What is disabled is confirmed, and not selected.
      [paths.output("USB"), { status: 200, outputIndex: 0 }],
      [paths.queue, { array: expect.arrayContaining([expect.objectContaining(streamed)]) as unknown }],
      [`/DevicePoster/v2/getAggregationOfFile?path=${unknownFilm}`, { type: 0 }],
    ],
  ],
  [
    { preset: "audio" },
    [
      [paths.list, { isSupportHideInput: true, hideInputTag: '["XLR_A"]', subwooferSetting: is(1) }],
      ...displayOf(115, "setVUMode", "setSpPlayModeList"),
      // It is opened with its type only; that it cannot be played is no reason.
      [file, is(805)],
      [`${file}&type=0`, is(200)],
      [apps, is(405)],
      ["/DeviceVideoPlay/getZoomList", is(801)],
    ],
  ],
  [{ preset: "studio" }, displayOf(255, "setVUModeList", "setSpMode")],
  [
    { preset: "old" },
    [
      ["/ControlCenter/getModel", is(804)],
      [paths.playlist, "text/plain"],
      [paths.playlist, { playList: [{ title: "2031", index: 0 }, {}, {}] }],
    ],
  ],
  [
    { preset: "loose" },
    [
      [paths.list, "text/plain"],
      [
        paths.list,
        { status: "200", outputIndex: "1", outputData: [1, "1", 0].map((enable) => ({ enable })) },
      ],
      [paths.playlist, { playList: [{ title: 2031, index: "0" }, {}, {}] }],
    ],
  ],
])("a player with %j answers so", async (options, steps) => {
  await using sim = await startSimulator(options);
  await expectAnswers(sim, steps, (text) => JSON.parse(text.replace(/^\uFEFF/, "")) as object);
  expect(sim.traffic.count()).toBe(steps.length);
});

it("numbers beyond 2^53 are written digit by digit, and as text after a byte order mark in the preset loose", async () => {
  for (const [preset, hash, begin] of [
    ["video", '"hashcode":-9007199254740994,', "7b"],
    ["loose", '"hashcode":"9007199254740993"', "efbbbf7b"],
  ] as const) {
    await using sim = await startSimulator({ preset });
    const { text, bytes } = await ask(sim, paths.queue);
    expect(bytes.toString("hex").startsWith(begin)).toBe(true);
    expect(text).toContain(hash);
  }
});

it("the preset old lacks the fields of later firmware, and may refuse by HTTP", async () => {
  await using sim = await startSimulator({ preset: "old", refuseWith: "http" });
  const texts = [(await ask(sim, paths.list)).text, (await ask(sim, paths.status)).text].join("");
  for (const field of ["historyName", "isEdit", "infolist", "option", "3D", "audio", "subtitle", "output"])
    expect(texts).not.toContain(`"${field}"`);
  expect((await ask(sim, apps)).status).toBe(404);
});

it("an output is selected once it is enabled, and by GET alone", async () => {
  await using sim = await startSimulator();
  for (const method of ["POST", "PUT", "DELETE", "HEAD"])
    expect((await ask(sim, paths.input("BT"), { method })).status).toBe(405);
  sim.player.audio.setOutputEnabled("USB", true);
  expect((await ask(sim, paths.output("USB"))).json).toMatchObject({ inputIndex: 0, outputIndex: 4 });
});

it("the state of a film player may say nothing of its source", async () => {
  await using sim = await startSimulator();
  sim.player.reportsSource = false;
  const { json } = await ask(sim, "/DeviceMusicControl/v2/getState");
  expect(json).toMatchObject({ state: 3, playingMusic: { type: 1 } });
  expect([json["playType"], json["everSoloPlayInfo"]]).toEqual([undefined, undefined]);
});

it("a film and music take turns where the simulator does not let them play at once", async () => {
  await using sim = await startSimulator({ playsTogether: false });
  const { video, music } = sim.player;
  const [film] = video.entries;
  const queueId = async () => (await ask(sim, paths.queue)).json["id"];
  const before = await queueId();
  const steps = [
    ["MusicControl/v2/playOrPause", "music"],
    ["VideoPlay/playVideo?index=1", "film"],
    ["MusicControl/v2/playQueueMusic?index=2", "music"],
    [`Poster/PlayVideo?id=${film?.library?.id}`, "film"],
    [`MusicControl/v2/playMusic?type=4&id=${music.entries[0]?.albumId}`, "music"],
    [`FileControl/openFile?path=${encodeURIComponent(film?.path ?? "")}&videoplaymode=0`, "film"],
  ];
  for (const [path, playing] of steps) {
    await ask(sim, `/Device${path}`);
    const states = playing === "film" ? ["playing", "stopped"] : ["stopped", "playing"];
    expect([path, video.state, music.state]).toEqual([path, ...states]);
  }
  expect(await queueId()).not.toBe(before);
});

it.skipIf(!hasIpv6)("a player listens on the given host and port", async () => {
  const first = await startSimulator({ host: "::1" });
  await first[Symbol.asyncDispose]();
  await using sim = await startSimulator({ host: "::1", port: first.port });
  expect(sim.url).toBe(`http://[::1]:${first.port}`);
  expect((await ask(sim, paths.list)).status).toBe(200);
});

it("no two operations have the same path, and a preset lacks only those that exist", () => {
  const paths = Object.values(operations).flatMap((operation) => operation.paths);
  expect(operationsByPath("Maker", true).size).toBe(
    new Set(paths.flatMap((path) => [path.replace("{p}", "Maker"), path.replace("{p}", "")])).size,
  );
  expect(new Set(paths).size).toBe(paths.length);
  const lacking = Object.values<Preset>(presets).flatMap(({ lacks = [] }) => lacks);
  expect(operationNames).toEqual(expect.arrayContaining(lacking));
});
