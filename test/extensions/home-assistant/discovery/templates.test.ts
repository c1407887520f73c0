import { describe, expect, it } from "vitest";
import { bridgeEntities } from "../../../../src/extensions/home-assistant/discovery/bridge-entities.ts";
import { playerEntities } from "../../../../src/extensions/home-assistant/discovery/player-entities.ts";
import { bridgePayload, playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { numberState } from "../../../../src/extensions/home-assistant/discovery/templates.ts";
import { bridgeInfo } from "../../../../src/core/topics/render-bridge.ts";
import { bridgeHealth } from "../../../../src/extensions/self-report/health-report.ts";
import { renderResult } from "../../../../src/core/topics/result.ts";
import { select, settled } from "../../../core/samples.ts";
import { renderAll, withoutJinja } from "../../../home-assistant/jinja.ts";
import { target } from "../../../home-assistant/players.ts";
import { blockedAttributes, longestState, maxAttributeBytes } from "../../../home-assistant/rules-2026.11.ts";

const table = [...playerEntities, ...bridgeEntities];
const long = '🎬 Ünïcode\u0001"\\ '.repeat(400);

function templateOf(key: string, part: "state" | "attributes"): string {
  const template = playerEntities.find((entity) => entity.key === key)?.[part]?.template;
  return template ?? bridgeEntities.find((entity) => entity.key === key)?.[part]?.template ?? "missing";
}

/** The states of an entity for several payloads; asserts that nothing was logged. */
function shows(key: string, values: readonly string[], part: "state" | "attributes" = "state"): unknown[] {
  const template = templateOf(key, part);
  return renderAll(values.map((value) => ({ template, value }))).map(({ text, warnings }) => {
    expect(warnings).toEqual([]);
    return part === "state" ? text : JSON.parse(text ?? "");
  });
}

const clip = (text: string): string =>
  `${Array.from(text)
    .slice(0, longestState - 1)
    .join("")}…`;

describe.skipIf(withoutJinja !== undefined)("templates", () => {
  it("show the format of a track in one text, as far as it is known", () => {
    const tracks = [
      { codec: "flac", extension: "cue", sampleRateHz: 96_000, bits: 24 },
      { extension: "dsf", sampleRateHz: 2_822_400, bits: "1 bit" },
      { sampleRateHz: 44_100 },
      { title: "" },
    ];
    expect(
      shows(
        "audio_format",
        tracks.map((track) => JSON.stringify(track)),
      ),
    ).toEqual(["FLAC 96 kHz 24 bit", "DSF 2822.4 kHz 1 bit", "44.1 kHz", "None"]);
  });

  it("say what is done to the sound, and whether it is all known", () => {
    const steps = [
      { dsp: true, profile: "Night", eq: true, subwoofer: false },
      { dsp: true, eq: false, subwoofer: true },
      { dsp: false, eq: false, subwoofer: false, profile: "Night" },
      { dsp: false, eq: false },
      { profile: "Night" },
    ];
    expect(
      shows(
        "sound_processing",
        steps.map((step) => JSON.stringify(step)),
      ),
    ).toEqual(["DSP (Night), EQ", "DSP, Subwoofer", "none", "None", "None"]);
    expect(shows("sound_output", ['{"sampleRateHz":192000,"bits":24,"format":"pcm"}', "{}"])).toEqual([
      "PCM 192 kHz 24 bit",
      "None",
    ]);
    expect(shows("bit_perfect", ["on", "off", "unknown", ""])).toEqual(["on", "off", "None", "None"]);
  });

  it("log nothing for any payload, and always render an object as attributes", () => {
    const values = ["", " ", "None", "text", "12", "[]", "{}", "null", "true", '{"a": 1}', "{", long];
    const jobs = table.flatMap(({ state, attributes }) =>
      [state?.template, attributes?.template].flatMap((template, place) =>
        template === undefined ? [] : values.map((value) => ({ template, value, isState: place === 0 })),
      ),
    );
    const shown = renderAll(jobs);
    expect(shown.flatMap(({ warnings }) => warnings)).toEqual([]);
    const states = shown.filter(
      (_, index) => jobs[index]?.isState === true && jobs[index].template !== numberState,
    );
    expect(states.filter(({ text }) => Array.from(text ?? "").length > longestState)).toEqual([]);
    const attributes = shown.filter((_, index) => jobs[index]?.isState === false);
    expect(attributes.filter(({ text }) => !text?.startsWith("{"))).toEqual([]);
    expect(attributes.map(({ text }) => typeof JSON.parse(text ?? ""))).not.toContain("string");
  });

  it("of whole announcements log nothing, those of commands, pictures and availability included", () => {
    const templates: string[] = [];
    JSON.stringify([playerPayload(target, settled()), bridgePayload("p", "1")], (key, value: unknown) => {
      if (key.endsWith("template") && typeof value === "string") templates.push(value);
      return value;
    });
    expect(templates.length).toBeGreaterThan(50);
    const values = ["", "text", "12", "[]", "{}", long];
    const shown = renderAll(
      [...new Set(templates)].flatMap((template) => values.map((value) => ({ template, value }))),
    );
    expect(shown.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it("show an unknown state for an empty topic: a broker does not keep it", () => {
    const templates = table.flatMap(({ state }) => state?.template ?? []);
    const shown = renderAll(templates.map((template) => ({ template, value: "" })));
    expect(new Set(shown.map(({ text }) => text))).toEqual(new Set(["None"]));
  });

  it("truncate a long text with an ellipsis, and keep it whole in the attributes", () => {
    const title = "Ä".repeat(300);
    expect(shows("video_title", ["Film", "  Film ", "Ä".repeat(255), title])).toEqual([
      "Film",
      "Film",
      "Ä".repeat(255),
      clip(title),
    ]);
    expect(shows("video_title", [title], "attributes")).toEqual([{ title }]);
  });

  it("map a video state to the words of Home Assistant", () => {
    expect(shows("video_state", ["playing", "paused", "idle", "unsupported", "unknown", "x"])).toEqual([
      "playing",
      "paused",
      "idle",
      "unsupported",
      "None",
      "None",
    ]);
  });

  it("keep numbers unchanged, including 0", () => {
    expect(shows("video_position", ["0", "61", "23.5"])).toEqual(["0", "61", "23.5"]);
    expect(shows("queue_total", ["0", "12000"])).toEqual(["0", "12000"]);
  });

  it("read the fields of an output", () => {
    const info = JSON.stringify({ sampleRate: "768000 Hz", isConnect: true, formatLines: ["PCM", "DSD"] });
    const rates = ["192000", "44.1 kHz", "44.1KHz", "", "auto", "0"].map((sampleRate) =>
      JSON.stringify({ sampleRate }),
    );
    expect(shows("output_sample_rate", [info, ...rates])).toEqual([
      "768.0",
      "192.0",
      "44.1",
      "44.1",
      "None",
      "None",
      "None",
    ]);
    expect(shows("output_format", [info, '{"formatLines": []}'])).toEqual(["PCM, DSD", "None"]);
    expect(shows("output_format", [info], "attributes")).toEqual([{ formats: ["PCM", "DSD"] }]);
    expect(shows("output_connected", [info, '{"isConnect": false}', '{"isConnect": 0}', "{}"])).toEqual([
      "ON",
      "OFF",
      "OFF",
      "None",
    ]);
  });

  it("show the entries around the current one", () => {
    const entries = Array.from({ length: 300 }, (_, index) => ({ title: `Film ${index}`, index }));
    const payload = JSON.stringify({
      size: 300,
      currentIndex: 100,
      start: 50,
      playlist: entries.slice(50, 250),
    });
    expect(shows("playlist_size", [payload])).toEqual(["300"]);
    const [shown] = shows("playlist_size", [payload], "attributes") as [{ titles: string[] }];
    expect(shown).toMatchObject({ current_index: 100, first_index: 92 });
    expect(shown.titles).toHaveLength(40);
    expect(shown.titles[8]).toBe("Film 100");

    const tracks = entries.map(({ title }, position) => ({ position: position + 10, title, artist: "Band" }));
    const queue = JSON.stringify({ total: 500, current: 309, entries: tracks });
    const [music] = shows("queue_total", [queue], "attributes") as [{ tracks: string[] }];
    expect(music).toMatchObject({ current_index: 309, first_index: 270 });
    expect(music.tracks.at(-1)).toBe("Band – Film 299");
  });

  it("show an empty list as empty", () => {
    const nothing = [JSON.stringify({ size: 0, currentIndex: -1, playlist: [] })];
    expect(shows("playlist_size", nothing)).toEqual(["0"]);
    expect(shows("playlist_size", nothing, "attributes")).toEqual([
      { current_index: -1, first_index: 0, titles: [] },
    ]);
    const queue = [JSON.stringify({ total: 0, entries: [] }), '{"entries": [{"position": 3}]}'];
    expect(shows("queue_total", queue, "attributes")).toEqual([
      { current_index: null, first_index: 0, tracks: [] },
      { current_index: null, first_index: 3, tracks: [""] },
    ]);
  });

  it("keep attributes below the recorder's limit, whatever the player sends", () => {
    const nasty = "\u0001".repeat(500);
    const many = Array.from({ length: 500 }, (_, position) => ({ position, title: nasty, artist: nasty }));
    const payloads: Record<string, string> = {
      video_title: nasty.repeat(20),
      playlist_current: "🎬".repeat(5000),
      track_title: nasty.repeat(20),
      playlist_size: JSON.stringify({ size: 500, currentIndex: 3, playlist: many }),
      queue_total: JSON.stringify({ total: 500, current: 3, entries: many }),
      output_format: JSON.stringify({ formatLines: Array.from({ length: 500 }, () => nasty) }),
      last_outcome: JSON.stringify({ outcome: "failed", request: nasty, reason: nasty, tag: nasty }),
      players: JSON.stringify({ players: many.map(() => ({ name: nasty })) }),
    };
    for (const { key, attributes } of table) {
      if (attributes === undefined) continue;
      const [shown] = shows(key, [payloads[key] ?? ""], "attributes");
      // Attributes that the recorder stores besides, such as the name, the icon and the options.
      expect({ key, isSmall: Buffer.byteLength(JSON.stringify(shown)) < maxAttributeBytes - 1000 }).toEqual({
        key,
        isSmall: true,
      });
      for (const name of Object.keys(shown as object)) expect(blockedAttributes).not.toContain(name);
    }
  });

  it("turn an outcome into an event, and ignore anything else", () => {
    const [message] = renderResult("b", "p", select("TV"), { kind: "rejected", reason: "no" }, 9);
    const payload = message?.payload ?? "";
    const [text] = shows("command_outcome", [payload]);
    expect(JSON.parse(String(text))).toEqual({
      event_type: "rejected",
      command: "audio/input",
      request: "TV",
      tag: "",
      reason: "no",
      transaction: "",
    });
    expect(shows("command_outcome", ["{}", "x"])).toEqual(["None", "None"]);
    expect(shows("last_outcome", [payload, '{"outcome": "odd"}'])).toEqual(["rejected", "None"]);
    expect(shows("last_outcome", [payload], "attributes")).toMatchObject([{ request: "TV", reason: "no" }]);
  });

  it("turn what was watched and played into events with all their fields, and ignore anything else", () => {
    const watched = { kind: "watched", title: "Film", season: null, fraction: 0.9, id: "a" };
    const played = { title: "One", artist: "Artist", playedSeconds: 100, id: "b" };
    const [event] = shows("watched", [JSON.stringify(watched)]);
    expect(JSON.parse(String(event))).toEqual({ ...watched, event_type: "watched" });
    const [track] = shows("played", [JSON.stringify(played)]);
    expect(JSON.parse(String(track))).toEqual({ ...played, event_type: "played" });
    for (const key of ["watched", "played"])
      expect(shows(key, ["{}", "x", "[]"])).toEqual(["None", "None", "None"]);
    for (const name of Object.keys({ ...watched, ...played })) expect(blockedAttributes).not.toContain(name);
  });

  it("read the bridge's own topics", () => {
    const mqtt = {
      protocol: "5" as const,
      clientId: "c",
      maximumPacketBytes: 1,
      maximumQos: 1,
      retainAvailable: true,
      receiveMaximum: 1,
    };
    const players = [{ id: "a", name: "A" }];
    const facts = {
      version: "1.2.3",
      startedAt: "2026-01-01T00:00:00Z",
      term: 1,
      sequence: 1,
      mqtt,
      players,
    };
    const infoWithin = (room: number): string => bridgeInfo("b", "bridge", facts, room).at(-1)?.payload ?? "";
    const info = infoWithin(100_000);
    expect([...shows("version", [info]), ...shows("started", [info]), ...shows("players", [info])]).toEqual([
      "1.2.3",
      "2026-01-01T00:00:00Z",
      "1",
    ]);
    expect(shows("players", [info], "attributes")).toEqual([{ players: ["A"] }]);
    const narrow = infoWithin(10);
    expect(shows("players", [narrow, '{"playersCount":4000,"players":[]}', "{}"])).toEqual([
      "1",
      "4000",
      "None",
    ]);
    expect(shows("players", [narrow], "attributes")).toEqual([{ players: ["A"] }]);
    const one = { lastAnswerSeconds: 1, polls: 1, unchanged: 1, failures: 0, malformed: 0, latencyMs: 1 };
    const health = {
      uptimeSeconds: 1,
      memoryBytes: 1,
      published: 1,
      dropped: 0,
      tooLarge: [],
      waiting: 0,
      waitingSeconds: 0,
      players: { a: { ...one, availability: "online" }, b: { ...one, availability: "offline" } },
    };
    const whole = bridgeHealth("b", "bridge", health, 100_000).payload;
    const short = bridgeHealth("b", "bridge", health, 150).payload;
    expect(shows("players_online", [whole, short])).toEqual(["1", "None"]);
  });
});
