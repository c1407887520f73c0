import { describe, expect, it } from "vitest";
import type { FamilyCall } from "../../../src/core/controls/call.ts";
import { Fields } from "../../../src/families/polled/fields.ts";
import { table } from "../../../src/families/wiim/family.ts";
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

describe("a LinkPlay player", () => {
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

  it.each([
    ["play", "playing"],
    ["pause", "paused"],
    ["stop", "idle"],
    ["load", "unknown"],
    ["loading", "unknown"],
    ["constructor", "unknown"],
  ])("whose status is %s is %s", async (word, state) => {
    expect(await shown({ ...playing, status: word })).toMatchObject({ playing: state });
  });

  it("has no volume outside its range, and none that it does not tell", async () => {
    expect((await shown({ vol: "35", mute: "1" })).volume).toMatchObject({ level: 35, min: 0, max: 100 });
    expect((await shown({ mute: "1" })).isMuted).toBe(true);
    for (const vol of ["101", "-1", "", "x"]) expect((await shown({ vol })).volume?.level).toBeUndefined();
  });

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

  it("has the inputs that it names, and the one that plays", async () => {
    const tags = async (plm_support: unknown, mode: string, project = status.project) => {
      const own = { ...status, plm_support, project };
      const player = await ScriptedPlayer.start({ mode }, { getStatusEx: own });
      const { input, output } = await player.value("audio");
      return [input.entries.map(({ tag }) => tag).join(), input.current?.tag, output];
    };
    expect(await tags("0x56", "43")).toEqual([
      "wifi,line-in,bluetooth,optical,co-axial",
      "optical",
      undefined,
    ]);
    expect(await tags("0x2", "49")).toEqual(["wifi,line-in,HDMI", "HDMI", undefined]);
    expect(await tags("6", "31")).toEqual(["wifi,line-in,bluetooth", "wifi", undefined]);
    expect(await tags("56", "31")).toEqual(["wifi,line-in,bluetooth,optical,co-axial", "wifi", undefined]);
    expect(await tags(undefined, "0")).toEqual(["wifi", "wifi", undefined]);
    // It says so, and has none.
    expect(await tags("0x400002", "-1")).toEqual(["wifi,line-in", "wifi", undefined]);
    expect(await tags("0x400002", "58")).toEqual(["wifi,line-in,ARC", "ARC", undefined]);
    expect(await tags("0x400002", "0", "WiiM_Amp")).toEqual(["wifi,line-in,ARC", "wifi", undefined]);
  });

  it.each([
    ["16", "TFcard"],
    ["52", "TFcard"],
    ["11", "udisk"],
    ["21", "udisk"],
  ])("plays what is in it itself in mode %s, by %s", async (mode, tag) => {
    const player = await ScriptedPlayer.start({ ...playing, mode });
    expect((await player.value("audio")).input.current?.tag).toBe(tag);
    expect(await player.music()).toMatchObject({ source: "internal", track: { title: "Reef" } });
  });

  it("that passes speech on has no track, and no input", async () => {
    const player = await ScriptedPlayer.start({ ...playing, mode: "60" });
    expect((await player.value("audio")).input.current).toBeUndefined();
    const music = await player.music();
    expect(music).toMatchObject({ isPassThrough: true, inputTag: undefined, track: { title: "" } });
  });

  it("plays on while it loads, and proves nothing by that", async () => {
    const player = await ScriptedPlayer.start({ ...idle, status: "loading" });
    expect((await player.music()).playing).toBe("unknown");
    const states = [];
    for (const word of ["play", "load", "loading", "pause", "loading"])
      states.push((await player.plays({ ...playing, status: word })).playing);
    expect(states).toEqual(["playing", "playing", "playing", "paused", "unknown"]);
  });

  it.each([
    ["in a group by its status", { group: "1", master_ip: "192.0.2.9" }, { mode: "99" }, "secondary"],
    ["in a group by its type", { group: undefined }, { type: "1", mode: "99" }, "secondary"],
    [
      "in a group by its mode, where nothing else is told",
      { group: undefined },
      { type: undefined, mode: "99" },
      "secondary",
    ],
    ["in none, whatever its mode is since it was in one", {}, { mode: "99" }, "none"],
  ])("is %s", async (_, own, player, role) => {
    const scripted = await ScriptedPlayer.start(player, { getStatusEx: { ...status, ...own } });
    expect(await scripted.value("group")).toMatchObject({ role });
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

  it("has presets whose names and pictures stand for none", async () => {
    const preset_list = [
      { number: 1, name: "Jazz &amp; more", picurl: "un_known" },
      { number: 2, name: "unknow" },
    ];
    const player = await ScriptedPlayer.start({}, { getPresetInfo: { preset_num: 2, preset_list } });
    expect(await player.value("musicPresets")).toEqual([
      { id: "1", name: "Jazz & more", picture: "" },
      { id: "2", name: "2", picture: "" },
    ]);
    for (const preset of ["+1", "+1", "+1", "-1"])
      await player.device.perform({ operation: "playMusicPreset", preset }, signal);
    const played = player.asked.filter((one) => one.startsWith("MCUKeyShortClick"));
    expect(played).toEqual([1, 2, 1, 2].map((number) => `MCUKeyShortClick:${number}`));
  });

  it("has an equalizer where it tells its presets and whether it is on, and maybe which one is loaded", async () => {
    const of = async (script: Script) => {
      const player = await ScriptedPlayer.start({}, { EQGetList: ["Flat", "Off", "Rock"], ...script });
      const { options, current } = await player.value("equalizers");
      return [options.map(({ title }) => title), current];
    };
    const titles = ["Off", "Flat", "Off (2)", "Rock"];
    const band = { status: "OK", source_name: "wifi", Name: "Rock" };
    expect(await of({ EQGetBand: { ...band, EQStat: "On" } })).toEqual([titles, 3]);
    expect(await of({ EQGetBand: { ...band, EQStat: "Off" } })).toEqual([titles, 0]);
    expect(await of({ EQGetBand: { ...band, EQStat: "On", Name: "Mine" } })).toEqual([titles, undefined]);
    expect(await of({ EQGetBand: "unknown command", EQGetStat: { EQStat: "On" } })).toEqual([
      titles,
      undefined,
    ]);
    for (const script of [{ EQGetStat: { EQStat: "On" } }, { EQGetList: ["Flat"] }, { EQGetList: [] }]) {
      const player = await ScriptedPlayer.start({}, { EQGetBand: "unknown command", ...script });
      expect(await player.ask("equalizers")).toEqual({ kind: "unsupported" });
    }
  });

  it("has outputs where it tells the selected one", async () => {
    const of = async (answer: object) => {
      const player = await ScriptedPlayer.start({}, { getNewAudioOutputHardwareMode: answer });
      const { output } = await player.value("audio");
      return [output?.entries.map(({ displayName }) => displayName), output?.current?.tag];
    };
    expect(await of({ hardware: "2", source: "0" })).toEqual([["Line out", "Optical", "Coaxial"], "2"]);
    expect(await of({ hardware: 4, source: "0" })).toEqual([
      ["Line out", "Optical", "Coaxial", "Headphones"],
      "4",
    ]);
    expect(await of({ hardware: "2", source: "1" })).toEqual([
      ["Line out", "Optical", "Coaxial", "Bluetooth"],
      "bluetooth",
    ]);
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
