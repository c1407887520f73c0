import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { controlNames } from "../../../src/core/controls/table.ts";
import {
  type Arrival,
  commandFilters,
  deepCommandFilters,
  commandTopics,
  isPlayerId,
  parseBridgeTopic,
  parseTopic,
  playerTopic,
  setTopic,
  settingsFilters,
  watchFilters,
} from "../../../src/core/topics/topics.ts";

const anyId = fc.stringMatching(/^[a-z0-9_-]{1,32}$/).filter(isPlayerId);
const anyBase = fc.constantFrom("player2mqtt", "home/av", "a");

describe("a player's id", () => {
  it.each(["a", "living-room_2", "x".repeat(32)])("can be %j", (id) => {
    expect(isPlayerId(id)).toBe(true);
  });

  const leadToAllObjects = ["__proto__", "constructor", "prototype"];
  it.each(["", "A", "a b", "a/b", "ä", "x".repeat(33), "bridge", "a\n", "+", "#", ...leadToAllObjects])(
    "cannot be %j",
    (id) => {
      expect(isPlayerId(id)).toBe(false);
    },
  );
});

describe("topics", () => {
  it("to watch are those of all, or of one player and the bridge", () => {
    expect(watchFilters("p", undefined)).toEqual(["p/#"]);
    expect(watchFilters("p", "tv")).toEqual(["p/tv/#", "p/+/state"]);
    expect(watchFilters("p", "tv", ["bridge-1"])).toEqual([
      "p/tv/#",
      "p/+/state",
      "p/bridge-1/info",
      "p/bridge-1/health",
      "p/bridge-1/result",
      "p/bridge-1/log",
      "p/bridge-1/info/+",
    ]);
  });

  it("of commands are one for each control, and for announcements, presets and a refresh", () => {
    const topics = commandTopics("p", "tv");
    expect(topics).toHaveLength(controlNames.length + 3);
    expect(topics).toEqual(
      expect.arrayContaining(["p/tv/audio/input/set", "p/tv/video/playback/set", "p/tv/refresh/set"]),
    );
  });

  it("that a player's commands arrive on are read back", () => {
    fc.assert(
      fc.property(anyBase, anyId, (base, id) => {
        const arrivals = commandTopics(base, id).map((topic) => parseTopic(base, topic));
        expect(arrivals).toEqual(
          [...controlNames, "announce", "preset", "refresh"].map((target) => ({
            kind: "command",
            id,
            target,
          })),
        );
        expect(parseTopic(base, setTopic(base, id, "audio/output"))).toEqual(arrivals[1]);
      }),
    );
  });

  it("of controls that do not exist are commands, too", () => {
    expect(parseTopic("p", "p/tv/zoom/set")).toEqual({ kind: "command", id: "tv", target: "zoom" });
    expect(parseTopic("p", "p/tv/video/zoom/set")).toMatchObject({ target: "video/zoom" });
    expect(parseTopic("p", "p/tv/a/b/c/d/set")).toMatchObject({ target: "a/b/c/d" });
    expect(deepCommandFilters("p")).toEqual(["p/+/+/+/+/set", "p/+/+/+/+/+/+/#"]);
    // Some broker allows seven slashes.
    expect(deepCommandFilters("a/p")).toEqual(["a/p/+/+/+/+/set"]);
    expect(parseTopic("p", "p/tv//set")).toMatchObject({ target: "" });
    expect(commandFilters("p", "tv")).toEqual(["p/tv/+/set", "p/tv/+/+/set"]);
  });

  it("of pages are read back", () => {
    fc.assert(
      fc.property(anyBase, anyId, fc.nat(1999), (base, id, page) => {
        const topic = playerTopic(base, id, `music/queue/pages/${page}`);
        expect(parseTopic(base, topic)).toEqual({ kind: "page", id, page });
      }),
    );
  });

  it("of settings are read back, and filtered without the commands to them", () => {
    for (const filter of settingsFilters("p", "tv"))
      expect(parseTopic("p", filter.replace("+", "gain"))).toEqual({
        kind: "setting",
        id: "tv",
        tag: "gain",
      });
    expect(settingsFilters("p", "tv")).toContain("p/tv/settings/+");
    expect(settingsFilters("p", "tv")).not.toContain("p/tv/settings/+/set");
  });

  const others = `p p/ p/tv p/tv/ p/tv/audio/input p/tv/audio/input/set/more p/TV/audio/input/set p/bridge/refresh/set
    p//refresh/set pp/tv/refresh/set other/tv/refresh/set p/tv/music/queue/pages/
    p/tv/music/queue/pages/-1 p/tv/music/queue/pages/1e3 p/tv/music/queue/pages/12345
    p/tv/music/queue/pages/1/2 p/tv/more/music/queue/pages/1 p/tv/settings p/tv/settings/gain/more`;
  it.each(others.split(/\s+/))("like %j are none of ours", (topic) => {
    expect(parseTopic("p", topic)).toBeUndefined();
  });

  it.each([
    ["p/bridge/state", { bridge: "bridge", leaf: "state", page: 0 }],
    ["p/bridge-1/health", { bridge: "bridge-1", leaf: "health", page: 0 }],
    ["p/bridge/info", { bridge: "bridge", leaf: "info", page: 0 }],
    ["p/bridge/info/12", { bridge: "bridge", leaf: "info", page: 12 }],
  ])("like %j are a bridge's", (topic, arrival) => {
    expect(parseBridgeTopic("p", topic)).toEqual(arrival);
  });

  const elsewhere = `o/bridge/state p/tv/state p/bridge p/bridge/log p/bridge/log/1 p/bridge/state/1 p/bridge/info/x1 p/bridge/info/1x
    p/bridge/info/12345 p/bridge/info/1/2`;
  it.each(elsewhere.split(/\s+/))("like %j are no bridge's", (topic) => {
    expect(parseBridgeTopic("p", topic)).toBeUndefined();
  });

  it("of any spelling are one of ours or none, and never throw", () => {
    fc.assert(
      fc.property(
        fc.string().map((rest) => `p/${rest}`),
        (topic) => {
          const arrival: Arrival | undefined = parseTopic("p", topic);
          expect(arrival === undefined || isPlayerId(arrival.id)).toBe(true);
        },
      ),
    );
  });
});
