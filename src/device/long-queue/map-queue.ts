import type * as z from "zod";
import { windowAround } from "../../core/topics/fit.ts";
import type { JsonObject, MusicQueue } from "../../core/resources/player.ts";
import { sanitizeJsonWithoutQueries, cutQuery } from "../sanitize-json.ts";
import type { QueuePages } from "./queue-pages.ts";
import type { QueueRows } from "./queue-rows.ts";
import type { QueueWindow } from "./queue-window.ts";
import { asNumber, isObject } from "../tolerant.ts";
import { type MusicTrack, musicTrack } from "../track.ts";
import type { queueAnswer } from "../wire.ts";

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
