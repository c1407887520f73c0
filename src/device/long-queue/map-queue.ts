import type * as z from "zod";
import { fits, windowAround } from "../../core/resources/fit.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import type { MusicQueue } from "../../core/resources/queue.ts";
import { sanitizeJsonWithoutQueries, cutQuery } from "../sanitize-json.ts";
import { asNumber, isObject, toFlag } from "../tolerant.ts";
import { type MusicTrack, musicTrack } from "../track.ts";
import type { queueAnswer } from "../wire.ts";
import type { EntryTable } from "./entry-table.ts";

/** The entries of a queue, of which few are ever looked at. */
export interface QueueRows {
  readonly length: number;
  /** Where the current entry is; -1 if there is none. */
  readonly active: number;
  at(index: number): unknown;
  /** Whether this entry was the same, at the same place, in the reading before. */
  isUnchanged(index: number): boolean;
}

/** Whether an entry is the current one. */
export function isActive(row: unknown): boolean {
  return isObject(row) && toFlag(row["active"]) === true;
}

/** Entries that were parsed all together. */
export function parsedRows(rows: readonly unknown[]): QueueRows {
  return {
    length: rows.length,
    active: rows.findIndex(isActive),
    at: (index) => rows[index],
    isUnchanged: () => false,
  };
}

/** Entries of which the bytes are kept; the marked one is the current one. */
export function indexedRows(entries: EntryTable, parse: (json: Buffer) => unknown): QueueRows {
  return {
    length: entries.length,
    active: entries.firstMarked(),
    at: (index) => parse(entries.bytes(index)),
    isUnchanged: (index) => entries.origin(index) === index,
  };
}

/** How much of a queue is to be shown. */
export interface QueueView {
  readonly publish: "window" | "all" | "none";
  readonly window: number;
  readonly fields: "essential" | "all";
  readonly maxPayloadBytes: number;
}

/** What was written at the reading before: most of it is the same again. */
export interface QueueMemory {
  readonly pages: QueuePages;
  readonly window: QueueWindow;
}

/** A memory of nothing. */
export function newQueueMemory(): QueueMemory {
  return { pages: new QueuePages(), window: new QueueWindow() };
}

/** The music queue in our words; undefined when the answer holds no queue. Only what is shown is read. */
export function* mapQueue(
  answer: z.infer<ReturnType<typeof queueAnswer>>,
  rows: QueueRows,
  view: QueueView,
  { pages, window: lastWindow }: QueueMemory,
): Generator<void, MusicQueue | undefined> {
  const { array, ...rest } = answer;
  if (array === undefined && answer.total === undefined) return undefined;
  const start = asNumber(answer.start) ?? 0;
  const total = asNumber(answer.total) ?? start + rows.length;
  const focus = rows.active;
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
    entries,
    pages: view.publish === "all" ? yield* pages.write(rows, start, view.maxPayloadBytes, writeRow) : [],
  };
}

/** An entry as a person reads it; of what is no entry, the bare place. */
export function queueEntry(row: unknown, position: number): JsonObject {
  return essentialEntry(readTrack(row), position);
}

function readTrack(row: unknown): MusicTrack {
  return musicTrack().parse(isObject(row) ? row : {});
}

/** What a person reads of an entry. */
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

/** Between two pauses so many entries are mapped: a large one takes milliseconds. */
const slice = 10;

/** The entries of a queue around the current one; what did not change since the reading before is kept as it is. */
class QueueWindow {
  #entries: ReadonlyMap<number, JsonObject> = new Map();
  #start = 0;

  /** The entries from one place to another, where the queue's own begin at `start`. */
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

/** Full entries are about 1.4 KB each, so this many stay well under what any broker takes. */
const largestPage = 50;

/** Writes the JSON of one entry. */
type WriteRow = (index: number) => string;

/** All entries of a queue in JSON arrays of one length; pages of which no entry changed are kept as they are. */
class QueuePages {
  #pages: readonly string[] = [];
  #size = 0;
  #start = 0;
  #length = 0;
  #maxBytes = 0;
  /** For each size that was too large, a page that showed it. */
  #tooLarge = new Map<number, number>();

  /** Halves the pages until each fits into a payload. */
  *write(
    rows: QueueRows,
    start: number,
    maxBytes: number,
    writeRow: WriteRow,
  ): Generator<void, readonly string[]> {
    const isComparable = start === this.#start && maxBytes === this.#maxBytes;
    const isKept = (page: number, size: number): boolean => {
      const end = Math.min((page + 1) * size, rows.length);
      if (!isComparable || end !== Math.min((page + 1) * size, this.#length)) return false;
      for (let at = page * size; at < end; at++) if (!rows.isUnchanged(at)) return false;
      return true;
    };
    const tooLarge = new Map<number, number>();
    for (let size = largestPage; ; size = Math.ceil(size / 2)) {
      const culprit = this.#tooLarge.get(size);
      if (culprit !== undefined && culprit * size < rows.length && isKept(culprit, size)) {
        tooLarge.set(size, culprit);
        continue;
      }
      const pages: string[] = [];
      let found = -1;
      for (let page = 0; page * size < rows.length && found < 0; page++) {
        const kept = size === this.#size && isKept(page, size) ? this.#pages[page] : undefined;
        const text =
          kept ?? writePage(page * size, Math.min((page + 1) * size, rows.length), maxBytes, writeRow);
        if (text === undefined) found = page;
        else pages.push(text);
        if (kept === undefined) yield;
      }
      if (found < 0) {
        this.#pages = pages;
        this.#size = size;
        this.#start = start;
        this.#length = rows.length;
        this.#maxBytes = maxBytes;
        this.#tooLarge = tooLarge;
        return pages;
      }
      tooLarge.set(size, found);
    }
  }
}

/** A JSON array of some entries; undefined where several do not fit into so many bytes. */
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
