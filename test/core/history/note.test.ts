import { assert, constantFrom, dictionary, jsonValue, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Entry,
  type FilmFacts,
  fractionOf,
  type HistoryEvent,
  type Played,
} from "../../../src/core/history/history.ts";
import { emptyNote, joinNotes, type Note, readNote, renderNote } from "../../../src/core/history/note.ts";
import { Evening } from "./watching.ts";

const played: Played = {
  title: "One",
  artist: "Artist",
  album: "Album",
  service: "Radio",
  durationSeconds: 200,
  playedSeconds: 100,
  startedAt: "2026-01-01T00:00:00.000Z",
  id: "a",
};

function noteOf(evening: Evening, untold: readonly HistoryEvent[] = []): Note {
  return { history: evening.watch.history, untold };
}

function again(note: Note): Note | undefined {
  return readNote(renderNote(note, 1_000_000));
}

function fullNote(): Note {
  const evening = new Evening(1000);
  evening.play(950);
  const [film] = evening.watch.history.films;
  if (film === undefined) throw new Error("no film");
  const { title, artist, album, service, ...rest } = played;
  const { playedSeconds: _played, ...times } = rest;
  const track = { ...film, ...times, facts: { title, artist, album, service } };
  return {
    history: { ...evening.watch.history, track, played: [played] },
    untold: [...evening.events, { leaf: "played", event: played }],
  };
}

describe("a note", () => {
  it("is read as it was written", () => {
    const note = fullNote();
    expect(note.history.watched).toHaveLength(1);
    expect(again(note)).toEqual(note);
    expect(again(emptyNote)).toEqual(emptyNote);
  });

  it("shows people what is under way, with the fraction that was seen", () => {
    expect(fractionOf({ seen: [[0, 5]], durationSeconds: 0 })).toBeNull();
    expect(JSON.parse(renderNote(fullNote(), 1_000_000))).toMatchObject({
      watching: [{ title: "Film", fraction: 0.949, state: "playing" }],
      playing: { title: "One", artist: "Artist" },
      watched: [{ kind: "watched", title: "Film" }],
      played: [played],
    });
  });

  it("keeps the newest entries that fit", () => {
    const plays = Array.from({ length: 20 }, (_, place) => ({ ...played, id: String(place) }));
    const note = { ...emptyNote, history: { ...emptyNote.history, played: plays } };
    const text = renderNote(note, 2500);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2500);
    expect(readNote(text)?.history.played.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, place) => String(place)),
    );
    expect(renderNote(note, 10)).toBe("");
    const films = Array<Entry<FilmFacts>>(20).fill(fullNote().history.films[0] as Entry<FilmFacts>);
    const many = renderNote({ ...emptyNote, history: { ...emptyNote.history, films } }, 2500);
    expect(JSON.parse(many)).toMatchObject({ watching: { length: 5 } });
  });

  it("may be anything, since anybody can write it", () => {
    for (const text of ["", "x", "[]", "1", " ".repeat(600_000)]) expect(readNote(text)).toBeUndefined();
    expect(readNote("{}")).toEqual(emptyNote);
    const fragments = ["watching", "playing", "watched", "played", "untold"];
    assert(
      property(dictionary(constantFrom(...fragments), jsonValue()), (fields) => {
        const note = readNote(JSON.stringify(fields));
        expect(note && again(note)).toEqual(note);
      }),
    );
    const full = JSON.parse(renderNote(fullNote(), 1_000_000)) as Record<string, unknown>;
    const broken = JSON.stringify(full).replaceAll(
      /"(state|mark|startedAt|kind|playedSeconds)":/g,
      '"other":',
    );
    expect(readNote(broken)).toEqual(emptyNote);
    const wrong = { leaf: "watched", event: { kind: "watched" } };
    expect(readNote(JSON.stringify({ untold: [wrong, { leaf: "x" }, 1] }))).toEqual(emptyNote);
    const odd = {
      id: "a",
      startedAt: "2026-01-01T00:00:00Z",
      mark: "m",
      state: "paused",
      seen: [[1], "x", [5, 9]],
    };
    expect(readNote(JSON.stringify({ watching: [odd] }))?.history.films).toMatchObject([
      { seen: [[5, 9]], positionAt: odd.startedAt, facts: { title: "", path: null } },
    ]);
    for (const field of Object.keys(odd).filter((name) => name !== "seen"))
      expect(readNote(JSON.stringify({ watching: [{ ...odd, [field]: undefined }] }))).toEqual(emptyNote);
    expect(readNote(JSON.stringify({ playing: odd }))?.history.track?.facts).toEqual({
      title: "",
      artist: "",
      album: "",
      service: null,
    });
  });
});

describe("a note of an earlier run", () => {
  it("gives a film that goes on its id, and joins what was seen", () => {
    const first = new Evening(1000);
    first.play(300);
    first.see("nothing");
    const second = new Evening(1000);
    second.pass(80_000);
    second.position = 300;
    second.play(100);
    const { history, untold } = joinNotes(noteOf(second, second.events), noteOf(first));
    expect(history.films).toHaveLength(1);
    expect(history.films[0]?.id).toBe(first.watched[0]?.id);
    expect(history.films[0]?.seen[0]?.[1]).toBeGreaterThan(390);
    // They have another id: what the player shows next tells what is new.
    expect(untold).toEqual([]);
    const next = new Evening(1000);
    next.pass(80_100);
    next.watch = { history };
    next.position = 400;
    next.play(520);
    expect(next.kinds).toEqual(["resumed", "watched"]);
  });

  it("does not bring back a viewing that was counted, and keeps other films and plays", () => {
    const first = new Evening(1000, "film");
    first.play(1000);
    first.see("nothing");
    const second = new Evening(1000, "film");
    second.pass(80_000);
    second.play(100);
    const old = { ...noteOf(first), history: { ...first.watch.history, played: [played] } };
    const { history, untold } = joinNotes(noteOf(second, second.events), old);
    expect(history.films.map(({ id }) => id)).toEqual([second.watched[0]?.id]);
    expect(untold).toEqual(second.events);
    expect(history.watched).toHaveLength(1);
    expect(history.played).toEqual([played]);
    const other = new Evening(1000, "other");
    other.pass(80_000);
    other.play(100);
    expect(joinNotes(noteOf(other), old).history.films).toHaveLength(2);
  });

  it("that is this run's own, as after a reconnect, changes nothing", () => {
    const evening = new Evening(1000);
    evening.play(300);
    for (const note of [fullNote(), noteOf(evening, evening.events)]) {
      const joined = joinNotes(note, note);
      expect(joined.history).toEqual(note.history);
      expect(joined.untold).toEqual(note.untold);
    }
  });

  it("has a film that was playing: it is stopped when another one is seen", () => {
    const first = new Evening(1000, "film");
    first.play(100);
    const second = new Evening(1000, "other");
    second.pass(80_000);
    second.watch = joinNotes(emptyNote, noteOf(first));
    second.play(100);
    expect(second.kinds).toEqual(["stopped", "started"]);
  });

  it("has a film that was playing: it is stopped once while another one is paused", () => {
    const first = new Evening(1000, "film");
    first.play(100);
    const second = new Evening(1000, "other");
    second.pause(80_000);
    second.watch = joinNotes(noteOf(second), noteOf(first));
    second.pause(10);
    expect(second.kinds).toEqual(["stopped"]);
  });
});
