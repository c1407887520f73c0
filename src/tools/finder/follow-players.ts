import { findPlayers, type FoundPlayer, type Search } from "./find-players.ts";
import { type SuggestedEntry, suggestEntry } from "./suggest-entry.ts";

/** How a network is watched for players. */
export interface Following extends Search {
  /** Players that are known from before: one that sleeps is not forgotten. */
  readonly known: readonly SuggestedEntry[];
  /** Told of all players, whenever one is new or has another address. */
  readonly onChanged: (players: readonly SuggestedEntry[]) => Promise<void>;
}

/** Often enough for a player that was given a new address, and a handful of datagrams each time. */
const pauseMs = 60_000;

/** Searches again and again until the signal aborts. */
export async function followPlayers(following: Following, signal: AbortSignal): Promise<void> {
  const { clock, onChanged } = following;
  let players = following.known;
  while (!signal.aborted) {
    const found = await findPlayers(following, signal);
    const merged = mergeFound(players, found);
    if (merged !== players) await onChanged(merged);
    players = merged;
    await clock.sleep(pauseMs, signal);
  }
}

/**
 * The players after a search: those that were found under another address are moved, new ones come last, and those
 * that did not answer stay where they were seen. The same array when nothing of it changed.
 */
export function mergeFound(
  known: readonly SuggestedEntry[],
  found: readonly FoundPlayer[],
): readonly SuggestedEntry[] {
  const players = new Map(known.map((player) => [player.id, player]));
  let isChanged = false;
  for (const entry of found.map(suggestEntry)) {
    const same =
      entry.mac === undefined ? undefined : [...players.values()].find(({ mac }) => mac === entry.mac);
    const id = same?.id ?? entry.id;
    const before = players.get(id);
    if (before?.url === entry.url) continue;
    // Two that share an address cannot both be there: the one that was not found has left it.
    for (const other of players.values()) {
      if (other.url === entry.url && other.id !== id) players.delete(other.id);
    }
    players.set(id, before === undefined ? entry : { ...before, url: entry.url });
    isChanged = true;
  }
  return isChanged ? [...players.values()] : known;
}
