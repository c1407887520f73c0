import { describe, expect, it } from "vitest";
import { controls, controlSupport } from "../../../src/core/controls/table.ts";
import type { GroupState } from "../../../src/core/resources/group.ts";
import { type Reading, resourceOf, summaryOf } from "../../../src/core/resources/player.ts";
import { operationSupport } from "../../../src/core/controls/known-player.ts";
import { powerWordsOf } from "../../../src/core/resources/power.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import type { Call, Reply } from "../../../src/core/controls/call.ts";
import type { SessionEvent } from "../../../src/core/session/advance.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import { group, music, player, readings } from "../sample-player.ts";
import { after, answered, profile, select, settled, topicsOf } from "../samples.ts";
import { decided, effectOf, withMusic, without } from "./decided.ts";
import { shown } from "./shown.ts";
import type { SessionFields } from "../session-with.ts";

const neighbors = new Map([
  ["10.0.0.1:11000", "den"],
  ["10.0.0.2:11000", "attic"],
  ["10.0.0.3:11010", "bath"],
]);

const withGroup = (change: Partial<GroupState>, more: SessionFields = {}): Session =>
  settled({ neighbors, player: { ...player, group: { ...group, ...change } }, ...more });
const unheard = { volume: undefined, isMuted: undefined };
const alone = withGroup({ ...unheard, role: "none", primary: undefined, members: [] });
const changes = (...values: string[]): string => ["changeGroup", ...values].join(" ");

describe("group", () => {
  it.each([
    ["join attic", changes("join", "10.0.0.2:11000")],
    ["JOIN 10.0.0.9:11000", changes("join", "10.0.0.9:11000")],
    ["add bath", changes("add", "10.0.0.3:11010")],
    ["add bath attic bath", changes("gather", "10.0.0.3:11010,10.0.0.2:11000")],
    ["remove attic", "unchanged"],
    ["leave", "unchanged"],
    [
      "add nobody",
      'rejected: malformed: expected the id of a player of this bridge, or host:port, not "nobody"',
    ],
    ["join den", "rejected: malformed: expected another player"],
  ])("%s of a player alone", (request, expected) => {
    expect(decided("group", request, alone)).toBe(expected);
  });

  it("of a primary can shrink, and grow", () => {
    expect(decided("group", "remove attic", withGroup({}))).toBe(changes("remove", "10.0.0.2:11000"));
    expect(decided("group", "add attic", withGroup({}))).toBe("unchanged");
    // Of several, those that are there already are not asked again.
    expect(decided("group", "add attic bath", withGroup({}))).toBe(changes("add", "10.0.0.3:11010"));
    expect(decided("group", "leave", withGroup({}))).toBe(changes("leave"));
  });

  it.each(["", "join", "leave now", "join a b", "add a /b", "dissolve attic"])(
    "does not understand %j",
    (request) => {
      expect(controls.group.parse(request).problem?.text).toMatch(/^malformed: expected join, add or remove/);
    },
  );

  it("names a player as players know it, and says where the bridge reaches it if that is elsewhere", () => {
    const more = { neighbors: new Map([...neighbors, ["192.0.2.2:80", "attic"], ["192.0.2.1:80", "den"]]) };
    const routes = { "10.0.0.1:11000": "192.0.2.1:80", "10.0.0.2:11000": "192.0.2.2:80" };
    for (const request of ["join attic", "join 192.0.2.2:80"])
      expect(effectOf("group", request, withGroup({ role: "none", members: [] }, more)).calls).toMatchObject([
        { call: { to: "join", other: "10.0.0.2:11000", routes } },
      ]);
    expect(decided("group", "add 192.0.2.2:80", withGroup({}, more))).toBe("unchanged");
    expect(decided("group", "join 192.0.2.1:80", withGroup({}, more))).toMatch(/another player/);
    expect(effectOf("group", "leave", withGroup({}, more)).calls).toMatchObject([
      { call: { to: "leave", routes } },
    ]);
  });

  it("needs the group, and takes its time", () => {
    expect(decided("group", "leave", without("group"))).toBe("failed: the player has not reported it yet");
    expect(controls.group.parse("leave").takesMs).toBeGreaterThan(5000);
  });

  it.each<[string, Reply, object]>([
    ["applied where it is proven", { kind: "reading", reading: readings.group }, { kind: "applied" }],
    [
      "failed where it is refused",
      { kind: "refused", reason: "attic does not show it" },
      { kind: "failed", reason: "attic does not show it" },
    ],
  ])("is %s, whatever its own player shows before", (_what, reply, outcome) => {
    const command = select("add attic", { target: "group" });
    const effect = effectOf("group", "add attic", alone);
    const pushed = { ...answered("group"), isPushed: true } as SessionEvent;
    const begun = after(alone, [0, { kind: "started", command, effect }], [240, pushed]);
    expect(begun.player.group?.members).toContain("10.0.0.2:11000");
    expect(resolveOutcomes(begun).settled).toEqual([]);
    const ended = after(begun, [700, { kind: "called", call: effect.calls[0]?.call as Call, reply }]);
    expect(resolveOutcomes(ended).settled).toMatchObject([{ outcome }]);
  });
});

describe("group/volume", () => {
  const level = (value: number): string => `setGroupVolume ${value}`;
  it.each([
    ["50", level(50)],
    ["+5", level(35)],
    ["-99", level(0)],
    ["30", "unchanged"],
    ["101", "rejected: out of range: 101 is not within 0 to 100"],
  ])("%s of 30", (request, expected) => {
    expect(decided("group/volume", request, withGroup({}))).toBe(expected);
  });

  it("keeps below the limit, and is set at the primary alone", () => {
    const limited = withGroup({}, { maxVolumePercent: 32 });
    expect(decided("group/volume", "+5", limited)).toBe(level(32));
    expect(decided("group/volume", "40", limited)).toMatch(/^rejected: too loud/);
    const louder = withGroup({ volume: 90 }, { maxVolumePercent: 50 });
    expect(decided("group/volume", "80", louder)).toMatch(/^rejected: too loud/);
    expect(decided("group/volume", "-5", louder)).toBe(level(50));
    expect(decided("group/volume", "-50", louder)).toBe(level(40));
    expect(decided("group/volume", "+0", louder)).toBe("unchanged");
    const above = withGroup({ volume: 40 }, { maxVolumePercent: 32 });
    expect(decided("group/volume", "+5", above)).toMatch(/^rejected: too loud/);
    expect(decided("group/volume", "40", alone)).toBe("rejected: only possible at the primary of a group");
    expect(decided("group/volume", "40", withGroup({ volume: undefined }))).toBe(
      "rejected: the player reports that its volume cannot be set",
    );
    expect(decided("group/volume", "40", without("group"))).toMatch(/^failed/);
  });
});

it("group/mute is set at the primary alone", () => {
  expect(decided("group/mute", "on", withGroup({}))).toBe("setGroupMute true");
  expect(decided("group/mute", "off", withGroup({}))).toBe("unchanged");
  expect(decided("group/mute", "on", alone)).toBe("rejected: only possible at the primary of a group");
  expect(decided("group/mute", "on", without("group"))).toMatch(/^failed/);
  const muted = withGroup({ isMuted: true });
  expect(shown(effectOf("group/mute", "off", muted), muted)).toBe("mute on");
});

describe("sleep", () => {
  it.each([
    ["30", "unchanged"],
    ["0", "setSleep 0"],
    ["1440", "setSleep 1440"],
    ["1441", "rejected: out of range: 1441 is not within 0 to 1440"],
  ])("%s of 30 minutes", (request, expected) => {
    expect(decided("sleep", request)).toBe(expected);
  });

  it("is shown by the timer, from which a minute may have passed", () => {
    const effect = effectOf("sleep", "45");
    const at = (minutes: number | undefined) => settled({ player: { ...player, sleep: { minutes } } });
    expect([46, 45, 44, 43, undefined].filter((minutes) => effect.isShown(at(minutes)))).toEqual([45, 44]);
    const sessions = [at(20), at(undefined), without("sleep")];
    expect(sessions.map((session) => shown(effect, session))).toEqual(["20", "0", "unknown"]);
    expect(effectOf("sleep", "0").isShown(without("sleep"))).toBe(true);
    expect(decided("sleep", "10", without("sleep"))).toMatch(/^failed/);
    expect(decided("sleep", "0", at(undefined))).toBe("unchanged");
    expect(effectOf("sleep", "1").isShown(at(undefined))).toBe(false);
    expect(["soon", "in 15", "15 min"].map((text) => controls.sleep.parse(text).problem)).not.toContain(
      undefined,
    );
  });
});

it("music/preset is found by id or name, and proven by something else that plays", () => {
  const call = "playMusicPreset 1";
  expect([decided("music/preset", "1"), decided("music/preset", "jazz")]).toEqual([call, call]);
  expect(decided("music/preset", "-1")).toBe("playMusicPreset -1");
  const rejection = /^rejected: unknown preset: there is no "rock", the player has 1 Jazz/;
  expect(decided("music/preset", "rock")).toMatch(rejection);
  const none = settled({ player: { ...player, musicPresets: [] } });
  expect(decided("music/preset", "+1", none)).toMatch(/^rejected/);
  expect(decided("music/preset", "1", without("musicPresets"))).toMatch(/^failed/);
  expect(controls["music/preset"].parse("1").takesMs).toBeGreaterThan(10_000);
  const effect = effectOf("music/preset", "1");
  const other = withMusic({ track: { ...music.track, key: "other" } });
  expect([effect.isShown(settled()), effect.isShown(other)]).toEqual([false, true]);
  expect(shown(effect, settled())).toBe("what played before");
  const idle = effectOf("music/preset", "1", withMusic({ playing: "idle" }));
  expect([effect.isAnswerEnough, idle.isAnswerEnough]).toEqual([true, false]);
});

describe("shuffle, repeat and stop", () => {
  it("are set apart", () => {
    expect(decided("music/shuffle", "on")).toBe("setShuffle true");
    expect(decided("music/shuffle", "off")).toBe("unchanged");
    expect(decided("music/repeat", "one")).toBe("setRepeat one");
    expect(decided("music/repeat", "off")).toBe("unchanged");
    const stream = withMusic({ shuffle: undefined, repeat: undefined });
    for (const [name, word] of [
      ["music/shuffle", "on"],
      ["music/repeat", "all"],
    ] as const) {
      expect(decided(name, word, stream)).toBe("rejected: what plays now, such as a stream, has no order");
      expect(decided(name, word, without("music"))).toMatch(/^failed/);
    }
    const shuffled = withMusic({ shuffle: true });
    expect(shown(effectOf("music/shuffle", "off", shuffled), shuffled)).toBe("on");
  });

  it("stops what plays or is paused", () => {
    const stops = withMusic({ canStop: true });
    expect(decided("music/playback", "stop", stops)).toBe("stopMusic");
    const unclear = withMusic({ canStop: true, playing: "unknown" });
    expect(decided("music/playback", "pause", unclear)).toBe("toggleMusic paused");
    expect(decided("music/playback", "stop")).toMatch(/^rejected: .* has no such operation$/);
    expect(decided("music/playback", "stop", withMusic({ playing: "idle" }))).toBe("unchanged");
    const effect = effectOf("music/playback", "stop", stops);
    expect([
      ...[settled(), without("music"), withMusic({ playing: "idle" })].map(effect.isShown),
      shown(effect, settled()),
      shown(effect, without("music")),
    ]).toEqual([false, false, true, "playing", "unknown"]);
  });
});

describe("a player of a make without some calls and resources", () => {
  const session = newSession(0, {
    profile: { ...profile, resources: ["model", "music", "power"], calls: ["setVolume", "setPower"] },
  });

  it("is never asked for them, and offers no control for them", () => {
    expect(session.resources.video).toMatchObject({
      support: "unsupported",
      unread: "lacking",
      dueAt: Number.POSITIVE_INFINITY,
    });
    expect(controlSupport(session, "video/playback")).toBe("unsupported");
    expect(controlSupport(session, "key")).toBe("unsupported");
    const mute = newSession(0, { profile: { ...profile, calls: ["setPower"] } });
    expect(controlSupport({ ...mute, player, resources: settled().resources }, "volume")).toBe("unsupported");
    for (const operation of ["switchPlug", "setVolume"] as const)
      expect(operationSupport(session, operation)).toBe("unknown");
  });

  it("cannot be woken, and has no screen, unless its power options say so", () => {
    const powered = {
      ...session,
      availability: "offline",
      player: { ...player, power: [{ tag: "reboot", name: "Reboot" }] },
    } as const;
    expect(powerWordsOf(powered)).toEqual(["reboot"]);
    expect(decided("power", "on", powered)).toBe("rejected: the player has no on: it offers reboot");
    expect(controlSupport(powered, "screen")).toBe("unsupported");
    const toggled = { ...powered, player: { ...player, power: [{ tag: "screen", name: "Screen" }] } };
    expect(controlSupport(toggled, "screen")).toBe("unknown");
  });
});

describe("what a player is told beside its answers", () => {
  it("are the ids of the others, by which its group names them", () => {
    const named = after(settled(), [0, { kind: "learned", bridge: { neighbors } }]);
    const groupIn = (session: Session): unknown => JSON.parse(String(topicsOf(session)["group"]));
    expect(groupIn(named)).toMatchObject({ role: "primary", primary: "den", members: ["den", "attic"] });
    expect(Object.keys(topicsOf(named, settled()))).toEqual(["group"]);
    expect(groupIn(alone)).toEqual({ role: "none", name: "Den + 1", members: [] });
  });

  it("is a position that follows from an earlier answer, which does not make it online", () => {
    const value = { ...music, positionSeconds: 99 };
    const inferred = {
      kind: "inferred",
      resource: "music",
      answer: { kind: "reading", reading: { resource: "music", value } },
    } as const;
    expect(after(settled(), [0, inferred]).player.music?.positionSeconds).toBe(99);
    const gone = settled({ availability: "offline" });
    expect(after(gone, [0, inferred])).toBe(gone);
  });
});

describe("what these resources are in a few words, and on their topics", () => {
  it.each([
    ["battery", { level: 80, isCharging: false }, "battery: 80 %", { "battery/charging": "off" }],
    ["battery", { level: 7, isCharging: true }, "battery: 7 %, charging", { "battery/charging": "on" }],
    ["sleep", { minutes: undefined }, "sleep timer: 0 min", { sleep: "" }],
    ["sleep", { minutes: 5 }, "sleep timer: 5 min", { sleep: "5" }],
    ["musicPresets", [], "presets of the player: 0", { "music/preset/options": "[]" }],
    ["group", { ...group, ...unheard }, "group: primary (2)", { "group/volume": "", "group/mute": "" }],
    [
      "group",
      { ...group, isMuted: true },
      "group: primary (2)",
      { "group/volume": "30", "group/mute": "on" },
    ],
    ["group", { ...group, role: "none", members: [] }, "group: none", {}],
  ] as const)("%s %j", (name, value, words, topics) => {
    expect(summaryOf({ resource: name, value } as Reading).text).toBe(words);
    expect(topicsOf(settled({ player: { ...player, [name]: value } }))).toMatchObject(topics);
  });

  it("tell shuffle, repeat and station of what plays", () => {
    const topics = (shuffle: string, repeat: string, station: string) => ({
      "music/shuffle": shuffle,
      "music/repeat": repeat,
      "music/station": station,
    });
    const queued = withMusic({ shuffle: true, repeat: "all", station: "Harbour FM" });
    expect(topicsOf(queued)).toMatchObject(topics("on", "all", "Harbour FM"));
    const idle = { playing: "idle", shuffle: undefined, repeat: undefined } as const;
    expect(topicsOf(withMusic({ ...idle, station: "Harbour FM" }))).toMatchObject(topics("", "", ""));
  });
});

it("the topics of a player without outputs say nothing about them", () => {
  const { output: _output, ...rest } = player.audio;
  const session = settled({ player: { ...player, audio: { ...rest, output: undefined } } });
  expect(topicsOf(session)).toMatchObject({
    "audio/input": "XMOS",
    "audio/output": "",
    "audio/output/options": "",
    "audio/output/info": "",
  });
  expect(decided("audio/output", "XLR", session)).toMatch(/^rejected: unknown output/);
  expect(resourceOf("audio").summary?.(session.player.audio)).toBe("XMOS (3)");
});
