import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/resources/json.ts";
import { deviceView } from "../../../src/extensions/page/device-parts.ts";
import { audioView, controlsView, groupView, musicView } from "../../../src/extensions/page/player-parts.ts";
import { audio, group as sampleGroup, music, ownSettings, player } from "../../core/sample-player.ts";
import { settled } from "../../core/samples.ts";

describe("the format on the page", () => {
  const entries = [{ position: 1, extension: "flac", bits: 24, SampleRate: 96_000 }];
  const queue = { ...player.queue, current: 1, entries };

  it("is that of the track that is heard, not of the queue's entry", () => {
    const details = { codec: "AAC", bits: 16, sampleRateHz: 44_100 };
    const heard = { ...music, track: { ...music.track, details } };
    expect(musicView(settled({ player: { queue, music: heard } }))?.format).toBe("AAC 16 bit 44.1 kHz");
  });

  it("is that of the queue's entry where the player reports no track", () => {
    const nothing = { ...music, track: { ...music.track, title: "", details: {} } };
    expect(musicView(settled({ player: { queue, music: nothing } }))?.format).toBe("FLAC 24 bit 96 kHz");
  });
});

describe("the facts of the output on the page", () => {
  const formatLines = ["PCM 32bit", "DSD128"];
  const infolist = [
    { title: "Formats：", value: "PCM 32bit\nDSD128" },
    { title: "Highest rate：", value: "384000 Hz" },
  ];
  const factsOf = (outputInfo: JsonObject) =>
    audioView(settled({ player: { audio: { ...audio(), outputInfo } } }))?.facts;

  it("have each value once", () => {
    expect(factsOf({ formatLines, infolist, sampleRate: "384000 Hz" })).toEqual([
      { label: "Formats", text: "PCM 32bit\nDSD128" },
      { label: "Highest rate", text: "384000 Hz" },
    ]);
  });

  it("are those of the older fields where the player reports no rows", () => {
    expect(factsOf({ formatLines, isConnect: true, sampleRate: "384000 Hz" })).toEqual([
      { label: "Connected", text: "yes" },
      { label: "Sample rate", text: "384000 Hz" },
      { label: "Formats", text: "PCM 32bit\nDSD128" },
    ]);
  });
});

describe("the volume on the page", () => {
  const noVolume = { ...music, volume: undefined };
  const locked = { ...music, volume: { level: 40, min: 0, max: 200, restriction: "locked" } } as const;

  it.each([
    ["can be set", { music }, { volume: 20, noVolume: null }],
    ["is locked", { music: locked }, { volume: null, noVolume: "locked" }],
  ])("says whether it %s", (_, parts, expected) => {
    expect(controlsView(settled({ player: { ...player, ...parts } }))).toMatchObject(expected);
  });

  it("says where no answer has one", () => {
    const session = settled({ player: { ...player, music: noVolume } });
    const { resources } = session;
    const read = { ...resources, videoVolume: { ...resources.videoVolume, support: "unsupported" } } as const;
    expect(controlsView({ ...session, resources: read })).toMatchObject({
      volume: null,
      noVolume: "unreported",
    });
  });
});

describe("the settings on the page", () => {
  it("have the player's own names, and no address", () => {
    const { settings } = deviceView(settled({ player: { settings: ownSettings } }));
    expect(settings.map(({ tag, title, group, kind }) => [tag, title, group, kind])).toEqual([
      ["gain", "Verstärkung", "Klang", "list"],
      ["upsampling", "Upsampling", "Klang", "switch"],
      ["balance", "Balance", "", "range"],
    ]);
    expect(JSON.stringify(settings)).not.toContain("SystemSettings");
  });
});

describe("the group on the page", () => {
  it("names the players of this bridge by their ids, and is null where a player forms none", () => {
    const group = { ...sampleGroup, role: "primary", members: ["10.0.0.1:11000", "10.0.0.9:11000"] } as const;
    const neighbors = new Map([["10.0.0.1:11000", "kitchen"]]);
    expect(groupView(settled({ player: { group }, neighbors }))).toEqual({
      role: "primary",
      members: ["kitchen", "10.0.0.9:11000"],
    });
    expect(groupView(settled({ player: {} }))).toBeNull();
  });
});
