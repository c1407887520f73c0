import type { QueueView } from "../../family.ts";
import * as z from "zod";
import { fits, windowAround } from "../../../core/resources/fit.ts";
import type { JsonObject } from "../../../core/resources/json.ts";
import type { MusicQueue } from "../../../core/resources/queue.ts";
import type { PlayingHint } from "../playing-hint.ts";
import { cutQuery, sanitizeJsonWithoutQueries } from "../../http/parse-json.ts";
import { pictureById } from "../map-track.ts";
import { asNumber, isObject, looseAnswerOf, number, type ReadContext, toFlag } from "../wire.ts";
import { type MusicTrack, musicTrack } from "../track.ts";
import type { EntryTable } from "./entry-table.ts";
import { findPlaying } from "./find-playing.ts";

/** The answer of getPlayQueue without its entries: there are thousands, and only published ones are parsed. */
export const queueAnswer = looseAnswerOf(() => ({
  status: number,
  id: number,
  start: number,
  count: number,
  total: number,
  array: z.array(z.unknown()).optional().catch(undefined),
}));

/** The entries of a queue; only a few of them are ever parsed. */
export interface QueueRows {
  readonly length: number;
  /** The index of the current entry; -1 if there is none. */
  readonly active: number;
  at(index: number): unknown;
  /** Whether this entry is the same at the same index as in the previous reading. */
  isUnchanged(index: number): boolean;
}

export function isActive(row: unknown): boolean {
  return isObject(row) && toFlag(row["active"]) === true;
}

function hasMark(row: unknown): boolean {
  return isObject(row) && toFlag(row["active"]) !== undefined;
}

/** The entries with the mark that the player does not give. */
function withMark(entries: readonly JsonObject[], current: number): JsonObject[] {
  return entries.map((entry) => ({ ...entry, active: entry["position"] === current }));
}

export function parsedRows(rows: readonly unknown[]): QueueRows {
  return {
    length: rows.length,
    active: rows.findIndex(isActive),
    at: (index) => rows[index],
    isUnchanged: () => false,
  };
}

/** Entries that are kept as bytes; the marked one is the current entry. */
export function indexedRows(entries: EntryTable, parse: (json: Buffer) => unknown): QueueRows {
  return {
    length: entries.length,
    active: entries.firstMarked(),
    at: (index) => parse(entries.bytes(index)),
    isUnchanged: (index) => entries.isKept(index),
  };
}

export class QueueMemory {
  readonly pages = new QueuePages();
  readonly window = new QueueWindow();
}

/** Maps the music queue; undefined if the answer contains none. Only published entries are parsed. */
export function* mapQueue(
  answer: z.infer<ReturnType<typeof queueAnswer>>,
  rows: QueueRows,
  view: QueueView,
  { pages, window: lastWindow }: QueueMemory,
  hint: PlayingHint | undefined,
): Generator<void, MusicQueue | undefined> {
  const { array, ...rest } = answer;
  if (array === undefined && answer.total === undefined) return undefined;
  const start = asNumber(answer.start) ?? 0;
  const told = asNumber(answer.total);
  const total = told !== undefined && told >= 0 ? told : start + rows.length;
  // Some players mark no entry, neither the current one nor the others.
  const isUnmarked = rows.active < 0 && rows.length > 0 && !hasMark(rows.at(0));
  const focus = isUnmarked && hint !== undefined ? yield* findPlaying(rows, start, hint) : rows.active;
  const current = focus < 0 ? undefined : readTrack(rows.at(focus));
  const shown = view.publish === "none" ? 0 : view.window;
  const window = windowAround(focus, shown, rows.length);
  const write = view.fields === "all" ? fullEntry : essentialEntry;
  const entries = yield* lastWindow.read(rows, window.start, window.end, start, (at) =>
    write(readTrack(rows.at(at)), start + at),
  );
  const writeRow = (at: number): string => JSON.stringify(fullEntry(readTrack(rows.at(at)), start + at));
  return {
    envelope: {
      ...sanitizeJsonWithoutQueries(rest),
      id: answer.id ?? 0,
      start,
      count: answer.count ?? rows.length,
      total,
    },
    total,
    current: focus < 0 ? undefined : start + focus,
    title: cutQuery(current?.title ?? current?.fileName ?? ""),
    artist: cutQuery(current?.artist ?? ""),
    album: cutQuery(current?.album ?? ""),
    entries: isUnmarked && view.fields === "essential" ? withMark(entries, start + focus) : entries,
    isUnmarked,
    pages: view.publish === "all" ? yield* pages.write(rows, start, view.maxPayloadBytes, writeRow) : [],
  };
}

/** An entry with the fields that people read, its picture and its id in the library; a malformed one has only its position. */
export function queueEntry(row: unknown, position: number, context: ReadContext): JsonObject {
  const track = readTrack(row);
  const picture = pictureById(track.id, track.type, context);
  return {
    ...essentialEntry(track, position),
    ...(picture !== undefined && { picture }),
    // The id of a track of a service is none of the library.
    ...(Number(track.id) > 0 && !/^https?:/i.test(track.uri ?? "") && { track: String(track.id) }),
  };
}

function readTrack(row: unknown): MusicTrack {
  return musicTrack().parse(isObject(row) ? row : {});
}

function essentialEntry(track: MusicTrack, position: number): JsonObject {
  const durationMs = asNumber(track.duration);
  return sanitizeJsonWithoutQueries({
    position,
    title: track.title ?? track.fileName,
    artist: track.artist,
    album: track.album,
    duration: durationMs === undefined ? undefined : Math.round(durationMs / 1000),
    extension: track.extension,
    bits: track.bits,
    SampleRate: track.SampleRate,
    channels: track.channels,
    isLossless: track.isLossless,
    active: track.active ?? false,
  });
}

function fullEntry(track: MusicTrack, position: number): JsonObject {
  return { ...sanitizeJsonWithoutQueries(track), position };
}

/** The number of entries mapped between two pauses: a large one takes milliseconds. */
const slice = 10;

/** The entries around the current one; those that did not change since the previous reading are reused. */
class QueueWindow {
  #entries: ReadonlyMap<number, JsonObject> = new Map();
  #start = 0;

  /** Reads the entries of a range; `start` is the first position of the queue itself. */
  *read(
    rows: QueueRows,
    from: number,
    to: number,
    start: number,
    readEntry: (index: number) => JsonObject,
  ): Generator<void, readonly JsonObject[]> {
    const entries = new Map<number, JsonObject>();
    for (let at = from; at < to; at++) {
      const kept = start === this.#start && rows.isUnchanged(at) ? this.#entries.get(at) : undefined;
      entries.set(at, kept ?? readEntry(at));
      if (entries.size % slice === 0) yield;
    }
    this.#entries = entries;
    this.#start = start;
    return [...entries.values()];
  }
}

/** Full entries take about 1.4 KB each, so a page stays well below the limit of any broker. */
const largestPage = 50;

type WriteRow = (index: number) => string;

/** All entries of a queue in JSON arrays of equal length; pages without a changed entry are reused. */
class QueuePages {
  #pages: readonly string[] = [];
  #size = 0;
  #start = 0;
  #length = 0;

  /** Halves the page size until every page fits into a payload. */
  *write(
    rows: QueueRows,
    start: number,
    maxBytes: number,
    writeRow: WriteRow,
  ): Generator<void, readonly string[]> {
    for (let size = largestPage; ; size = Math.ceil(size / 2)) {
      const pages: string[] = [];
      let isTooLarge = false;
      for (let from = 0; from < rows.length && !isTooLarge; from += size) {
        const to = Math.min(from + size, rows.length);
        const isKept = size === this.#size && start === this.#start && this.#isKept(rows, from, to);
        const text = isKept ? this.#pages[from / size] : writePage(from, to, maxBytes, writeRow);
        if (text === undefined) isTooLarge = true;
        else pages.push(text);
        if (!isKept) yield;
      }
      if (isTooLarge) continue;
      this.#pages = pages;
      this.#size = size;
      this.#start = start;
      this.#length = rows.length;
      return pages;
    }
  }

  /** Whether a page has the same entries as before. */
  #isKept(rows: QueueRows, from: number, to: number): boolean {
    if (to !== Math.min(from + this.#size, this.#length)) return false;
    for (let at = from; at < to; at++) if (!rows.isUnchanged(at)) return false;
    return true;
  }
}

/** A JSON array of a range of entries; undefined if several entries do not fit into `maxBytes`. */
function writePage(from: number, to: number, maxBytes: number, writeRow: WriteRow): string | undefined {
  const isDivisible = to - from > 1;
  const texts: string[] = [];
  let length = 0;
  for (let at = from; at < to; at++) {
    const text = writeRow(at);
    length += text.length;
    if (isDivisible && length > maxBytes) return undefined;
    texts.push(text);
  }
  const page = `[${texts.join(",")}]`;
  return isDivisible && !fits(page, maxBytes) ? undefined : page;
}
