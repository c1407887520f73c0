import { describe, expect, it } from "vitest";
import { controls, controlSupport } from "../../../src/core/controls/table.ts";
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
import { decided, effectOf, inGroup, neighbors, withMusic } from "./decided.ts";

const unheard = { volume: undefined, isMuted: undefined };
const alone = inGroup({ ...unheard, role: "none", primary: undefined, members: [] });

describe("group", () => {
  it("names a player as players know it, and says where the bridge reaches it if that is elsewhere", () => {
    const more = { neighbors: new Map([...neighbors, ["192.0.2.2:80", "attic"], ["192.0.2.1:80", "den"]]) };
    const routes = { "10.0.0.1:11000": "192.0.2.1:80", "10.0.0.2:11000": "192.0.2.2:80" };
    for (const request of ["join attic", "join 192.0.2.2:80"])
      expect(effectOf("group", request, inGroup({ role: "none", members: [] }, more)).calls).toMatchObject([
        { call: { to: "join", other: "10.0.0.2:11000", routes } },
      ]);
    expect(decided("group", "add 192.0.2.2:80", inGroup({}, more))).toBe("unchanged");
    expect(decided("group", "join 192.0.2.1:80", inGroup({}, more))).toMatch(/another player/);
    expect(effectOf("group", "leave", inGroup({}, more)).calls).toMatchObject([
      { call: { to: "leave", routes } },
    ]);
  });

  it("takes its time", () => {
    expect(controls.group.parse("leave").takesMs).toBeGreaterThan(5000);
    expect(controls["music/preset"].parse("1").takesMs).toBeGreaterThan(10_000);
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
