import { useEffect, useState } from "preact/hooks";
import type { LibraryEntryView, LibraryView } from "../../src/extensions/page/response-views.ts";
import { cutPages, type ListWindow, pagesOf } from "../queue/list-window.ts";
import { playerAddress, read } from "../requests.ts";
import { reasonText } from "../phrases.ts";
import { t } from "../texts.ts";
import type { LibraryPlace } from "./places.ts";

/** The rows in one answer: players hang under larger pages. */
const pageSize = 50;
/** A page is requested once scrolling rests: each costs the player's budget. */
const restMs = 250;

/** The entries of a list of the library that a window needs, one request after the other. */
export function useLibrary(playerId: string, place: LibraryPlace, windowOf: (size: number) => ListWindow) {
  const [pages, setPages] = useState<ReadonlyMap<number, LibraryView>>(new Map());
  const [reason, setReason] = useState<string>();
  const total = totalOf(pages);
  const { first, end } = windowOf(total);
  const starts = pagesOf({ first, end: Math.max(1, end) }, pageSize);
  const missing = reason === undefined ? starts.find((start) => !pages.has(start)) : undefined;
  useEffect(() => {
    if (missing === undefined) return undefined;
    let isOld = false;
    const load = async (): Promise<void> => {
      const page = await readPage(playerId, place, missing);
      if (isOld) return;
      if (page === undefined || page.reason !== undefined)
        setReason((page && reasonText(page)) ?? t("library.silent"));
      else setPages((before) => new Map([...before, [missing, page]]));
    };
    const timer = setTimeout(() => void load(), pages.size === 0 ? 0 : restMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [missing]);
  return {
    total,
    reason,
    retry: () => setReason(undefined),
    isLoading: missing !== undefined,
    /** The entries from here on, also those that no one has scrolled to; fewer if they cannot be read. */
    entriesFrom: async (index: number, count: number): Promise<readonly LibraryEntryView[]> => {
      const range = { first: index, end: Math.min(total, index + count) };
      const found = await Promise.all(
        pagesOf(range, pageSize).map(
          async (start) => pages.get(start) ?? (await readPage(playerId, place, start)),
        ),
      );
      return cutPages(
        found.map((page) => (page?.reason === undefined ? page?.entries : undefined)),
        range,
        pageSize,
      );
    },
    entryAt: (index: number): LibraryEntryView | undefined =>
      pages.get(index - (index % pageSize))?.entries[index % pageSize],
  };
}

/** The page of a list that begins here; undefined if the bridge does not answer. */
export function readPage(
  playerId: string,
  { list, narrowed }: LibraryPlace,
  start: number,
  count = pageSize,
): Promise<LibraryView | undefined> {
  const query = new URLSearchParams({ start: String(start), count: String(count) });
  if (narrowed !== undefined) query.append(...narrowed);
  return read<LibraryView>(playerAddress(playerId, `library/${list}?${query}`));
}

/** The length of the list; as far as known, where the player does not report it. */
function totalOf(pages: ReadonlyMap<number, LibraryView>): number {
  const sizes = [...pages.values()].map(({ start, total, entries }) => {
    if (total !== undefined) return total;
    // A full page may be followed by another.
    return start + entries.length + (entries.length === pageSize ? 1 : 0);
  });
  return Math.max(0, ...sizes);
}
