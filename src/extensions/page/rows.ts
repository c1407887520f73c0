import type { JsonObject } from "../../core/resources/json.ts";
import type { ListSearch, SearchableList } from "./list-search.ts";
import type { PageDevices, PagePlayer } from "./page-bridge.ts";
import { numberOf, textOf, trackFormat } from "./player-parts.ts";
import type { RowsView, RowView } from "./response-views.ts";

type ListName = "playlist" | "queue";

export interface RowsWanted {
  readonly list: ListName;
  /** The first row; with a search, the first one that is found. */
  readonly start: number;
  /** Words that an entry must have; empty for all entries. */
  readonly search: string;
}

/** The most rows in one answer: a few screens full. The page requests as many. */
const mostRows = 100;

export async function rowsOf(
  player: PagePlayer,
  { list: name, start, search }: RowsWanted,
  devices: PageDevices,
  lists: ListSearch,
  artOf: (address: string) => string | undefined,
): Promise<RowsView> {
  const list = listOf(player, name, devices);
  if (search.trim() === "") {
    const from = Math.max(0, start - list.first);
    const rows = list
      .read(from, mostRows)
      .map((entry, index) => rowOf(entry, list.first + from + index, artOf));
    return { start: list.first + from, total: list.total, rows };
  }
  const found = await lists.find(list, search);
  const rows = found.slice(start, start + mostRows).flatMap((index) => {
    const [entry] = list.read(index, 1);
    return entry === undefined ? [] : [rowOf(entry, list.first + index, artOf)];
  });
  return { start, total: found.length, rows };
}

interface List extends SearchableList {
  readonly first: number;
  readonly total: number;
}

/** The bridge keeps only the published part of a music queue, so its entries come from the player's answer itself. */
function listOf({ id, state }: PagePlayer, name: ListName, devices: PageDevices): List {
  const { playlist, queue } = state.player;
  if (name === "playlist") {
    const entries = playlist?.entries ?? [];
    const { length } = entries;
    return {
      of: entries,
      size: length,
      first: 0,
      total: length,
      read: (from, count) => entries.slice(from, from + count),
    };
  }
  const total = queue?.total ?? 0;
  return {
    of: queue,
    size: total,
    first: numberOf(queue?.envelope["start"]) ?? 0,
    total,
    read: (from, count) => (queue === undefined ? [] : devices.queueEntries(id, from, count)),
  };
}

function rowOf(entry: JsonObject, place: number, artOf: (address: string) => string | undefined): RowView {
  const by = [textOf(entry["artist"]), textOf(entry["album"])].filter((text) => text !== "").join(" · ");
  const seconds = numberOf(entry["duration"]);
  return {
    place,
    title: textOf(entry["title"]),
    by,
    seconds,
    format: trackFormat(entry),
    art: artOf(textOf(entry["picture"])),
  };
}
