import { describe, expect, it } from "vitest";
import type { FamilyCall } from "../../../src/core/controls/call.ts";
import type { ResourceName } from "../../../src/core/resources/player.ts";
import { Fields } from "../../../src/families/polled/fields.ts";
import { table } from "../../../src/families/wiim/family.ts";
import { eventually } from "../../support/eventually.ts";
import { opened } from "../../support/opened.ts";
import { changesOf } from "../order-changes.ts";
import { startScripted } from "../zidoo/scripted-player.ts";
import { idle, type Script, ScriptedPlayer, status } from "./scripted-player.ts";

const { signal } = new AbortController();

function hex(text: string): string {
  return Buffer.from(text).toString("hex").toUpperCase();
}

const playing = { ...idle, mode: "32", status: "play", totlen: "214000", curpos: "12000", Title: "Reef" };
const meta = (title: string, more: object = {}): Script => ({
  getMetaInfo: { metaData: { title, artist: "The Shoals", album: "Low Water", ...more } },
});

async function shown(player: object, script: Script = {}) {
  const music = await (await ScriptedPlayer.start(player, script)).music();
  const { title, artist, album } = music.track;
  return { ...music, texts: [title, artist, album] };
}

describe("the texts of a LinkPlay player", () => {
  it.each([
    ["hexadecimal", [hex("Ünter Glas"), hex("A & B"), hex("Z")], ["Ünter Glas", "A & B", "Z"]],
    ["plain", ["Reef", "The Shoals", "Low Water"], ["Reef", "The Shoals", "Low Water"]],
    [
      "plain beside a number that is hexadecimal as well",
      ["4142", "The Shoals", ""],
      ["4142", "The Shoals", ""],
    ],
    ["a plain number", ["1999", "", ""], ["1999", "", ""]],
    ["a plain word of hexadecimal letters", ["Decade", "", ""], ["Decade", "", ""]],
    ["HTML entities", ["R&amp;B &#39;n&#x27; more", "", ""], ["R&B 'n' more", "", ""]],
    ["entities within hexadecimal", [hex("Cat &amp; Mouse"), "", ""], ["Cat & Mouse", "", ""]],
    ["words that stand for none", ["unknow", "Unknown", hex("un_known")], ["", "", ""]],
    ["unknown in hexadecimal beside a title", [hex("Reef"), hex("unknow"), "unknow"], ["Reef", "", ""]],
    ["control characters", [hex("Reef\u0007"), "", ""], [hex("Reef\u0007"), "", ""]],
    ["blank beside a title", [hex("Jazz FM live"), hex("A"), "20"], ["Jazz FM live", "A", ""]],
    ["cut within a letter", [hex("Jazz FM live C") + "C3", "", ""], ["Jazz FM live C", "", ""]],
    ["ended by a zero", [`${hex("Jazz FM live")}00`, "", ""], ["Jazz FM live", "", ""]],
    ["of other characters", [hex("Jazz FM \ufffdlive"), "", ""], ["Jazz FM \ufffdlive", "", ""]],
  ])("may be %s", async (_what, [Title, Artist, Album], texts) => {
    expect(await shown({ ...playing, Title, Artist, Album })).toMatchObject({ texts });
  });

  it("come from the metadata where it has them, with the format", async () => {
    const music = await shown(
      playing,
      meta("Reef", { sampleRate: "96000", bitDepth: "24", bitRate: "2304" }),
    );
    expect(music.texts).toEqual(["Reef", "The Shoals", "Low Water"]);
    expect(music.track.details).toMatchObject({ sampleRateHz: 96_000, bits: 24, sampleRate: "96 kHz" });
  });

  it("are never decoded in the metadata, which is plain", async () => {
    expect(await shown({ ...playing, Title: "" }, meta("4142"))).toMatchObject({
      texts: ["4142", "The Shoals", "Low Water"],
    });
  });

  it.each([undefined, "unknown command", "Failed", "", "{", { metaData: null }, { metaData: { title: 5 } }])(
    "are those of the status where the metadata is %j",
    async (getMetaInfo) => {
      const [title] = (await shown(playing, { getMetaInfo })).texts;
      expect(title).toBe(typeof getMetaInfo === "object" && getMetaInfo.metaData !== null ? "5" : "Reef");
    },
  );

  // An owner saw it: music-assistant/support, issue 835.
  it("are read although control characters stand in them as they are", async () => {
    const Title = "Reef\u0001 at\tdawn";
    const answer = JSON.stringify({ ...playing, Title: "?" }).replace('"?"', `"${Title}"`);
    expect(() => JSON.parse(answer)).toThrow(SyntaxError);
    const player = await ScriptedPlayer.start({}, { getPlayerStatusEx: answer });
    expect((await player.music()).track.title).toBe("Reef at\tdawn");
  });

  it.each([
    ['Say "yes"', 'The "Shoals"', "Low Water"],
    ['"', '""', '7"'],
    ['Already \\"escaped\\"', 'and "not"', ""],
  ])("are read although quotation marks stand in them as they are: %s", async (title, artist, album) => {
    const getMetaInfo = `{ "metaData": {
      "album": "${album}",
      "title": "${title}", "artist": "${artist}",
      "sampleRate": "44100" } }`;
    expect(() => JSON.parse(getMetaInfo)).toThrow(SyntaxError);
    const music = await shown({ ...playing, Title: "" }, { getMetaInfo });
    expect(music.texts).toEqual([title.replaceAll("\\", ""), artist, album]);
    expect(music.track.details).toMatchObject({ sampleRateHz: 44_100 });
  });

  it("show no address with its query as title", async () => {
    const Title = "http://user:secret@radio.example.net/a?key=of-the-house";
    expect((await shown({ ...playing, Title })).texts[0]).toBe("http://radio.example.net/a");
  });
});

describe("the title of a LinkPlay player", () => {
  const radio = { ...playing, mode: "10", totlen: "0", Title: "Harbour Radio" };
  const other = { ...playing, mode: "31" };
  const undertow = { ...playing, Title: "Undertow" };
  type Step = readonly [player: object, title: string, afterMs?: number, metadata?: Script];

  it.each<[what: string, first: readonly [object, Script], steps: readonly Step[]]>([
    [
      "that stays after the source has changed is not shown until it changes",
      [playing, meta("Reef")],
      [
        [{ ...radio, Title: "Reef" }, ""],
        [radio, "Harbour Radio", 3000, meta("Harbour Radio")],
      ],
    ],
    [
      "stays while an answer about it is broken",
      [radio, meta("First")],
      [
        [radio, "First", 21_000, { getMetaInfo: '{"metaData":{"ti' }],
        [radio, "Second", 3000, meta("Second")],
      ],
    ],
    [
      "that stays is shown after ten seconds, since the source may play the same",
      [playing, {}],
      [
        [other, ""],
        [other, "", 6000],
        [other, "Reef", 6000],
      ],
    ],
    [
      "is not taken from metadata that lags behind the next track",
      [playing, meta("Reef")],
      [
        [undertow, "Undertow by "],
        [undertow, "Undertow by The Shoals", 3000, meta("Undertow")],
      ],
    ],
    [
      "does not come back with metadata that stays",
      [playing, meta("Reef")],
      [3000, 9000, 60_000].map((afterMs) => [radio, "Harbour Radio", afterMs] as const),
    ],
    [
      "follows the titles of a radio, which only the metadata tells",
      [radio, meta("First")],
      [
        [radio, "Second", 21_000, meta("Second")],
        [radio, "Second", 60_000],
      ],
    ],
  ])("%s", async (_what, [first, metadata], steps) => {
    const player = await ScriptedPlayer.start(first, metadata);
    expect((await player.music()).track.title).toBe(first === radio ? "First" : "Reef");
    for (const [place, [next, title, afterMs, more]] of steps.entries()) {
      Object.assign(player.script, more);
      const { track } = await player.plays(next, afterMs);
      const told = title.includes(" by ") ? `${track.title} by ${track.artist}` : track.title;
      expect([place, told]).toEqual([place, title]);
    }
  });

  it("is never that of an input that is passed through", async () => {
    const player = await ScriptedPlayer.start(playing, meta("Reef"));
    await player.music();
    const music = await player.plays({ ...playing, mode: "43" }, 60_000);
    expect(music).toMatchObject({ isPassThrough: true, playing: "unknown", positionSeconds: undefined });
    expect(music.track).toMatchObject({ title: "", key: "", picture: "" });
  });
});

describe("the units of time of a LinkPlay player", () => {
  it.each([
    ["milliseconds", { curpos: "12000", totlen: "214000" }, [12, 214]],
    ["microseconds", { curpos: "12000000", totlen: "214000000" }, [12, 214]],
    [
      "a position in milliseconds, a duration in microseconds",
      { curpos: "12000", totlen: "214000000" },
      [12, 214],
    ],
    ["a stream", { curpos: "12000", totlen: "0" }, [12, undefined]],
    ["numbers", { curpos: 12_000, totlen: 214_000 }, [12, 214]],
    ["nonsense", { curpos: "-1", totlen: "abc" }, [undefined, undefined]],
  ])("may be %s", async (_what, times, [positionSeconds, durationSeconds]) => {
    expect(await shown({ ...playing, ...times })).toMatchObject({ positionSeconds, durationSeconds });
  });

  const short = { ...playing, curpos: "2000000", totlen: "30000000" };
  const mix = { ...playing, curpos: "60000", totlen: "5400000" };
  const radio = { ...playing, mode: "10", curpos: "39600000", totlen: "0" };

  it.each([
    ["show by how fast the position advances, even of a short track", short, [[5_000_000, 5]], 30],
    [
      "are not told by a seek, however far",
      mix,
      [2460, 2463, 5100, 3].map((seconds) => [seconds * 1000, seconds]),
      5400,
    ],
    ["show that a radio has played for eleven hours", radio, [[39_603_000, 39_603]], undefined],
  ])("%s", async (_what, track, positions, durationSeconds) => {
    const player = await ScriptedPlayer.start(track);
    await player.music();
    for (const [curpos, positionSeconds] of positions)
      expect(await player.plays({ ...track, curpos: String(curpos) })).toMatchObject({
        positionSeconds,
        durationSeconds,
      });
  });
});

const inputs = (tags: string, current: string | undefined) => ({
  input: {
    entries: tags.split(",").map((tag) => ({ tag })),
    current: current === undefined ? undefined : { tag: current },
  },
});
const outputs = (current: string, ...names: readonly string[]) => ({
  output: { entries: names.map((displayName) => ({ displayName })), current: { tag: current } },
});
const equalizers = (current: number | undefined) => ({
  options: ["Off", "Flat", "Off (2)", "Rock"].map((title) => ({ title })),
  current,
});
const band = (EQStat: string, Name = "Rock"): Script => ({
  EQGetList: ["Flat", "Off", "Rock"],
  EQGetBand: { status: "OK", source_name: "wifi", Name, EQStat },
});
const noBand = { ...band(""), EQGetBand: "unknown command" };
const onlyStat = { EQGetStat: { EQStat: "On" } };
const plays = (hardware: string | number, source: string): Script => ({
  getNewAudioOutputHardwareMode: { hardware, source },
});
const presetInfo = {
  preset_num: 2,
  preset_list: [
    { number: 1, name: "Jazz &amp; more", picurl: "un_known" },
    { number: 2, name: "unknow" },
  ],
};
const jacks = ["Line out", "Optical", "Coaxial"];
const volume = (level: number | undefined) => ({ volume: { level, min: 0, max: 100 } });
const all = "wifi,line-in,bluetooth,optical,co-axial";
const own = (change: object): Script => ({ getStatusEx: { ...status, ...change } });
const withArc = own({ plm_support: "0x400002" });
const inItself = { source: "internal", track: { title: "Reef" } };

/** What a player shows of a resource by its state and its other answers; a word is the kind of its answer. */
const shows: readonly (readonly [ResourceName, player: object, Script, object | string])[] = [
  ...Object.entries({
    play: "playing",
    pause: "paused",
    stop: "idle",
    load: "unknown",
    loading: "unknown",
    constructor: "unknown",
  }).map(([word, state]) => ["music", { ...playing, status: word }, {}, { playing: state }] as const),
  ["music", { vol: "35", mute: "1" }, {}, { ...volume(35), isMuted: true }],
  ...["101", "-1", "", "x"].map((vol) => ["music", { vol }, {}, volume(undefined)] as const),
  // What is in the player itself.
  ...["16", "52", "11", "21"].map((mode) => ["music", { ...playing, mode }, {}, inItself] as const),
  ["audio", { mode: "16" }, {}, { input: { current: { tag: "TFcard" } } }],
  ["audio", { mode: "52" }, {}, { input: { current: { tag: "TFcard" } } }],
  ["audio", { mode: "11" }, {}, { input: { current: { tag: "udisk" } } }],
  ["audio", { mode: "21" }, {}, { input: { current: { tag: "udisk" } } }],
  // It passes speech on.
  [
    "music",
    { ...playing, mode: "60" },
    {},
    { isPassThrough: true, inputTag: undefined, track: { title: "" } },
  ],
  ["audio", { mode: "60" }, {}, { input: { current: undefined } }],
  ["audio", { mode: "43" }, {}, { ...inputs(all, "optical"), output: undefined }],
  ["audio", { mode: "49" }, own({ plm_support: "0x2" }), inputs("wifi,line-in,HDMI", "HDMI")],
  ["audio", { mode: "31" }, own({ plm_support: "6" }), inputs("wifi,line-in,bluetooth", "wifi")],
  ["audio", { mode: "31" }, own({ plm_support: "56" }), inputs(all, "wifi")],
  ["audio", { mode: "0" }, own({ plm_support: undefined }), inputs("wifi", "wifi")],
  // It says that it has an ARC, which only its mode or its model proves.
  ["audio", { mode: "-1" }, withArc, inputs("wifi,line-in", "wifi")],
  ["audio", { mode: "58" }, withArc, inputs("wifi,line-in,ARC", "ARC")],
  [
    "audio",
    { mode: "0" },
    own({ plm_support: "0x400002", project: "WiiM_Amp" }),
    inputs("wifi,line-in,ARC", "wifi"),
  ],
  ["audio", {}, plays("2", "0"), outputs("2", ...jacks)],
  ["audio", {}, plays(4, "0"), outputs("4", ...jacks, "Headphones")],
  ["audio", {}, plays("2", "1"), outputs("bluetooth", ...jacks, "Bluetooth")],
  ["group", { mode: "99" }, own({ group: "1", master_ip: "192.0.2.9" }), { role: "secondary" }],
  ["group", { type: "1", mode: "99" }, own({ group: undefined }), { role: "secondary" }],
  ["group", { type: undefined, mode: "99" }, own({ group: undefined }), { role: "secondary" }],
  // Its mode may stay since it was in one.
  ["group", { mode: "99" }, own({}), { role: "none" }],
  ["equalizers", {}, band("On"), equalizers(3)],
  ["equalizers", {}, band("Off"), equalizers(0)],
  ["equalizers", {}, band("On", "Mine"), equalizers(undefined)],
  ["equalizers", {}, { ...noBand, ...onlyStat }, equalizers(undefined)],
  ["equalizers", {}, { EQGetBand: "unknown command", ...onlyStat }, "unsupported"],
  ["equalizers", {}, noBand, "unsupported"],
  ["equalizers", {}, { ...noBand, EQGetList: [] }, "unsupported"],
  [
    "musicPresets",
    {},
    { getPresetInfo: presetInfo },
    [
      { id: "1", name: "Jazz & more", picture: "" },
      { id: "2", name: "2", picture: "" },
    ],
  ],
];

describe("a LinkPlay player", () => {
  it.each(shows)("shows of its %s by %j and %j: %j", async (resource, player, script, expected) => {
    const answer = await (await ScriptedPlayer.start(player, script)).ask(resource);
    const wanted = typeof expected === "string" ? { kind: expected } : { reading: { value: expected } };
    expect(answer).toMatchObject(wanted);
  });

  it.each([
    ["0", false, "all", "list"],
    ["1", false, "one", "single"],
    ["2", true, "all", "shuffle"],
    ["3", true, "off", "shuffle"],
    ["4", false, "off", "list"],
    ["5", true, "one", "other"],
    ["-1", undefined, undefined, undefined],
  ] as const)(
    "has order %s, and is set to any other one, which keeps what is not asked for",
    async (loop, shuffle, repeat, mode) => {
      expect(await shown({ ...playing, loop })).toMatchObject({ shuffle, repeat, mode });
      for (const [call, wanted] of changesOf({ shuffle: shuffle ?? false, repeat: repeat ?? "off" })) {
        const player = await ScriptedPlayer.start({ ...playing, loop });
        await player.music();
        await player.device.perform(call, signal);
        const sent = /^setPlayerCmd:loopmode:(\d)$/.exec(player.asked.at(-1) ?? "")?.[1];
        expect(await player.plays({ ...playing, loop: sent })).toMatchObject(wanted);
      }
    },
  );

  it("tells who it is, whatever else is missing", async () => {
    const player = await ScriptedPlayer.start({});
    expect(await player.value("model")).toMatchObject({
      maker: "WiiM",
      model: "WiiM Pro Plus",
      mac: "02:E1:00:00:00:21",
      name: "Loft",
    });
    player.script["getStatusEx"] = { project: "SMART_AMP", firmware: "4.2", MAC: "00:00:00:00:00:00" };
    player.now += 61_000;
    expect(await player.value("model")).toMatchObject({
      maker: "LinkPlay",
      model: "SMART AMP",
      mac: undefined,
    });
    player.script["getStatusEx"] = { project: "" };
    player.now += 61_000;
    expect(await player.ask("model")).toEqual({ kind: "unsupported" });
  });

  it("of older firmware is read by the short status", async () => {
    const player = await ScriptedPlayer.start({});
    player.script["getPlayerStatus"] = playing;
    player.script["getPlayerStatusEx"] = undefined;
    expect((await player.music()).track.title).toBe("Reef");
    await player.music();
    // What it lacks is asked for once.
    expect(player.asked.filter((one) => one === "getPlayerStatusEx")).toHaveLength(1);
    expect(player.asked.filter((one) => one === "getMetaInfo")).toHaveLength(1);
    // Newer firmware may have it.
    Object.assign(player.script, meta("Reef"));
    player.now += 900_000;
    expect((await player.music()).track.artist).toBe("The Shoals");
  });

  it("plays on while it loads, and proves nothing by that", async () => {
    const player = await ScriptedPlayer.start({ ...idle, status: "loading" });
    expect((await player.music()).playing).toBe("unknown");
    const states = [];
    for (const word of ["play", "load", "loading", "pause", "loading"])
      states.push((await player.plays({ ...playing, status: word })).playing);
    expect(states).toEqual(["playing", "playing", "playing", "paused", "unknown"]);
  });

  it("follows no leader without an address, and can leave it", async () => {
    const own = { ...status, group: "1", master_ip: "0.0.0.0" };
    const player = await ScriptedPlayer.start({ mode: "99" }, { getStatusEx: own });
    expect(await player.value("group")).toMatchObject({ role: "secondary", primary: undefined, members: [] });
    Object.defineProperty(player.script, "multiroom:Ungroup", {
      get: () => {
        player.now += 1000;
        player.script["getStatusEx"] = status;
        return "OK";
      },
    });
    expect(await player.device.perform({ operation: "changeGroup", to: "leave" }, signal)).toMatchObject({
      reading: { value: { role: "none" } },
    });
  });

  it("asks a leader that did not answer again after a while, and shows at once what another one plays", async () => {
    const gone = opened(await startScripted(() => (response) => response.destroy()));
    const leader = await ScriptedPlayer.start(playing);
    const member = await ScriptedPlayer.start({});
    const follow = async (port: number): Promise<string> => {
      member.script["getStatusEx"] = { ...status, group: "1", master_ip: `127.0.0.1:${port}` };
      return (await member.plays({ type: "1", mode: "99" })).track.title;
    };
    const tries: number[] = [];
    for (const afterMs of [0, 3000, 30_000]) {
      member.now += afterMs;
      expect(await follow(Number(new URL(gone.url).port))).toBe("");
      tries.push(gone.asked.length);
    }
    const [first = 0] = tries;
    expect([first > 0, tries]).toEqual([true, [first, first, 2 * first]]);
    member.script["getStatusEx"] = status;
    await member.plays({ type: "0" });
    expect(await follow(leader.port)).toBe("Reef");
  });

  it("leaves no connection open: to a leader that it does not follow any more, or to anybody once it is closed", async () => {
    const [first, second] = [await ScriptedPlayer.start(playing), await ScriptedPlayer.start(playing)];
    const member = await ScriptedPlayer.start({});
    for (const leader of [first, second]) {
      member.script["getStatusEx"] = { ...status, group: "1", master_ip: `127.0.0.1:${leader.port}` };
      await member.plays({ type: "1", mode: "99" }, 60_000);
    }
    const left = (): number[] => [first, second, member].map(({ open }) => open());
    await eventually(() => expect(left()).toEqual([0, 1, 1]));
    await member.device[Symbol.asyncDispose]();
    await eventually(() => expect(left()).toEqual([0, 0, 0]));
  });

  it.each(["alone", "in a group"])(
    "shows the next track at once where only the metadata names it, %s",
    async (where) => {
      const source = await ScriptedPlayer.start({});
      const member = await ScriptedPlayer.start({});
      const own = { type: "1", mode: "99" };
      member.script["getStatusEx"] = { ...status, group: "1", master_ip: `127.0.0.1:${source.port}` };
      for (const [at, title] of ["Reef", "Undertow", "Harbour"].entries()) {
        const player = { ...playing, Title: "", plicurr: String(at) };
        Object.assign(source.script, meta(title), { getPlayerStatusEx: player });
        const shows = where === "alone" ? source.plays(player) : member.plays(own);
        expect((await shows).track.title).toBe(title);
      }
    },
  );

  it("that refuses its metadata is not asked for them at each poll", async () => {
    const player = await ScriptedPlayer.start(playing, { getMetaInfo: "Failed" });
    for (let poll = 0; poll < 10; poll++) await player.plays(playing);
    expect(player.asked.filter((command) => command === "getMetaInfo")).toHaveLength(2);
  });

  it("whose newer operation fails is read by the older one", async () => {
    const script = { getPlayerStatusEx: "Failed", getPlayerStatus: { ...playing } };
    const player = await ScriptedPlayer.start({}, script);
    expect((await player.music()).playing).toBe("playing");
    await player.music();
    expect(player.asked.filter((command) => command === "getPlayerStatusEx")).toHaveLength(1);
  });

  it("steps through its presets", async () => {
    const player = await ScriptedPlayer.start({}, { getPresetInfo: presetInfo });
    await player.value("musicPresets");
    for (const preset of ["+1", "+1", "+1", "-1"])
      await player.device.perform({ operation: "playMusicPreset", preset }, signal);
    const played = player.asked.filter((one) => one.startsWith("MCUKeyShortClick"));
    expect(played).toEqual([1, 2, 1, 2].map((number) => `MCUKeyShortClick:${number}`));
  });

  it("that lacks an input keeps the control of inputs", async () => {
    const player = await ScriptedPlayer.start({}, { "setPlayerCmd:vol:20": "Failed" });
    const send = (call: FamilyCall) => player.device.perform(call, signal);
    expect(await send({ operation: "selectInput", tag: "phono" })).toMatchObject({ kind: "refused" });
    expect(await send({ operation: "setVolume", level: 20 })).toMatchObject({ kind: "refused" });
    // What needs no argument is lacked.
    expect(await send({ operation: "stopMusic" })).toEqual({ kind: "unsupported" });
    expect(await send({ operation: "openApp", package: "a" })).toEqual({ kind: "unsupported" });
  });

  it("gets an address as it is, up to the end of the request", async () => {
    const player = await ScriptedPlayer.start({}, {});
    const address = "http://radio.example.net/ä?x=1&y=%20#z";
    const stream = { address, title: undefined, picture: undefined };
    await player.device.perform({ operation: "playStream", stream }, signal);
    expect(player.asked.at(-1)).toBe("setPlayerCmd:play:http://radio.example.net/%C3%A4?x=1&y=%20#z");
  });

  it("is restarted by whichever operation it has", async () => {
    const player = await ScriptedPlayer.start({}, { reboot: "OK" });
    expect(await player.device.perform({ operation: "setPower", tag: "reboot" }, signal)).toEqual({
      kind: "done",
    });
    expect(player.asked.slice(-2)).toEqual(["StartRebootTime:0", "reboot"]);
  });

  it("is asked for the metadata of a track once while it stays, and for the rest as often as it changes", async () => {
    const player = await ScriptedPlayer.start(playing, meta("Reef"));
    for (let read = 0; read < 5; read += 1)
      await player.plays({ ...playing, curpos: String(12_000 + read * 3000) });
    expect(player.asked.filter((one) => one === "getMetaInfo")).toHaveLength(1);
    expect(player.asked.filter((one) => one === "getStatusEx").length).toBeLessThan(4);
    // A request of the owner may have changed anything.
    await player.device.get("/httpapi.asp?command=own", signal, { acts: true });
    await player.plays(playing);
    expect(player.asked.filter((one) => one === "getMetaInfo")).toHaveLength(2);
  });

  it("shows by one answer all that it tells, once", async () => {
    const player = await ScriptedPlayer.start(playing);
    const pushed: string[] = [];
    const stop = new AbortController();
    const listening = player.device.listen?.(({ resource }) => pushed.push(resource), stop.signal);
    for (const resource of ["music", "audio", "group", "model"] as const) await player.ask(resource);
    const pushedBy = async (change: object): Promise<string[]> => {
      await player.plays({ ...playing, ...change });
      return pushed.splice(0);
    };
    expect(await pushedBy({})).toEqual([]);
    expect(await pushedBy({ mode: "43" })).toEqual(["audio"]);
    expect(await pushedBy({ mode: "43", curpos: "13000" })).toEqual([]);
    player.script["getStatusEx"] = { ...status, group: "1", master_ip: "127.0.0.1:9" };
    expect(await pushedBy({ mode: "99", type: "1" })).toEqual(["audio", "group"]);
    stop.abort();
    await listening;
    expect(await pushedBy({ mode: "31" })).toEqual([]);
  });

  it("sends its leader what that would send itself, whatever it has played before", async () => {
    const leader = await ScriptedPlayer.start({});
    const follows = { type: "1", master_ip: `127.0.0.1:${leader.port}` };
    const member = await ScriptedPlayer.start({}, { getStatusEx: { ...status, ...follows } });
    const calls: readonly FamilyCall[] = [
      { operation: "toggleMusic", to: "playing" },
      { operation: "toggleMusic", to: "paused" },
      { operation: "stopMusic" },
      { operation: "nextTrack" },
      { operation: "previousTrack" },
      { operation: "seekMusic", seconds: 0 },
      ...changesOf({ shuffle: false, repeat: "off" }).map(([call]) => call),
    ];
    for (const [index, state] of ["play", "pause", "stop", "load", "none", "pause"].entries()) {
      const plays = { ...playing, status: state, loop: String(index) };
      await leader.plays(plays);
      await member.plays({ ...idle, ...follows, mode: "99", loop: String(5 - index) });
      for (const call of calls) {
        await member.device.perform(call, signal);
        const sent = leader.asked.at(-1);
        await leader.device.perform(call, signal);
        expect([sent, call, plays]).toEqual([leader.asked.at(-1), call, plays]);
      }
    }
  });

  it("is in its group by its address, whatever name of it is given", () => {
    const told = {
      status: { eth0: "0.0.0.0", eth2: "192.0.2.5" },
      members: { slave_list: [{ ip: "192.0.2.6" }] },
    };
    const value = table.resources.group?.value;
    const answers = Object.fromEntries(
      Object.keys(table.sources).map((name) => [name, new Fields(told[name as keyof typeof told] ?? {})]),
    ) as unknown as Parameters<NonNullable<typeof value>>[0];
    const queueView = { publish: "none", window: 1, fields: "essential", maxPayloadBytes: 1 } as const;
    const at = (host: string) =>
      value?.(answers, { host, origin: `http://${host}`, port: 443, queueView, now: () => 0 })?.members;
    expect([at("den.local"), at("192.0.2.7")]).toEqual([
      ["192.0.2.5:443", "192.0.2.6:443"],
      ["192.0.2.7:443", "192.0.2.6:443"],
    ]);
  });

  it.each(['{"status":"play",', "[]", "OK", "<html>"])("whose answer is %s has none", async (answer) => {
    const player = await ScriptedPlayer.start({}, { getPlayerStatusEx: answer, getPlayerStatus: answer });
    await expect(player.ask("music")).rejects.toMatchObject({ fault: "malformed" });
  });
});
