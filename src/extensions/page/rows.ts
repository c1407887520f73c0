import { DeviceError } from "../../core/errors.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import { numberOf, textOf, trackFormat } from "../../core/resources/track-format.ts";
import { mayBeAsked } from "../../core/session/session.ts";
import type { ListSearch, SearchableList } from "./list-search.ts";
import type { PageDevices, PagePlayer } from "./page-bridge.ts";
import type { RowsView, RowView } from "./response-views.ts";

type ListName = "playlist" | "queue";

interface RowsWanted {
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
    if (name === "queue" && mayBeAsked(player.state)) await readQueue(devices, player.id, from);
    const rows = list
      .read(from, mostRows)
      .map((entry, index) => rowOf(entry, list.first + from + index, artOf));
    return { start: list.first + from, total: list.size, rows };
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
}

/** The bridge keeps only the published part of a music queue, so its entries come from the player's answer itself. */
function listOf({ id, state }: PagePlayer, name: ListName, devices: PageDevices): List {
  const { playlist, queue } = state.player;
  if (name === "playlist") {
    const entries = playlist?.entries ?? [];
    return {
      of: entries,
      size: entries.length,
      first: 0,
      read: (from, count) => entries.slice(from, from + count),
    };
  }
  const first = numberOf(queue?.envelope["start"]) ?? 0;
  return {
    of: queue,
    size: queue?.total ?? 0,
    first,
    read: (from, count) =>
      queue === undefined ? [] : placed(devices.queueEntries(id, from, count), first + from),
  };
}

/** What cannot be read is missing from the answer. */
async function readQueue(devices: PageDevices, playerId: string, from: number): Promise<void> {
  try {
    await devices.readQueue(playerId, from, mostRows);
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
  }
}

/** Each entry at its place, with an empty one for each that was not read. */
function placed(entries: readonly JsonObject[], first: number): readonly JsonObject[] {
  const rows: JsonObject[] = [];
  for (const [index, entry] of entries.entries())
    rows[(numberOf(entry["position"]) ?? first + index) - first] = entry;
  return Array.from(rows, (row) => row ?? {});
}

function rowOf(entry: JsonObject, place: number, artOf: (address: string) => string | undefined): RowView {
  return {
    place,
    title: textOf(entry["title"]),
    by: [textOf(entry["artist"]), textOf(entry["album"])].filter((text) => text !== "").join(" · "),
    seconds: numberOf(entry["duration"]),
    format: trackFormat(entry),
    art: artOf(textOf(entry["picture"])),
    track: textOf(entry["track"]) || undefined,
  };
}
