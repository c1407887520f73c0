import { assert, constantFrom, dictionary, jsonValue, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Entry,
  type FilmFacts,
  fractionOf,
  type HistoryEvent,
  type Played,
  type Watched,
} from "../../../src/core/history/history.ts";
import {
  emptyNote,
  joinNotes,
  type Note,
  readNote,
  readUnsent,
  renderNote,
} from "../../../src/core/history/note.ts";
import type { Unsent } from "../../../src/core/history/unsent.ts";
import type { Json } from "../../../src/core/resources/json.ts";
import type { Seen } from "../../../src/core/history/seen.ts";
import { Evening, live } from "./watching.ts";

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

const unsent: Unsent = {
  leaf: "played",
  event: played,
  player: "den",
  addedAt: "2026-01-01T00:01:40.000Z",
  to: [{ name: "maloja" }, { name: "koito:42", refused: "status 400" }],
};

function noteOf(evening: Evening, untold: readonly HistoryEvent[] = []): Note {
  return { history: evening.watch.history, untold, unsent: [] };
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
    unsent: [unsent],
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
    expect(fractionOf({ seen: [[0, 5]], durationSeconds: 0 })).toBeUndefined();
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
    expect(renderNote(note, Buffer.byteLength(text))).toBe(text);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2500);
    expect(readNote(text)?.history.played.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, place) => String(place)),
    );
    expect(renderNote(note, 10)).toBe("");
    const films = Array<Entry<FilmFacts>>(20).fill(fullNote().history.films[0] as Entry<FilmFacts>);
    const many = renderNote({ ...emptyNote, history: { ...emptyNote.history, films } }, 2500);
    expect(JSON.parse(many)).toMatchObject({ watching: { length: 5 } });
    const { watched } = fullNote().history;
    const lists = { watched: Array<Watched>(30).fill(watched[0] as Watched) };
    const events = plays.map((event) => ({ leaf: "played", event }) as const);
    const waiting = Array.from({ length: 200 }, (_, place) => ({ ...unsent, player: String(place) }));
    const half = { history: { ...emptyNote.history, ...lists }, untold: events, unsent: waiting };
    const written = JSON.parse(renderNote(half, 35_000)) as unknown;
    const note10 = { untold: events.slice(-10), unsent: waiting.slice(-100) };
    expect(written).toMatchObject({ watched: { length: 10 }, note: note10 });
    expect(readNote(JSON.stringify(lists))?.history.watched).toHaveLength(20);
  });

  it("has of what is unsent only what names an event and receivers", () => {
    const to = [{ name: "no such name" }, { refused: "x" }, 1, { name: "maloja" }];
    const read = (value: unknown) => readUnsent(JSON.parse(JSON.stringify(value)) as Json);
    expect(read([{ ...unsent, to }, { ...unsent, leaf: "other" }, 1])).toEqual([
      { ...unsent, to: [{ name: "maloja" }] },
    ]);
    const { startedAt: addedAt } = played;
    expect(read([{ leaf: "played", event: played }])).toEqual([{ ...unsent, player: "", addedAt, to: [] }]);
  });

  it("may be anything, since anybody can write it", () => {
    for (const text of ["", "x", "[]", "1", "{}".padEnd(500_001)]) expect(readNote(text)).toBeUndefined();
    expect(readNote("{}".padEnd(500_000))).toEqual(emptyNote);
    const fragments = ["watching", "playing", "watched", "played", "note"];
    assert(
      property(dictionary(constantFrom(...fragments), jsonValue()), (fields) => {
        const note = readNote(JSON.stringify(fields));
        expect(note && again(note)).toEqual(note);
      }),
    );
    for (const [field, ...lengths] of [
      ["id", 0, 0, 0, 0],
      ["startedAt", 0, 0, 0, 0],
      ["state", 0, 1, 1, 3],
      ["mark", 0, 1, 1, 3],
      ["kind", 1, 0, 1, 1],
      ["playedSeconds", 1, 1, 0, 2],
    ] as const) {
      const { history, untold } =
        readNote(renderNote(fullNote(), 1_000_000).replaceAll(`"${field}":`, '"other":')) ?? emptyNote;
      const lists = [history.films, history.watched, history.played, untold];
      expect([field, ...lists.map(({ length }) => length)]).toEqual([field, ...lengths]);
      expect(history.track === undefined).toBe(lengths[0] === 0);
    }
    const wrong = { leaf: "x", event: played };
    expect(readNote(JSON.stringify({ note: { untold: [wrong, { leaf: "played" }, 1] } }))).toEqual(emptyNote);
    const odd = {
      id: "a",
      startedAt: "2026-01-01T00:00:00Z",
      state: "paused",
      note: { mark: "m", seen: [[1], "x", [-1, 3], ["2", 3], [5, 9]] },
    };
    expect(readNote(JSON.stringify({ watching: [odd] }))?.history.films).toMatchObject([
      { isBegun: false, seen: [[5, 9]], positionAt: odd.startedAt, facts: { title: "", path: undefined } },
    ]);
    const endless = JSON.stringify({ playing: { ...odd, durationSeconds: 7 } }).replace("7", "1e999");
    expect(readNote(endless)?.history.track?.durationSeconds).toBeUndefined();
    expect(readNote(JSON.stringify({ playing: { ...odd, startedAt: "once" } }))).toEqual(emptyNote);
    for (const field of Object.keys(odd))
      expect(readNote(JSON.stringify({ watching: [{ ...odd, [field]: undefined }] }))).toEqual(emptyNote);
    expect(readNote(JSON.stringify({ playing: odd }))?.history.track?.facts).toEqual({
      title: "",
      artist: "",
      album: "",
      service: undefined,
    });
  });
});

describe("a note of an earlier run", () => {
  it("gives a film that goes on its id, and joins what was seen", () => {
    const first = live(new Evening(1000), "play 300, nothing");
    const second = live(new Evening(1000), "pass 80000, at 300, play 100");
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
    const first = live(new Evening(1000), "play 1000, nothing");
    const second = live(new Evening(1000), "pass 80000, play 100");
    const old = { ...noteOf(first), history: { ...first.watch.history, played: [played] } };
    const { history, untold } = joinNotes(noteOf(second, second.events), old);
    expect(history.films.map(({ id }) => id)).toEqual([second.watched[0]?.id]);
    expect(untold).toEqual(second.events);
    expect(history.watched).toHaveLength(1);
    expect(history.played).toEqual([played]);
    const other = live(new Evening(1000, "other"), "pass 80000, play 100");
    expect(joinNotes(noteOf(other), old).history.films).toHaveLength(2);
  });

  it.each(["pause 10", "away", "pass 10"])(
    "does not count a film again that was left near its end: %s",
    (end) => {
      const first = live(new Evening(1000), `play 950, keep, ${end}`);
      expect(first.kinds).toContain("watched");
      const next = live(new Evening(1000), "pass 30000, at 949, pause 60");
      const joined = joinNotes(noteOf(next, next.events), noteOf(first));
      next.watch = { ...next.watch, history: joined.history };
      live(next, "play 50, nothing");
      expect(next.kinds.at(-1)).toBe("stopped");
      expect(next.kinds).not.toContain("started");
      expect(new Set(next.watched.map(({ id }) => id))).toEqual(new Set([first.watched[0]?.id]));
    },
  );

  it("does not count a long track again that goes on", () => {
    const [film] = fullNote().history.films;
    const known = {
      ...(film as Entry<FilmFacts>),
      facts: played,
      positionSeconds: 400,
      seen: [[0, 400]] as Seen,
    };
    const own = { ...known, id: "own", isCounted: false, positionSeconds: 700, seen: [[410, 700]] as Seen };
    const withTrack = (track: Entry<Played>) => ({ history: { ...emptyNote.history, track }, untold: [] });
    const joined = (one: Entry<Played>) => joinNotes(withTrack(one), withTrack(known)).history.track;
    expect(joined(own)).toMatchObject({ id: known.id, isCounted: true, positionSeconds: 700 });
    expect(joined({ ...own, seen: [], positionSeconds: 400 })).toMatchObject({
      id: known.id,
      isCounted: true,
    });
    expect(joined({ ...own, seen: [[0, 700]] })).toMatchObject({ id: "own", isCounted: false });
  });

  it("has a film that was playing: it is stopped when another one is seen", () => {
    const first = live(new Evening(1000), "play 100");
    const second = live(new Evening(1000, "other"), "pass 80000");
    second.watch = joinNotes(emptyNote, noteOf(first));
    second.play(100);
    expect(second.kinds).toEqual(["stopped", "started"]);
  });

  it("has a film that was playing: it is stopped once while another one is paused", () => {
    const first = live(new Evening(1000), "play 100");
    const second = live(new Evening(1000, "other"), "pause 80000");
    second.watch = joinNotes(noteOf(second), noteOf(first));
    second.pause(10);
    expect(second.kinds).toEqual(["stopped"]);
  });

  it("has films and a track that go on under its ids, and the newest twenty of all are kept", () => {
    const { films, watched } = fullNote().history;
    const noteOfIds = (ids: readonly string[], part: Seen[0]): Note => {
      const entry = { ...(films[0] as Entry<FilmFacts>), isCounted: false, seen: [part] };
      const entries = ids.map((id) => ({ ...entry, id, mark: id.slice(1) }));
      const track = { ...(entries[0] as typeof entry), facts: { ...played } };
      const viewings = ids.map((id) => ({ ...(watched[0] as Watched), id }));
      const plays = ids.map((id) => ({ ...played, id }));
      return { history: { films: entries, track, watched: viewings, played: plays }, untold: [], unsent: [] };
    };
    const idsOf = (run: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, place) => `${run}${from + place}`);
    const [known, added, others] = [idsOf("a", 1, 2), idsOf("b", 3, 12), idsOf("a", 13, 22)];
    const own = noteOfIds([...idsOf("b", 1, 2), ...added], [100, 150]);
    const { history } = joinNotes(own, noteOfIds([...known, ...others], [0, 120]));
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
    const kept = others.slice(0, 8);
    expect(ids(history.films)).toEqual([...known, ...added, ...kept]);
    expect(history.track).toMatchObject({ id: "a1", seen: [[0, 150]] });
    for (const list of [history.watched, history.played])
      expect(ids(list)).toEqual([...added, ...known, ...kept]);
    expect(joinNotes(own, noteOfIds(known.slice(1), [0, 120])).history.track).toEqual(own.history.track);
    expect({ ...joinNotes(emptyNote, own), unsent: [] }).toEqual(own);
  });
});
