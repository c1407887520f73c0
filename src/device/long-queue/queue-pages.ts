import { fits } from "../../core/topics/fit.ts";
import type { QueueRows } from "./queue-rows.ts";

/** Full entries are about 1.4 KB each, so this many stay well under what any broker takes. */
const largestPage = 50;

/** Writes the JSON of one entry. */
export type WriteRow = (index: number) => string;

/** All entries of a queue in JSON arrays of one length; pages of which no entry changed are kept as they are. */
export class QueuePages {
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
        const text = kept ?? writePage(page * size, Math.min((page + 1) * size, rows.length), writeRow);
        if (size > 1 && kept === undefined && !fits(text, maxBytes)) found = page;
        pages.push(text);
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

function writePage(from: number, to: number, writeRow: WriteRow): string {
  const texts: string[] = [];
  for (let at = from; at < to; at++) texts.push(writeRow(at));
  return `[${texts.join(",")}]`;
}
