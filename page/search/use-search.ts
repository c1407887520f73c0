import { useEffect, useState } from "preact/hooks";
import type { LibraryView } from "../../src/extensions/page/response-views.ts";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { readPage } from "../library/use-library.ts";

/** The lists that a player searches, those that people look for most first. */
const searchedLists = ["albums", "artists", "tracks", "films"] as const;
/** The entries of each list that are shown. */
export const mostEntries = 5;
/** Players that are asked at a time; each gets one request after the other. */
const mostAtOnce = 3;

/** What was found at a player so far, and whether more may come. */
export interface Found {
  readonly pages: readonly LibraryView[];
  readonly isDone: boolean;
}

/** Searches the libraries of players; the results by their ids. Another search ends this one. */
export function useSearch(players: readonly PlayerView[], searchText: string): ReadonlyMap<string, Found> {
  const [found, setFound] = useState<ReadonlyMap<string, Found>>(new Map());
  const ids = players.map(({ id }) => id).join(" ");
  useEffect(() => {
    let isOld = false;
    const waiting = [...players];
    const add = (id: string, page: LibraryView | undefined, isDone: boolean): void =>
      setFound((before) => {
        const pages = before.get(id)?.pages ?? [];
        return new Map([...before, [id, { pages: page === undefined ? pages : [...pages, page], isDone }]]);
      });
    const work = async (): Promise<void> => {
      for (let player = waiting.shift(); player !== undefined; player = waiting.shift()) {
        const { id, library } = player;
        for (const list of searchedLists.filter((one) => library.lists.includes(one))) {
          const place = { list, narrowed: ["search", searchText] as const };
          const page = await readPage(id, place, 0, mostEntries);
          if (isOld) return;
          add(id, page, false);
        }
        add(id, undefined, true);
      }
    };
    for (let worker = 0; worker < mostAtOnce; worker += 1) void work();
    return () => {
      isOld = true;
    };
  }, [ids, searchText]);
  return found;
}
