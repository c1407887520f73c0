import { useEffect, useRef, useState } from "preact/hooks";
import type { LibraryView } from "../../src/extensions/page/response-views.ts";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { readPage } from "../library/use-library.ts";
import { searchedLists } from "../player.ts";
import { t } from "../texts.ts";

/** The entries of each list that are shown. */
export const mostEntries = 5;
/** Players that are asked at a time; each gets one request after the other. */
const mostAtOnce = 3;

/** What was found at a player so far, and whether more may come. */
export interface Found {
  readonly pages: readonly LibraryView[];
  readonly isDone: boolean;
}

/** Searches the libraries of the first players, each once: whoever comes or goes meanwhile has nobody asked again. */
export function useSearch(players: readonly PlayerView[], searchText: string, most: number) {
  const [found, setFound] = useState<ReadonlyMap<string, Found>>(new Map());
  const search = useRef({ waiting: [] as PlayerView[], workers: 0, isOver: false }).current;
  const unasked = players.filter(({ id }) => !found.has(id));
  const next = unasked.slice(0, Math.max(0, most - found.size));
  const add = (id: string, added: readonly LibraryView[], isDone: boolean): void =>
    setFound(
      (before) => new Map([...before, [id, { pages: [...(before.get(id)?.pages ?? []), ...added], isDone }]]),
    );
  const ask = async (player: PlayerView): Promise<void> => {
    const { id } = player;
    for (const list of searchedLists(player)) {
      const page = await readPage(id, { list, narrowed: ["search", searchText] }, 0, mostEntries);
      if (search.isOver) return;
      add(id, [page ?? { list, start: 0, entries: [], reason: t("library.silent") }], false);
      if (page === undefined) break;
    }
    add(id, [], true);
  };
  const work = async (): Promise<void> => {
    search.workers += 1;
    for (let player = search.waiting.shift(); player !== undefined; player = search.waiting.shift()) {
      await ask(player);
      if (search.isOver) return;
    }
    search.workers -= 1;
  };
  useEffect(() => {
    for (const player of next) add(player.id, [], false);
    search.waiting.push(...next);
    while (search.waiting.length > 0 && search.workers < mostAtOnce) void work();
  }, [next.map(({ id }) => id).join(" ")]);
  useEffect(
    () => () => {
      search.isOver = true;
    },
    [],
  );
  return {
    /** The results by the ids of the players. */
    found,
    isDone: next.length === 0 && [...found.values()].every(({ isDone }) => isDone),
    /** Players that are not asked yet. */
    left: unasked.length - next.length,
  };
}
