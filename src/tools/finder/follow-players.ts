import { findPlayers, type FoundPlayer, type Search } from "./find-players.ts";
import { type SuggestedEntry, suggestEntry } from "./suggest-entry.ts";

export interface Following extends Search {
  /** Players known from earlier: a sleeping one is kept. */
  readonly known: readonly SuggestedEntry[];
  /** Called with all players when one is new or has another address. */
  readonly onChanged: (players: readonly SuggestedEntry[]) => Promise<void>;
}

/** Soon enough after a change of address, and only a few datagrams each time. */
const pauseMs = 60_000;

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

/** Moves known players, appends new ones, and keeps those that did not answer. The same array if nothing changed. */
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
    // Two players cannot share an address: the one that was not found has left it.
    for (const other of players.values()) {
      if (other.url === entry.url) players.delete(other.id);
    }
    players.set(id, before === undefined ? entry : { ...before, url: entry.url });
    isChanged = true;
  }
  return isChanged ? [...players.values()] : known;
}
