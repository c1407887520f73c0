import type { z } from "zod";
import { fits, windowAround } from "../core/fit.ts";
import type { JsonObject, MusicQueue } from "../core/player.ts";
import { carryWithoutQueries, cutQuery } from "./carry.ts";
import { asNumber, isObject, toFlag } from "./tolerant.ts";
import { type MusicTrack, musicTrack } from "./track.ts";
import type { queueAnswer } from "./wire.ts";

/** How much of a queue is to be shown. */
export interface QueueView {
  readonly publish: "window" | "all" | "none";
  readonly window: number;
  readonly fields: "essential" | "all";
  readonly maxPayloadBytes: number;
}

/** Full entries are about 1.4 KB each, so this many stay well under what any broker takes. */
const largestPage = 50;

/** The music queue in our words; undefined when the answer holds no queue. Only what is shown is read. */
export function mapQueue(answer: z.infer<typeof queueAnswer>, view: QueueView): MusicQueue | undefined {
  const { array, ...rest } = answer;
  if (array === undefined && answer.total === undefined) return undefined;
  const rows = array ?? [];
  const start = asNumber(answer.start) ?? 0;
  const total = asNumber(answer.total) ?? start + rows.length;
  const focus = rows.findIndex(isActive);
  const current = focus < 0 ? undefined : readTrack(rows[focus]);
  const shown = view.publish === "none" ? 0 : view.window;
  const window = windowAround(focus, shown, rows.length);
  const write = view.fields === "all" ? fullEntry : essentialEntry;
  return {
    envelope: {
      ...carryWithoutQueries(rest),
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
    entries: rows
      .slice(window.start, window.end)
      .map((row, place) => write(readTrack(row), start + window.start + place)),
    pages: view.publish === "all" ? pagesOf(rows, start, view.maxPayloadBytes) : [],
  };
}

function isActive(row: unknown): boolean {
  return isObject(row) && toFlag(row["active"]) === true;
}

function readTrack(row: unknown): MusicTrack {
  return musicTrack.parse(isObject(row) ? row : {});
}

/** What a person reads of an entry. */
function essentialEntry(track: MusicTrack, position: number): JsonObject {
  const durationMs = asNumber(track.duration);
  return carryWithoutQueries({
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
  return { ...carryWithoutQueries(track), position };
}

/** All entries in JSON arrays of one length, halved until each fits into a payload. */
function pagesOf(rows: readonly unknown[], start: number, maxBytes: number): string[] {
  const entries = rows.map((row, place) => JSON.stringify(fullEntry(readTrack(row), start + place)));
  for (let size = largestPage; ; size = Math.ceil(size / 2)) {
    const pages: string[] = [];
    for (let at = 0; at < entries.length; at += size)
      pages.push(`[${entries.slice(at, at + size).join(",")}]`);
    if (size === 1 || pages.every((page) => fits(page, maxBytes))) return pages;
  }
}
