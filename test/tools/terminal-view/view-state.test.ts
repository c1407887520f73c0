import { describe, expect, it } from "vitest";
import {
  foldPlayer,
  newPlayerView,
  type PlayerView,
  positionNow,
} from "../../../src/tools/terminal-view/player-view.ts";
import {
  foldEvent,
  isFollowed,
  listedIds,
  newViewState,
  playersInOrder,
  type ViewEvent,
} from "../../../src/tools/terminal-view/view-state.ts";

const start = newViewState({ base: "home/av", broker: "mqtt://b", playerId: undefined, hints: [] });

function fold(events: readonly ViewEvent[], now = 0) {
  return events.reduce((state, event) => foldEvent(state, event, now), start);
}

function message(topic: string, text: string): ViewEvent {
  return { kind: "message", topic, text };
}

type Told = readonly (readonly [leaf: string, text: string, now?: number])[];

function learn(...messages: Told): PlayerView {
  return messages.reduce(
    (player, [leaf, text, now = 0]) => foldPlayer(player, leaf, text, now),
    newPlayerView("study"),
  );
}

describe("foldEvent", () => {
  it("keeps the latest notes", () => {
    const notes = ["a", "b", "c", "d"].map((text): ViewEvent => ({ kind: "note", text }));
    expect(fold(notes).notes).toEqual(["b", "c", "d"]);
  });

  it("knows of each bridge of a fleet what it has, and which players are kept up", () => {
    const state = fold([
      message("home/av/bridge-0/state", "online"),
      message("home/av/bridge-0/info", '{"players":[{"id":"b"}]}'),
      message("home/av/bridge-1/state", "offline"),
      message("home/av/bridge-1/info", '{"pages":1,"revision":"r","players":[]}'),
      message("home/av/bridge-1/info/1", '{"revision":"r","players":[{"id":"a"}]}'),
      message("home/av/bridge-2/state", "online"),
      message("home/av/bridge-2/state", ""),
    ]);
    expect([...state.bridges.keys()]).toEqual(["bridge-0", "bridge-1"]);
    expect(listedIds(state)).toEqual(["b", "a"]);
    expect(["b", "a", "c"].map((id) => isFollowed(state, id))).toEqual([true, false, true]);
  });

  it.each(["", "null", "{", '{"version":7,"players":"x"}'])(
    "takes %j for a bridge that said nothing",
    (text) => {
      const { bridges } = fold([message("home/av/bridge/info", text)]);
      expect(bridges.get("bridge")).toMatchObject({ state: "", version: "", playerIds: [] });
    },
  );

  it.each([
    ["another base topic", "other/study/availability"],
    ["an id that is none", "home/av/No Slug/availability"],
    ["a topic that is not shown", "home/av/study/audio/output/info"],
    ["somebody's command", "home/av/study/audio/output/set"],
    ["a topic with a name from everyone's prototype", "home/av/study/constructor"],
    ["what the bridge says of its health", "home/av/bridge/health"],
  ])("makes no player of %s", (_title, topic) => {
    expect(fold([message(topic, "online")])).toEqual(start);
  });

  it("shows the players in the bridge's order, then those it does not know", () => {
    const heard = ["zoo", "attic", "b", "a"].map((id) => message(`home/av/${id}/availability`, "online"));
    const info = message("home/av/bridge/info", '{"players":[{"id":"b"},{"id":"a"}]}');
    expect(playersInOrder(fold([...heard, info])).map(({ id }) => id)).toEqual(["b", "a", "attic", "zoo"]);
  });

  it("has a limit to the players it remembers", () => {
    const many = Array.from({ length: 1200 }, (_, n) => message(`home/av/p${n}/availability`, "online"));
    expect(fold(many).players.size).toBe(1000);
  });
});

describe("foldPlayer", () => {
  it("knows since when a player is away only if it saw it go", () => {
    expect(learn(["availability", "online", 5]).changedAt).toBeUndefined();
    const gone = learn(
      ["availability", "online", 5],
      ["availability", "offline", 9],
      ["availability", "offline", 12],
    );
    expect(gone).toMatchObject({ values: { availability: "offline" }, changedAt: 9 });
  });

  it.each([
    ["info", "nonsense", undefined],
    [
      "audio/output/options",
      '[{ "value": "USB", "enable": false }, { "title": "no value" }, null]',
      [{ tag: "USB", name: "USB", isEnabled: false }],
    ],
    ["audio/input/options", "{}", []],
    ["video/title", "1", "1"],
    ["video/duration", "long", undefined],
    ["video/position", "", undefined],
    ["video/playlist", "?", undefined],
    ["music/queue/total", "", undefined],
    ["music/queue", "", undefined],
  ])("reads %s from %j", (leaf, payload, value) => {
    expect(learn([leaf, payload]).values).toEqual({ [leaf]: value });
  });

  it("keeps the latest outcomes, the newest first", () => {
    const results = ["a", "b", "c", "d"].map((tag, at) => {
      const result = { command: "audio/output", request: tag, outcome: "applied", tag };
      return ["result", JSON.stringify(result), at] as const;
    });
    const { outcomes } = learn(...results, ["result", "[]"], ["result", "{"]);
    expect(outcomes.map(({ report, at }) => `${report.tag} at ${at}`)).toEqual([
      "d at 3",
      "c at 2",
      "b at 1",
    ]);
  });
});

it.each<[what: string, messages: Told, now: number, seconds: number | undefined]>([
  ["moves on between two messages", [], 5000, 15],
  ["ends with the video", [], 900_000, 60],
  ["has no end where none is known", [["video/duration", ""]], 900_000, 910],
  ["may be beyond the end, if that is told", [["video/position", "75", 0]], 5000, 75],
  ["stays where it was in a pause", [["video/state", "paused", 4000]], 60_000, 14],
  ["stays where it was when the player went away", [["availability", "offline", 7000]], 60_000, 17],
  ["is unknown until it is told", [["video/position", ""]], 5000, undefined],
])("the position of a video %s", (_what, messages, now, seconds) => {
  const film = [
    ["availability", "online"],
    ["video/state", "playing"],
    ["video/duration", "60"],
    ["video/position", "10", 0],
  ] as const;
  expect(positionNow(learn(...film, ...messages), { now, isCurrent: true })).toBe(seconds);
});
