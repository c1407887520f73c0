import type { JsonObject } from "../../core/resources/json.ts";
import type { PageDevices, PagePlayer } from "./page-bridge.ts";
import { numberOf, textOf, trackFormat } from "./player-parts.ts";
import type { RowsView, RowView } from "./response-views.ts";

/** The two lists of a player. */
export type ListName = "playlist" | "queue";

/** The most rows in one answer: a few screens full. The page requests as many. */
const mostRows = 100;

/**
 * Part of a list. The bridge keeps only the published part of a music queue, so its rows come from the answer itself.
 */
export function rowsOf(
  { id, state }: PagePlayer,
  list: ListName,
  start: number,
  devices: PageDevices,
): RowsView {
  const { playlist, queue } = state.player;
  if (list === "playlist") {
    const entries = playlist?.entries ?? [];
    return { start, total: entries.length, rows: entries.slice(start, start + mostRows).map(rowOf) };
  }
  const first = numberOf(queue?.envelope["start"]) ?? 0;
  const from = Math.max(0, start - first);
  const entries = queue === undefined ? [] : devices.queueEntries(id, from, mostRows);
  return { start: first + from, total: queue?.total ?? 0, rows: entries.map(rowOf) };
}

function rowOf(entry: JsonObject): RowView {
  const by = [textOf(entry["artist"]), textOf(entry["album"])].filter((text) => text !== "").join(" · ");
  const seconds = numberOf(entry["duration"]);
  return { title: textOf(entry["title"]), by, seconds, format: trackFormat(entry) };
}
