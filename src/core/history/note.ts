import { asList, asObject, asText, type Json, type JsonObject, parseObject } from "../resources/json.ts";
import {
  beginsAgain,
  type Entry,
  type FilmFacts,
  fractionOf,
  type History,
  type HistoryEvent,
  mostEntries,
  noHistory,
  type Played,
  type TrackFacts,
  type Watched,
  watchedKinds,
} from "./history.ts";
import { type Seen, withPart } from "./seen.ts";
import { type Destination, isReceiverName, mostUnsent, type Unsent } from "./unsent.ts";

/** The history of a player, and what may not have reached the broker. */
interface Told {
  readonly history: History;
  readonly untold: readonly HistoryEvent[];
}

export interface Note extends Told {
  /** What receivers beside the broker have not answered. */
  readonly unsent: readonly Unsent[];
}

export const emptyNote: Note = { history: noHistory, untold: [], unsent: [] };

/** More is no note of ours. */
const longestNote = 500_000;
const mostUntold = 100;
const states = ["playing", "paused", "stopped"] as const;

/** The payload of a note, with as many entries as fit. */
export function renderNote({ history, untold, unsent }: Note, maxBytes: number): string {
  for (let count = mostEntries; count > 0; count = Math.floor(count / 2)) {
    const text = JSON.stringify({
      watching: history.films.slice(0, count).map(entryFields),
      playing: history.track && entryFields(history.track),
      watched: history.watched.slice(0, count),
      played: history.played.slice(0, count),
      note: { untold: untold.slice(-count), unsent: unsent.slice((-count * mostUnsent) / mostEntries) },
    });
    if (Buffer.byteLength(text) <= maxBytes) return text;
  }
  return "";
}

/** Reads a note, which anybody may have written; undefined if it is none. */
export function readNote(text: string): Note | undefined {
  if (text.length > longestNote) return undefined;
  const note = parseObject(text);
  if (note === undefined) return undefined;
  return {
    history: {
      films: listOf(note["watching"], (one) => readEntry(one, readFilm)),
      track: readEntry(note["playing"], readTrack),
      watched: listOf(note["watched"], readWatched),
      played: listOf(note["played"], readPlayed),
    },
    untold: listOf(fieldsOf(note["note"])["untold"], readEvent, mostUntold),
    unsent: readUnsent(fieldsOf(note["note"])["unsent"]),
  };
}

/** Events that receivers have not answered, as a note or a file keeps them. */
export function readUnsent(value: Json | undefined): readonly Unsent[] {
  return listOf(
    value,
    (one) => {
      const event = readEvent(one);
      const { player, addedAt, to } = fieldsOf(one);
      return (
        event && {
          ...event,
          player: asText(player) ?? "",
          addedAt: asText(addedAt) ?? event.event.startedAt,
          to: listOf(to, readDestination),
        }
      );
    },
    mostUnsent,
  );
}

function readDestination(value: Json): Destination | undefined {
  const fields = fieldsOf(value);
  const [name = "", refused] = [asText(fields["name"]), asText(fields["refused"])];
  return isReceiverName(name) ? { name, ...(refused !== undefined && { refused }) } : undefined;
}

/**
 * Joins what this run has seen with the note of an earlier one. A film that this run saw before it got the note goes on under
 * the id of the note, and nothing of it was told yet.
 */
export function joinNotes(own: Told, older: Told): Told {
  const renamed = new Set<string>();
  const joinEntry = <Facts>(one: Entry<Facts>, known: Entry<Facts> | undefined): Entry<Facts> => {
    const positionSeconds = one.seen[0]?.[0] ?? one.positionSeconds;
    if (known?.mark !== one.mark || beginsAgain(known, { positionSeconds })) return one;
    renamed.add(one.id);
    const { id, startedAt, isBegun, isCounted, state } = known;
    return { ...one, id, startedAt, isBegun, isCounted, state, seen: known.seen.reduce(withPart, one.seen) };
  };
  const [mine, theirs] = [own.history, older.history];
  const films = mine.films.map((film) =>
    joinEntry(
      film,
      theirs.films.find(({ mark }) => mark === film.mark),
    ),
  );
  const track = mine.track === undefined ? theirs.track : joinEntry(mine.track, theirs.track);
  const others = theirs.films.filter((film) => !films.some(({ mark }) => mark === film.mark));
  const isNew = ({ id }: { readonly id: string }): boolean => !renamed.has(id);
  const untold = own.untold.filter(({ event }) => isNew(event));
  return {
    history: {
      films: [...films, ...others].slice(0, mostEntries),
      track,
      watched: [...mine.watched.filter(isNew), ...theirs.watched].slice(0, mostEntries),
      played: [...mine.played.filter(isNew), ...theirs.played].slice(0, mostEntries),
    },
    untold,
  };
}

/** What only the bridge reads stands in `note`: in one message with the rest, so that a crash parts nothing. */
function entryFields(entry: Entry<object>): object {
  const { facts, seen, mark, isBegun, isCounted, positionAt, ...rest } = entry;
  const note = { mark, positionAt, isBegun, isCounted, seen };
  return { ...facts, ...rest, fraction: fractionOf(entry), note };
}

function readEntry<Facts>(
  value: Json | undefined,
  readFacts: (fields: JsonObject) => Facts,
): Entry<Facts> | undefined {
  const fields = fieldsOf(value);
  const note = fieldsOf(fields["note"]);
  const times = readTimes(fields);
  const [mark, state] = [asText(note["mark"]), states.find((one) => one === fields["state"])];
  if (times === undefined || mark === undefined || state === undefined) return undefined;
  const positionAt = asDate(note["positionAt"]) ?? times.startedAt;
  return {
    ...times,
    mark,
    state,
    isBegun: note["isBegun"] === true,
    isCounted: note["isCounted"] === true,
    positionSeconds: asNumber(fields["positionSeconds"]),
    positionAt,
    seen: readSeen(note["seen"]),
    facts: readFacts(fields),
  };
}

function readSeen(value: Json | undefined): Seen {
  let seen: Seen = [];
  for (const part of asList(value).slice(0, 100)) {
    const [from, to] = asList(part).map(asNumber);
    if (typeof from === "number" && typeof to === "number") seen = withPart(seen, [from, to]);
  }
  return seen;
}

function readTimes(fields: JsonObject) {
  const [id, startedAt] = [asText(fields["id"]), asDate(fields["startedAt"])];
  if (id === undefined || startedAt === undefined) return undefined;
  return { id, startedAt, durationSeconds: asNumber(fields["durationSeconds"]) };
}

function readFilm(fields: JsonObject): FilmFacts {
  return {
    title: asText(fields["title"]) ?? "",
    year: asNumber(fields["year"]),
    path: asText(fields["path"]),
    season: asNumber(fields["season"]),
    episode: asNumber(fields["episode"]),
    imdb: asText(fields["imdb"]),
    tmdb: asText(fields["tmdb"]),
  };
}

function readTrack(fields: JsonObject): TrackFacts {
  const [title = "", artist = "", album = ""] = ["title", "artist", "album"].map((name) =>
    asText(fields[name]),
  );
  return { title, artist, album, service: asText(fields["service"]) };
}

function readWatched(value: Json | undefined): Watched | undefined {
  const fields = fieldsOf(value);
  const times = readTimes(fields);
  const kind = watchedKinds.find((one) => one === fields["kind"]);
  if (times === undefined || kind === undefined) return undefined;
  const positionSeconds = asNumber(fields["positionSeconds"]);
  const { durationSeconds, id, startedAt } = times;
  const fraction = asNumber(fields["fraction"]);
  return { kind, ...readFilm(fields), positionSeconds, durationSeconds, fraction, startedAt, id };
}

function readPlayed(value: Json | undefined): Played | undefined {
  const fields = fieldsOf(value);
  const times = readTimes(fields);
  const playedSeconds = asNumber(fields["playedSeconds"]);
  if (times === undefined || playedSeconds === undefined) return undefined;
  const { durationSeconds, id, startedAt } = times;
  return { ...readTrack(fields), durationSeconds, playedSeconds, startedAt, id };
}

function readEvent(value: Json): HistoryEvent | undefined {
  const { leaf, event } = fieldsOf(value);
  if (leaf === "watched") {
    const watched = readWatched(event);
    return watched && { leaf: "watched", event: watched };
  }
  const played = leaf === "played" ? readPlayed(event) : undefined;
  return played && { leaf: "played", event: played };
}

function fieldsOf(value: Json | undefined): JsonObject {
  return asObject(value) ?? {};
}

function listOf<One>(
  value: Json | undefined,
  read: (value: Json) => One | undefined,
  most = mostEntries,
): readonly One[] {
  return asList(value)
    .slice(0, most)
    .map(read)
    .filter((one) => one !== undefined);
}

function asNumber(value: Json | undefined): number | undefined {
  return typeof value === "number" && value >= 0 && value < Infinity ? value : undefined;
}

function asDate(value: Json | undefined): string | undefined {
  const text = asText(value) ?? "";
  return Number.isNaN(Date.parse(text)) ? undefined : text;
}
