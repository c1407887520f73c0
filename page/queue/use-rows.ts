import { useEffect, useState } from "preact/hooks";
import type { RowsView, RowView } from "../../src/extensions/page/response-views.ts";
import { playerAddress, read } from "../requests.ts";
import { type ListWindow, pagesOf } from "./list-window.ts";

const pageSize = 100;
const restMs = 60;
const againMs = 3000;
const mostPages = 30;

/** The loaded pages of a list; a new revision or search discards them. */
export interface ListSource {
  readonly playerId: string;
  readonly list: "playlist" | "queue";
  readonly mark: number;
  readonly searchText: string;
}

interface KnownPage {
  readonly of: string;
  readonly rows: readonly RowView[];
}

/** The rows of a window, requested once scrolling pauses; rows of an older list stay until they are replaced. */
export function useRows(
  { playerId, list, mark, searchText }: ListSource,
  windowOf: (size: number) => ListWindow,
  size: number,
) {
  const [known, setKnown] = useState<ReadonlyMap<number, KnownPage>>(new Map());
  const [found, setFound] = useState<{ readonly searchText: string; readonly total: number }>();
  const of = `${mark} ${searchText}`;
  const total = searchText === "" ? size : (found?.total ?? 0);
  const { first, end } = windowOf(total);
  const starts = pagesOf({ first, end: Math.max(1, end) }, pageSize);
  const missing = starts.filter((start) => known.get(start)?.of !== of).join(",");
  useEffect(() => {
    if (missing === "") return undefined;
    let isOld = false;
    const load = async (start: number): Promise<void> => {
      if (isOld) return;
      const query = new URLSearchParams({ start: String(start), search: searchText });
      const page = await read<RowsView>(playerAddress(playerId, `lists/${list}?${query}`));
      if (isOld) return;
      if (page === undefined) {
        setTimeout(() => void load(start), againMs);
        return;
      }
      if (searchText !== "") setFound({ searchText, total: page.total });
      setKnown((before) => {
        const kept = [...before].filter(([at]) => before.size < mostPages || starts.includes(at));
        return new Map([...kept, [start, { of, rows: page.rows }]]);
      });
    };
    const timer = setTimeout(() => {
      for (const start of missing.split(",")) void load(Number(start));
    }, restMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [playerId, list, of, missing]);
  return {
    total,
    isFound: searchText === "" || found?.searchText === searchText,
    rowAt: (index: number): RowView | undefined =>
      known.get(index - (index % pageSize))?.rows[index % pageSize],
  };
}
