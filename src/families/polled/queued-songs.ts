import { fits, windowAround } from "../../core/resources/fit.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import { emptyQueue, type MusicQueue } from "../../core/resources/queue.ts";
import type { QueueView } from "../family.ts";
import { sanitizeJsonWithoutQueries } from "../http/parse-json.ts";

/** A song of a queue. */
export interface Song {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly durationSeconds: number | undefined;
  /** Everything that the player tells of it, under its own names. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The songs that were read, by their positions. */
export type Songs = ReadonlyMap<number, Song>;

interface QueueHead {
  readonly id: string;
  readonly name: string;
  readonly total: number;
  readonly current: number | undefined;
}

/** Entries from this position on, with the fields that people read. */
export function entriesFrom(songs: Songs, start: number, count: number, current?: number): JsonObject[] {
  return range(songs, start, start + count).map(([position, { title, artist, album, durationSeconds }]) =>
    sanitizeJsonWithoutQueries({
      position,
      title,
      artist,
      album,
      duration: durationSeconds,
      active: position === current,
    }),
  );
}

/** The entries that are published. */
export function windowOf({ current = 0, total }: QueueHead, { publish, window }: QueueView) {
  return windowAround(current, publish === "none" ? 0 : window, total);
}

/** A queue as far as its songs were read. */
export function queueOf(head: QueueHead, songs: Songs, view: QueueView): MusicQueue {
  const { id, name, total, current } = head;
  const { start, end } = windowOf(head, view);
  const playing = current === undefined ? undefined : songs.get(current);
  return {
    ...emptyQueue,
    envelope: sanitizeJsonWithoutQueries({ id, start: 0, count: total, total, name: name || undefined }),
    total,
    current,
    title: playing?.title ?? "",
    artist: playing?.artist ?? "",
    album: playing?.album ?? "",
    entries:
      view.fields === "all"
        ? range(songs, start, end).map(full)
        : entriesFrom(songs, start, end - start, current),
    pages: view.publish === "all" ? pagesOf(songs, total, view.maxPayloadBytes) : [],
  };
}

/** The first position of this range that was not read. */
export function missingIn(songs: Songs, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) if (!songs.has(at)) return at;
  return undefined;
}

function range(songs: Songs, start: number, end: number): [number, Song][] {
  const found: [number, Song][] = [];
  for (let at = start; at < end; at++) {
    const song = songs.get(at);
    if (song !== undefined) found.push([at, song]);
  }
  return found;
}

function full([position, { details }]: readonly [number, Song]): JsonObject {
  return sanitizeJsonWithoutQueries({ ...details, position });
}

/** The pages that were read without a gap; smaller ones if one would exceed the limit of a payload. */
function pagesOf(songs: Songs, total: number, maxBytes: number, size = 50): readonly string[] {
  const read = missingIn(songs, 0, total) ?? total;
  const pages = Array.from({ length: Math.ceil(read / size) }, (_, page) =>
    JSON.stringify(range(songs, page * size, Math.min((page + 1) * size, read)).map(full)),
  );
  const isTooLarge = size > 1 && !pages.every((page) => fits(page, maxBytes));
  return isTooLarge ? pagesOf(songs, total, maxBytes, Math.ceil(size / 2)) : pages;
}
