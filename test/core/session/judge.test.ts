import { describe, expect, it } from "vitest";
import type { CallName } from "../../../src/core/controls/call.ts";
import { type ControlName, controlSupports } from "../../../src/core/controls/table.ts";
import { judge } from "../../../src/core/session/judge.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import type { OperationState } from "../../../src/core/controls/known-player.ts";
import { player } from "../sample-player.ts";
import { having, select, settled, profile, toReadFirst } from "../samples.ts";
import { withMusic } from "../controls/decided.ts";

const knowing = (operations: Partial<Record<CallName, OperationState["support"]>>): Session =>
  settled({
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, support]) => [name, { support, denials: 0 }]),
    ),
  });
const asking = (target: ControlName, request: string, receivedAt = 100) =>
  select(request, { target, receivedAt });

describe("the support of a control", () => {
  it("is unknown before the first answer", () => {
    expect(new Set(Object.values(controlSupports(newSession(0))))).toEqual(new Set(["unknown"]));
  });

  it("is off where its owner has not switched it on", () => {
    const session = newSession(0, { profile: { ...profile, withoutOperations: ["playQueueEntry"] } });
    expect(controlSupports(session)).toMatchObject({ "music/queue": "off", "music/playback": "unknown" });
    const lacking = having(session, { queue: { support: "unsupported" } });
    expect(controlSupports(lacking)).toMatchObject({ "music/queue": "unsupported" });
    const unread = newSession(0, { profile: { ...profile, withoutResources: ["settings", "declared"] } });
    expect(judge(unread, asking("settings", "gain 1"), 200)).toMatchObject({
      outcome: { kind: "rejected", reason: "settings is off: set publish.settings to use it" },
    });
  });

  it("follows from the family", () => {
    const session = having(settled(), {
      music: { support: "unsupported" },
      videoVolume: { support: "unsupported" },
      power: { support: "unknown" },
      sleep: { support: "unsupported" },
    });
    expect(controlSupports(session)).toMatchObject({
      "music/playback": "unsupported",
      volume: "unsupported",
      power: "unknown",
      sleep: "supported",
      "video/playback": "supported",
    });
  });

  it("follows from the support of its resource", () => {
    const session = withMusic({ volume: undefined, isMuted: undefined });
    expect(controlSupports(session)).toMatchObject({
      volume: "unsupported",
      "volume/level": "unsupported",
      mute: "unsupported",
      "music/playback": "supported",
    });
    const { music: _state, ...rest } = player;
    expect(controlSupports(settled({ player: rest }))).toMatchObject({ volume: "unknown", mute: "unknown" });
  });

  it("follows from the operations that were tried", () => {
    expect(controlSupports(knowing({ sendKey: "supported" }))).toMatchObject({ key: "supported" });
    const denied = knowing({
      sendKey: "unsupported",
      seekVideo: "unsupported",
      switchChapter: "unsupported",
    });
    expect(controlSupports(denied)).toMatchObject({
      key: "unsupported",
      screen: "unknown",
      "video/position": "unsupported",
      "video/playback": "supported",
    });
    const mixed = knowing({ sendKey: "off", setPower: "unsupported" });
    expect(controlSupports(mixed)).toMatchObject({ key: "off", screen: "unsupported" });
  });
});

describe("a command", () => {
  it("for an unsupported control is rejected", () => {
    const denied = knowing({ seekVideo: "unsupported", playQueueEntry: "off", switchChapter: "unsupported" });
    const reasonOf = (target: ControlName, request: string): unknown =>
      judge(denied, asking(target, request, 0), 200);
    expect(reasonOf("video/position", "5")).toMatchObject({
      outcome: { kind: "rejected", reason: "this player has no video position" },
    });
    expect(reasonOf("music/queue", "1")).toMatchObject({
      outcome: { reason: "music/queue is experimental: set controls.experimental to use it" },
    });
    const { kind } = judge(
      knowing({ switchChapter: "off" }),
      asking("video/playback", "next-chapter", 0),
      200,
    );
    expect(kind).toBe("settle");
    expect(reasonOf("video/playback", "next-chapter")).toMatchObject({
      outcome: { kind: "rejected", reason: "this player cannot do that: it has no such operation" },
    });
    expect(reasonOf("video/playback", "next")).toMatchObject({ kind: "act" });
  });

  it("to a player that just failed has failed too, but for the one that wakes it", () => {
    const off = settled({ availability: "offline", failure: { at: 100, phrase: { text: "ECONNREFUSED" } } });
    expect(judge(off, asking("key", "Up"), 200)).toMatchObject({ outcome: { reason: "ECONNREFUSED" } });
    expect(judge(off, asking("power", "on"), 200)).toMatchObject({ kind: "act" });
  });
});

describe("before a command is decided", () => {
  const first = (session: Session, target: ControlName, request: string, now = 200): unknown =>
    toReadFirst(session, asking(target, request), now);

  it("the value that it starts from is read, unless it was read after the command arrived", () => {
    expect(first(settled(), "video/playback", "pause")).toBe("video");
    expect(first(having(settled(), { video: { triedAt: 100 } }), "video/playback", "pause")).toBeUndefined();
    expect(first(settled(), "volume", "+5")).toBe("music");
    const odd = { triedAt: 150, confusions: 1 };
    expect(first(having(settled(), { video: odd }), "video/playback", "pause")).toBe("video");
    expect(first(having(settled(), { music: odd }), "volume", "+5")).toBeUndefined();
  });

  it("the list that it chooses from is read if it is unknown or belongs to another film", () => {
    const fresh = having(settled(), { video: { triedAt: 150 } });
    expect(first(fresh, "video/subtitle", "1")).toBeUndefined();
    const old = { dueAt: 150, triedAt: 140 };
    const former = having(fresh, { subtitles: old, audioTracks: old });
    expect(first(former, "video/subtitle", "1")).toBe("subtitles");
    expect(first(former, "video/audio-track", "1")).toBe("audioTracks");
    const { audioTracks: _tracks, ...rest } = player;
    const untold = { ...fresh, player: rest };
    expect(first(untold, "video/audio-track", "1", 1000)).toBe("audioTracks");
    expect(first(untold, "video/audio-track", "1", 900)).toBeUndefined();
  });

  it("nothing is read for a command that nothing will come of", () => {
    expect(first(settled(), "video/playback", "pause", 5000)).toBeUndefined();
    expect(first(knowing({ seekVideo: "unsupported" }), "video/position", "5")).toBeUndefined();
    expect(first(knowing({ playQueueEntry: "off" }), "music/queue", "5")).toBeUndefined();
    const off = settled({ availability: "offline", failure: { at: 100, phrase: { text: "ECONNREFUSED" } } });
    expect(first(off, "video/playback", "pause")).toBeUndefined();
    expect(
      first(having(settled(), { power: { support: "unsupported" } }), "screen", "toggle"),
    ).toBeUndefined();
    expect(first(settled(), "key", "Up")).toBeUndefined();
  });

  it("a player that is to be woken gets no read first, unless it seems to be awake", () => {
    expect(first(settled(), "power", "on")).toBe("model");
    const away = settled({
      availability: "offline",
      failure: { at: -5000, phrase: { text: "ECONNREFUSED" } },
    });
    expect(first(away, "power", "on")).toBeUndefined();
    expect(first(away, "volume", "+5")).toBe("music");
  });
});
