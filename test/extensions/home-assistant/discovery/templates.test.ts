import { describe, expect, it } from "vitest";
import { bridgeEntities } from "../../../../src/extensions/home-assistant/discovery/bridge-entities.ts";
import { playerEntities } from "../../../../src/extensions/home-assistant/discovery/player-entities.ts";
import { bridgePayload, playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { numberState } from "../../../../src/extensions/home-assistant/discovery/templates.ts";
import { bridgeInfo } from "../../../../src/core/topics/render-bridge.ts";
import { bridgeHealth } from "../../../../src/extensions/self-report/health-report.ts";
import { renderResult } from "../../../../src/core/topics/result.ts";
import { mqtt } from "../../../support/bridge/bridge-bench.ts";
import { select, settled } from "../../../core/samples.ts";
import { renderAll, withoutJinja } from "../../../home-assistant/jinja.ts";
import { target } from "../../../home-assistant/players.ts";
import { blockedAttributes, longestState, maxAttributeBytes } from "../../../home-assistant/rules-2026.11.ts";

const table = [...playerEntities, ...bridgeEntities];
const long = '🎬 Ünïcode\u0001"\\ '.repeat(400);

function templateOf(key: string, part: "state" | "attributes"): string {
  return table.find((entity) => entity.key === key && entity[part])?.[part]?.template ?? "missing";
}

/** A payload, JSON unless it is a text, and what a template makes of it: a text, or the object that the text is in JSON. */
type Row = readonly [payload: unknown, shown: unknown];

/** What the templates of these entities make of the payloads of their rows, without a word in the log; and the rows. */
function render(part: "state" | "attributes", rowsOf: Readonly<Record<string, readonly Row[]>>) {
  const rows = Object.entries(rowsOf).flatMap(([key, own]) => own.map((row) => [key, ...row] as const));
  const jobs = rows.map(([key, payload]) => ({
    template: templateOf(key, part),
    value: typeof payload === "string" ? payload : JSON.stringify(payload),
  }));
  const shown = renderAll(jobs).map(({ text, warnings }, index) => {
    const [key, payload] = rows[index] ?? [];
    expect(warnings).toEqual([]);
    return [key, payload, text?.startsWith("{") ? JSON.parse(text) : text];
  });
  return { shown, rows };
}

/** The titles of so many films. */
const films = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => `Film ${from + place}`);

const info = { sampleRate: "768000 Hz", isConnect: true, formatLines: ["PCM", "DSD"] };
const longTitle = "Ä".repeat(300);
const [result] = renderResult("b", "p", select("TV"), { kind: "rejected", reason: "no" }, 9);
const refused = { command: "audio/input", request: "TV", tag: "", reason: "no", transaction: "" };
const watched = { kind: "watched", title: "Film", season: null, fraction: 0.9, id: "a" };
const played = { title: "One", artist: "Artist", playedSeconds: 100, id: "b" };

const facts = {
  version: "1.2.3",
  startedAt: "2026-01-01T00:00:00Z",
  term: 1,
  sequence: 1,
  mqtt,
  players: [{ id: "a", name: "A" }],
};
const [whole, narrow] = [100_000, 10].map((room) => bridgeInfo("b", "bridge", facts, room).at(-1)?.payload);
const health = { players: { a: { availability: "online" }, b: { availability: "offline" } } };

describe.skipIf(withoutJinja !== undefined)("templates", () => {
  it("show these states of these payloads", () => {
    const { shown, rows } = render("state", {
      audio_format: [
        [{ codec: "flac", extension: "cue", sampleRateHz: 96_000, bits: 24 }, "FLAC 96 kHz 24 bit"],
        [{ extension: "dsf", sampleRateHz: 2_822_400, bits: "1 bit" }, "DSF 2822.4 kHz 1 bit"],
        [{ sampleRateHz: 44_100 }, "44.1 kHz"],
        [{ title: "" }, "None"],
      ],
      sound_processing: [
        [{ dsp: true, profile: "Night", eq: true, subwoofer: false }, "DSP (Night), EQ"],
        [{ dsp: true, eq: false, subwoofer: true }, "DSP, Subwoofer"],
        [{ dsp: false, eq: false, subwoofer: false, profile: "Night" }, "none"],
        [{ dsp: false, eq: false }, "None"],
        [{ profile: "Night" }, "None"],
      ],
      sound_output: [
        [{ sampleRateHz: 192_000, bits: 24, format: "pcm" }, "PCM 192 kHz 24 bit"],
        ["{}", "None"],
      ],
      bit_perfect: [
        ["on", "on"],
        ["off", "off"],
        ["unknown", "None"],
        ["", "None"],
      ],
      video_title: [
        ["Film", "Film"],
        ["  Film ", "Film"],
        ["Ä".repeat(255), "Ä".repeat(255)],
        [longTitle, `${"Ä".repeat(longestState - 1)}…`],
      ],
      video_state: [
        ...["playing", "paused", "idle", "unsupported"].map((state) => [state, state] as const),
        ["unknown", "None"],
        ["x", "None"],
      ],
      video_position: ["0", "61", "23.5"].map((position) => [position, position]),
      queue_total: ["0", "12000"].map((total) => [total, total]),
      output_sample_rate: [
        [info, "768.0"],
        [{ sampleRate: "192000" }, "192.0"],
        [{ sampleRate: "44.1 kHz" }, "44.1"],
        [{ sampleRate: "44.1KHz" }, "44.1"],
        ...["", "auto", "0"].map((sampleRate) => [{ sampleRate }, "None"] as const),
      ],
      output_format: [
        [info, "PCM, DSD"],
        [{ formatLines: [] }, "None"],
      ],
      output_connected: [
        [info, "ON"],
        [{ isConnect: false }, "OFF"],
        [{ isConnect: 0 }, "OFF"],
        ["{}", "None"],
      ],
      playlist_size: [
        [{ size: 300, currentIndex: 100, start: 50, playlist: [] }, "300"],
        [{ size: 0, currentIndex: -1, playlist: [] }, "0"],
      ],
      command_outcome: [
        [result?.payload, { event_type: "rejected", ...refused }],
        ["{}", "None"],
        ["x", "None"],
      ],
      last_outcome: [
        [result?.payload, "rejected"],
        [{ outcome: "odd" }, "None"],
      ],
      watched: [
        [watched, { ...watched, event_type: "watched" }],
        ...["{}", "x", "[]"].map((odd) => [odd, "None"] as const),
      ],
      played: [
        [played, { ...played, event_type: "played" }],
        ...["{}", "x", "[]"].map((odd) => [odd, "None"] as const),
      ],
      version: [[whole, facts.version]],
      started: [[whole, facts.startedAt]],
      players: [
        [whole, "1"],
        [narrow, "1"],
        [{ playersCount: 4000, players: [] }, "4000"],
        ["{}", "None"],
      ],
      players_online: [
        [bridgeHealth("b", "bridge", health, 100_000).payload, "1"],
        [bridgeHealth("b", "bridge", health, 20).payload, "None"],
      ],
    });
    expect(shown).toEqual(rows);
    const names = Object.keys({ ...watched, ...played });
    expect(names.filter((name) => blockedAttributes.includes(name))).toEqual([]);
  });

  it("show these attributes of these payloads: the entries around the current one, and whole texts", () => {
    const playlist = films(50, 200).map((title) => ({ title }));
    const entries = films(0, 300).map((title, place) => ({ position: place + 10, title, artist: "Band" }));
    const tracks = films(260, 40).map((title) => `Band – ${title}`);
    const names = { players: ["A"] };
    const { shown, rows } = render("attributes", {
      video_title: [[longTitle, { title: longTitle }]],
      output_format: [[info, { formats: ["PCM", "DSD"] }]],
      playlist_size: [
        [
          { size: 300, currentIndex: 100, start: 50, playlist },
          { current_index: 100, first_index: 92, titles: films(92, 40) },
        ],
        [
          { size: 0, currentIndex: -1, playlist: [] },
          { current_index: -1, first_index: 0, titles: [] },
        ],
      ],
      queue_total: [
        [
          { total: 500, current: 309, entries },
          { current_index: 309, first_index: 270, tracks },
        ],
        [
          { total: 0, entries: [] },
          { current_index: null, first_index: 0, tracks: [] },
        ],
        [{ entries: [{ position: 3 }] }, { current_index: null, first_index: 3, tracks: [""] }],
      ],
      last_outcome: [[result?.payload, refused]],
      players: [whole, narrow].map((payload) => [payload, names]),
    });
    expect(shown).toEqual(rows);
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
    const jobs = table.flatMap(({ key, attributes }) =>
      attributes === undefined ? [] : [{ key, template: attributes.template, value: payloads[key] ?? "" }],
    );
    const rendered = renderAll(jobs);
    expect(rendered.flatMap(({ warnings }) => warnings)).toEqual([]);
    const shown = rendered.map(({ text }) => text ?? "");
    // Attributes that the recorder stores besides, such as the name, the icon and the options.
    const isLarge = (text = ""): boolean => Buffer.byteLength(text) >= maxAttributeBytes - 1000;
    expect(jobs.flatMap(({ key }, index) => (isLarge(shown[index]) ? key : []))).toEqual([]);
    const names = shown.flatMap((text) => Object.keys(JSON.parse(text) as object));
    expect(names.filter((name) => blockedAttributes.includes(name))).toEqual([]);
  });
});
