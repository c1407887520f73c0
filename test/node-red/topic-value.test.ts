import { describe, expect, it } from "vitest";
import { controlNames } from "../../src/core/controls/table.ts";
import { presetTakesMs } from "../../src/core/controls/command.ts";
import {
  commandPayload,
  controlOptions,
  defaultSeconds,
  readTopic,
  resolveControl,
} from "../../node-red/src/runtime/controls.ts";
import { renderDescription } from "../../src/core/topics/description.ts";
import { settled } from "../core/samples.ts";
import { readValue, type TopicValue, treeOf } from "../../node-red/src/runtime/topic-value.ts";

const read = (leaf: string, text: string) => readValue(leaf, Buffer.from(text));
const values = (entries: Record<string, TopicValue>) => new Map(Object.entries(entries));

/** A player with everything, as a bridge describes it. */
const description = JSON.parse(renderDescription(settled(), 100_000)) as object;

describe("a value that a node sends", () => {
  it("is text, a number or JSON by its topic, and not by its look", () => {
    expect(read("video/title", "1917")).toBe("1917");
    expect(read("video/title", "true")).toBe("true");
    expect(read("video/position", "61")).toBe(61);
    expect(read("video/position", "")).toBeNull();
    expect(read("volume", "0")).toBe(0);
    expect(read("music/queue", "")).toBeNull();
    expect(read("audio/input/options", '[{"tag":"BT"}]')).toEqual([{ tag: "BT" }]);
    for (const text of ["not JSON", "7"]) expect(read("audio/output/options", text)).toBeNull();
    expect(read("something/new", '{"a":1}')).toEqual({ a: 1 });
    expect(read("something/new", "[unfinished")).toBe("[unfinished");
    expect(read("music/picture/data", "\u0001")).toBeInstanceOf(Uint8Array);
  });

  it("stands in the tree where its topic says, with room for what is below it", () => {
    expect(
      treeOf(
        values({
          "audio/input": "BT",
          "audio/input/name": "Bluetooth",
          "video/audio-track/name": "English",
          "music/queue/pages/0": [1],
          "music/picture/data": Buffer.of(1),
          volume: 40,
          mute: "off",
          "settings/__proto__/x": "harmless",
          "settings/gain": "high",
          "new/topic": "a",
          "new/topic/below": "b",
        }),
      ),
    ).toEqual({
      audio: { input: { value: "BT", name: "Bluetooth" } },
      video: { audioTrack: { name: "English" } },
      music: { queue: { pages: { 0: [1] } } },
      volume: { value: 40 },
      mute: "off",
      settings: { _: { x: "harmless" }, gain: { value: "high" } },
      new: { topic: { value: "a", below: "b" } },
    });
  });
});

describe("a control", () => {
  it("without a kind is that of what plays: the film, unless it is paused and music plays", () => {
    const film = values({ "video/state": "playing", "music/state": "playing" });
    const music = values({ "video/state": "paused", "music/state": "playing" });
    const names = ["playback", "position", "volume"];
    expect([film, music].map((playing) => names.map((name) => resolveControl(name, playing)))).toEqual([
      ["video/playback", "video/position", "volume"],
      ["music/playback", "music/position", "volume"],
    ]);
  });

  it("offers what the player publishes, and not what is switched off", () => {
    const published = values({
      description,
      "audio/output/options": [
        { value: "HDMI", title: "HDMI main", enable: true },
        { value: "USB", title: "Stick" },
        { value: "RCA", title: "Line out", enable: false },
      ],
      "video/subtitle/options": [{ value: "off", title: "off", index: 0 }, "odd", 7, null, {}],
      "video/playlist": { playlist: [{ title: "A film", index: 0 }] },
    });
    expect(controlOptions("audio/output", published)).toEqual([
      { value: "HDMI", label: "HDMI main" },
      { value: "USB", label: "Stick" },
    ]);
    expect(controlOptions("video/subtitle", published)).toEqual([
      { value: "off", label: "off" },
      { value: "odd", label: "odd" },
    ]);
    expect(controlOptions("video/playlist", published)).toEqual([{ value: "A film", label: "A film" }]);
    expect(
      controlOptions("app", values({ description, "app/options": [{ value: "org.radio", title: "Radio" }] })),
    ).toEqual([{ value: "org.radio", label: "Radio" }]);
    expect(controlOptions("audio/input", values({ description }))).toEqual([]);
    expect(controlOptions("video/playlist", values({ description, "video/playlist": null }))).toEqual([]);
    expect(controlOptions("music/shuffle", values({ description }))).toContainEqual({
      value: "on",
      label: "on",
    });
    expect(controlOptions("playback", values({ description }))[0]).toEqual({ value: "play", label: "play" });
  });

  it("of a bridge of tomorrow has its words, its options or what is often sent", () => {
    const tomorrow = {
      version: 1,
      properties: {
        "sound/stage": { title: "Sound stage", kind: "choice", set: { words: ["wide", "near"] } },
      },
      actions: {
        lamp: { title: "Lamp", examples: ["+1"] },
        scene: { title: "Scene", options: "scene/list" },
        odd: { title: "Odd", words: "wide", options: 7 },
      },
    };
    const offered = (name: string) =>
      controlOptions(name, values({ description: tomorrow, "scene/list": ["Dusk"] })).map(
        ({ value }) => value,
      );
    expect(["sound/stage", "lamp", "scene", "odd", "toString"].map(offered)).toEqual([
      ["wide", "near"],
      ["+1"],
      ["Dusk"],
      [],
      [],
    ]);
  });

  it("offers nothing while no description has arrived, or an unreadable one", () => {
    for (const unread of [values({}), values({ description: null }), values({ description: "x" })])
      expect(controlOptions("mute", unread)).toEqual([]);
  });

  it("has words, options or examples, or is an entry or an address", () => {
    const free = ["music/queue", "play", "library/play", "settings", "raw"];
    const film = ["video/playlist", "video/audio-track", "video/subtitle", "video/zoom", "video/play-mode"];
    const styles = ["display/knob-color", "display/meters", "display/spectrum"];
    const sound = ["sound/dac-filter", "sound/upsampling", "sound/master-clock", "sound/equalizer"];
    const listed = ["music/preset", "audio/input", "audio/output", "app", ...film, ...styles, ...sound];
    const without = controlNames.filter((name) => controlOptions(name, values({ description })).length === 0);
    expect(without.toSorted()).toEqual([...free, ...listed].toSorted());
  });

  it("is waited for as long as the bridge may take for it", () => {
    expect(defaultSeconds("preset", "Film night") * 1000).toBe(presetTakesMs);
    expect(defaultSeconds("power", "on")).toBeGreaterThan(defaultSeconds("power", "off"));
  });

  it.each([
    ["player2mqtt/den/volume", "den", "volume"],
    ["player2mqtt/den/audio/input/set", "den", "audio/input"],
    ["player2mqtt/den", "den", ""],
    ["audio/input", "", "audio/input"],
    ["volume/set", "", "volume"],
    ["elsewhere/den/volume", "", "elsewhere/den/volume"],
  ])("is read from the topic %s", (topic, player, control) => {
    expect(readTopic("player2mqtt", topic)).toEqual({ player, control });
  });

  it("is sent with its value and its transaction", () => {
    expect(JSON.parse(commandPayload("audio/input", "BT", "t"))).toEqual({ value: "BT", transaction: "t" });
    expect(JSON.parse(commandPayload("key", ["Home", 500], "t"))).toEqual({
      value: ["Home", 500],
      transaction: "t",
    });
    const announcement = { address: "http://house.example/bell.mp3", volume: 30 };
    expect(JSON.parse(commandPayload("announce", { ...announcement, transaction: "theirs" }, "t"))).toEqual({
      ...announcement,
      transaction: "t",
    });
    expect(JSON.parse(commandPayload("refresh", "", "t"))).toEqual({ transaction: "t" });
  });
});
