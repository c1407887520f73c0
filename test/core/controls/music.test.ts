import type { CallName } from "../../../src/core/controls/call.ts";
import { describe, expect, it } from "vitest";
import { shown } from "./shown.ts";
import { type ControlName, controls } from "../../../src/core/controls/table.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { music, player } from "../sample-player.ts";
import { settled } from "../samples.ts";
import { decided, effectOf, without, withMusic } from "./decided.ts";
import { sessionWith } from "../session-with.ts";

const idle = withMusic({ playing: "idle" });

describe("music/playback", () => {
  it.each([
    ["play", "playing", "unchanged"],
    ["pause", "playing", "toggleMusic paused"],
    ["play", "paused", "toggleMusic playing"],
    ["pause", "paused", "unchanged"],
    ["play", "idle", "toggleMusic playing"],
    ["pause", "idle", "rejected: no music plays"],
    ["play", "unknown", "failed: the player does not report whether music plays"],
    ["next", "paused", "nextTrack"],
    ["previous", "playing", "previousTrack"],
    ["next", "idle", "rejected: no music plays"],
  ] as const)("%s while it is %s", (request, playing, expected) => {
    expect(decided("music/playback", request, withMusic({ playing }))).toBe(expected);
  });

  it("is shown by another track, or by none", () => {
    const next = effectOf("music/playback", "next");
    const { track } = settled().player.music ?? {};
    expect(track).toBeDefined();
    expect(next.isShown(settled())).toBe(false);
    expect(next.isShown(without("music"))).toBe(true);
    expect([shown(next, settled()), shown(next, without("music"))]).toEqual([
      'the same place in "Song"',
      'the same place in ""',
    ]);
  });

  it("is shown by an open input only after a pause, and by a stream that has stopped instead of pausing", () => {
    const open = withMusic({ playing: "unknown", isPassThrough: true });
    const playFrom = (playing: "paused" | "idle") =>
      effectOf("music/playback", "play", withMusic({ playing, isPassThrough: true }));
    expect([playFrom("paused").isShown(open), playFrom("idle").isShown(open)]).toEqual([true, false]);
    expect(playFrom("paused").isShown(withMusic({ playing: "unknown", isPassThrough: false }))).toBe(false);
    expect(playFrom("paused").isShown(withMusic({ playing: "idle", isPassThrough: true }))).toBe(false);
    const pause = effectOf("music/playback", "pause");
    expect([pause.isShown(withMusic({ playing: "idle" })), pause.isShown(open)]).toEqual([true, false]);
  });
});

it("music/position is within the track", () => {
  expect(decided("music/position", "200")).toBe("seekMusic 200");
  expect(decided("music/position", "201")).toMatch(/0 to 200 seconds$/);
  expect(decided("music/position", "1", idle)).toBe("rejected: no music plays");
});

describe("what the player denies", () => {
  const inert = withMusic({
    playing: "unknown",
    isPassThrough: true,
    deniedActions: ["toggle", "next", "previous", "seek"],
  });

  it.each([
    ["music/playback", "play", "rejected: the player cannot play or pause this input"],
    ["music/playback", "pause", "rejected: the player cannot play or pause this input"],
    ["music/playback", "next", "rejected: the player cannot skip this input"],
    ["music/playback", "previous", "rejected: the player cannot go back in this input"],
    ["music/position", "30", "rejected: the player cannot seek in this input"],
  ] as const)("%s %s is rejected while the source is a pass-through input", (name, request, expected) => {
    expect(decided(name, request, inert)).toBe(expected);
  });

  it("is rejected one by one", () => {
    const radio = withMusic({ deniedActions: ["seek", "next"] });
    expect(decided("music/position", "30", radio)).toMatch(/^rejected: the player cannot seek in what plays/);
    expect(decided("music/playback", "next", radio)).toMatch(/^rejected: the player cannot skip what plays/);
    expect(decided("music/playback", "pause", radio)).toBe("toggleMusic paused");
    expect(decided("music/playback", "play", withMusic({ deniedActions: ["toggle"] }))).toBe("unchanged");
  });

  it("does not keep a player that has stopped from beginning", () => {
    expect(
      decided("music/playback", "play", withMusic({ playing: "idle", deniedActions: ["toggle"] })),
    ).toEqual("toggleMusic playing");
  });
});

describe("music/mode", () => {
  it("is set where it is another one, also where it is none that has a name", () => {
    expect(decided("music/mode", "list")).toBe("unchanged");
    expect(decided("music/mode", "single", withMusic({ mode: "other" }))).toBe("setMusicMode single");
    for (const calls of [undefined, new Set<CallName>(["setMusicMode"])])
      expect(
        effectOf("music/mode", "list", sessionWith(withMusic({ mode: undefined }), { calls })).proof,
      ).toBeUndefined();
  });

  it("is rejected while no order applies, by a player that tells it otherwise", () => {
    const calls = new Set<CallName>(["setMusicMode", "setShuffle"]);
    expect(decided("music/mode", "list", sessionWith(withMusic({ mode: undefined }), { calls }))).toMatch(
      /^rejected/,
    );
    expect(decided("music/mode", "single", sessionWith(withMusic({ mode: "list" }), { calls }))).toBe(
      "setMusicMode single",
    );
  });
});

describe("music/queue", () => {
  it("plays an entry that there is", () => {
    expect(decided("music/queue", "0")).toBe("playQueueEntry 0");
    expect(decided("music/queue", "2")).toMatch(/^rejected: out of range/);
    expect(["0", "1"].map((entry) => effectOf("music/queue", entry).wasAlreadySet)).toEqual([false, true]);
  });

  it("is shown by its track where another source than the queue plays, whose entry stays marked", () => {
    const radio = { ...music, track: { ...music.track, key: "radio", title: "Harbour Radio" } };
    const session = settled({ player: { ...player, music: radio } });
    const { proof, wasAlreadySet, isAnswerEnough, isShown } = effectOf("music/queue", "1", session);
    expect([proof, wasAlreadySet, isAnswerEnough]).toEqual(["music", false, true]);
    expect([isShown(session), isShown(settled())]).toEqual([false, true]);
    expect(shown(effectOf("music/queue", "1", session), session)).toBe("what played before");
    const other = effectOf("music/queue", "0", session);
    expect([other.proof, other.wasAlreadySet, other.isAnswerEnough]).toEqual(["queue", false, false]);
  });

  it.each(["paused", "idle"] as const)("is shown by music that plays where its entry was %s", (playing) => {
    const session = withMusic({ playing });
    const effect = effectOf("music/queue", "1", session);
    expect([effect.wasAlreadySet, effect.isShown(session), effect.isShown(settled())]).toEqual([
      false,
      false,
      true,
    ]);
    expect([shown(effect, session), shown(effect, without("music"))]).toEqual([playing, "unknown"]);
  });

  it.each([
    ["clear", "clearQueue"],
    ["REMOVE 1", "removeQueueEntry 1"],
    ["move 1 0", "moveQueueEntry 1 0"],
    ["move 1 1", "unchanged"],
    ["remove 2", "rejected: out of range: 2 is not among the 2 entries, counted from 0"],
    ["move 0 2", "rejected: out of range: 2 is not among the 2 entries, counted from 0"],
  ])("%s", (request, expected) => {
    expect(decided("music/queue", request)).toBe(expected);
    expect(controls["music/queue"].parse(request).isStep).toBe(true);
  });

  it.each(["clear 1", "remove", "remove x", "move 1", "1 2", "shuffle", "play 1", ""])(
    "does not understand %j",
    (request) => {
      expect(controls["music/queue"].parse(request).problem?.text).toMatch(
        /^malformed: expected the position/,
      );
    },
  );

  it("is shown with other entries after it was edited", () => {
    const { queue } = player;
    const edited = (total: number, id: number): Session =>
      settled({ player: { ...player, queue: { ...queue, total, envelope: { ...queue.envelope, id } } } });
    const results = ["clear", "remove 0", "move 0 1"].map((request) =>
      [settled(), edited(0, 9), edited(1, 9), edited(2, 9)].map(effectOf("music/queue", request).isShown),
    );
    expect(results).toEqual([
      [false, true, false, false],
      [false, false, true, false],
      [false, false, false, true],
    ]);
    const effect = effectOf("music/queue", "clear");
    expect([effect.lost, shown(effect, settled()), shown(effect, without("queue"))]).toEqual([
      ["queue"],
      "a queue of 2 entries",
      "a queue of 2 entries",
    ]);
    expect(effectOf("music/queue", "move 0 1").isShown(without("queue"))).toBe(false);
    expect(shown(effectOf("music/queue", "move 0 1"), edited(3, 9))).toBe("a queue of 3 entries");
    expect(decided("music/queue", "clear", edited(0, 9))).toBe("unchanged");
  });

  it("is shown by the music where the queue marks no entry", () => {
    const unmarked = { ...player.queue, isUnmarked: true };
    const playing = settled({ player: { ...player, queue: unmarked } });
    const another = effectOf("music/queue", "0", playing);
    expect([another.proof, another.isShown(playing)]).toEqual(["music", false]);
    expect(another.isShown(withMusic({ track: { ...music.track, key: "another" } }))).toBe(true);
    expect([shown(another, playing), shown(another, without("music"))]).toEqual(['"Song"', '""']);
    const idleMusic = { ...music, playing: "idle" } as const;
    const silent = settled({ player: { ...player, queue: unmarked, music: idleMusic } });
    const begun = effectOf("music/queue", "0", silent);
    expect([begun.isShown(silent), begun.isShown(settled()), begun.isShown(without("music"))]).toEqual([
      false,
      true,
      false,
    ]);
    const { music: _music, ...rest } = player;
    expect(effectOf("music/queue", "0", settled({ player: { ...rest, queue: unmarked } })).proof).toBe(
      "queue",
    );
  });
});

it.each<[ControlName, string, string]>([
  ["music/playback", "play", "what it plays"],
  ["music/position", "1", "what it plays"],
  ["music/mode", "list", "what it plays"],
  ["music/queue", "1", "its queue"],
  ["music/preset", "1", "it yet"],
  ["volume", "1", "its volume"],
  ["volume/level", "1", "its volume"],
  ["mute", "on", "its volume"],
])("%s fails while the player has not reported %s", (name, request, what) => {
  expect(decided(name, request, without("music", "queue"))).toBe(
    `failed: the player has not reported ${what}`,
  );
});
