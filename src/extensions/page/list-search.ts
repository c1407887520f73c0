import { setImmediate as nextTurn } from "node:timers/promises";
import type { JsonObject } from "../../core/resources/json.ts";
import { textOf } from "../../core/resources/track-format.ts";

/** Entries that are looked at before other work has its turn. */
const sliceSize = 500;

export interface SearchableList {
  /** The list as the bridge holds it: another object for every change. */
  readonly of: unknown;
  readonly size: number;
  readonly read: (from: number, count: number) => readonly JsonObject[];
}

export class ListSearch {
  #last: { readonly of: unknown; readonly texts: readonly string[] } | undefined;

  /** The indexes of the entries whose title, artist or album have all of these words. */
  async find(list: SearchableList, searchText: string): Promise<readonly number[]> {
    const words = folded(searchText).split(/\s+/);
    const texts = await this.#textsOf(list);
    return texts.flatMap((text, index) => (words.every((word) => text.includes(word)) ? [index] : []));
  }

  async #textsOf({ of, size, read }: SearchableList): Promise<readonly string[]> {
    const last = this.#last;
    if (last !== undefined && last.of === of) return last.texts;
    const texts: string[] = [];
    let unread = size;
    for (let from = 0; from < size; from += sliceSize) {
      // A part of a list may not be read yet; nothing is found there.
      for (const [index, entry] of read(from, sliceSize).entries()) {
        texts[from + index] = searchText(entry);
        if (Object.keys(entry).length > 0) unread -= 1;
      }
      await nextTurn();
    }
    // What is read later does not change the list.
    if (unread <= 0) this.#last = { of, texts };
    return texts;
  }
}

function searchText(entry: JsonObject): string {
  return folded(["title", "artist", "album"].map((name) => textOf(entry[name])).join("\n"));
}

/** Without case and accents: people search for Bjork and find Björk. */
function folded(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .trim();
}
