import type { EntryTable } from "./entry-table.ts";
import { isObject, toFlag } from "../tolerant.ts";

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
