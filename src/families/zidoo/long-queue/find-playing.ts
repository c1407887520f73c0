import type { PlayingHint } from "../playing-hint.ts";
import { isObject } from "../wire.ts";

/** The number of entries looked at between two pauses: each may have to be parsed. */
const slice = 100;

/**
 * Finds the entry that plays in a queue that marks none: by its place, then by its id, then by title and artist where
 * those are unique; -1 if it is not found. An entry with another title is another track, since the ids of a library and
 * of a queue differ.
 */
export function* findPlaying(
  rows: { readonly length: number; at(index: number): unknown },
  start: number,
  hint: PlayingHint,
): Generator<void, number> {
  const place = hint.index - start;
  if (hint.index >= 0 && place >= 0 && place < rows.length && mayBe(rows.at(place), hint)) return place;
  const alike: number[] = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows.at(at);
    if (hint.id !== "" && textOf(row, "id") === hint.id && mayBe(row, hint)) return at;
    if (hint.title !== "" && titleOf(row) === hint.title && textOf(row, "artist") === hint.artist)
      alike.push(at);
    if (at % slice === slice - 1) yield;
  }
  return alike.length === 1 ? (alike[0] ?? -1) : -1;
}

/** Whether an entry can be the track, as far as titles tell. */
function mayBe(row: unknown, { title }: PlayingHint): boolean {
  const shown = titleOf(row);
  return title === "" || shown === "" || shown === title;
}

function titleOf(row: unknown): string {
  return textOf(row, "title") || textOf(row, "fileName");
}

function textOf(row: unknown, field: string): string {
  const value = isObject(row) ? row[field] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
