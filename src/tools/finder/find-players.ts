import { digitsOfMac, formatMac } from "../../core/mac.ts";
import type { PlayerModel } from "../../core/resources/model.ts";
import { type Candidate, searchNetwork, type NetworkSearch } from "./search-network.ts";

/** A player found on the network. */
export interface FoundPlayer {
  readonly url: string;
  /** With colons; undefined if the player does not report it. */
  readonly mac: string | undefined;
  readonly model: PlayerModel;
  /** The search methods that found it. */
  readonly ways: readonly string[];
}

/** Options of a search for players. */
export interface Search extends Omit<NetworkSearch, "onCandidate"> {
  /** The port that players listen on. */
  readonly port: number;
  /** Asks a candidate for its model; undefined if it is not a player. */
  readonly confirm: (url: string, signal: AbortSignal) => Promise<PlayerModel | undefined>;
}

/** Limits the work that forged answers can cause. */
const maxCandidates = 256;
const maxRequests = 8;

/** Finds every player that answers on the networks of this machine, each once, ordered by address. */
export async function findPlayers(search: Search, signal: AbortSignal): Promise<FoundPlayer[]> {
  const candidates = new Map<string, Set<string>>();
  const note = ({ host, way }: Candidate): void => {
    const ways = candidates.get(host);
    if (ways !== undefined) ways.add(way);
    else if (candidates.size < maxCandidates) candidates.set(host, new Set([way]));
  };
  await searchNetwork({ ...search, onCandidate: note }, signal);
  const waiting = [...candidates].toSorted(([a], [b]) => byNumbers(a, b));
  const found = new Map<string, FoundPlayer>();
  const confirmNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [host, ways] = next;
      const url = `http://${host}:${search.port}`;
      const model = signal.aborted ? undefined : await search.confirm(url, signal);
      if (model === undefined) continue;
      const digits = model.mac === undefined ? undefined : digitsOfMac(model.mac);
      const key = digits ?? url;
      const known = found.get(key);
      found.set(key, {
        // A player with two network interfaces is one player.
        url: known?.url ?? url,
        mac: digits === undefined ? undefined : formatMac(digits),
        model,
        ways: [...new Set([...(known?.ways ?? []), ...ways])],
      });
    }
  };
  await Promise.all(Array.from({ length: maxRequests }, confirmNext));
  // They answered in another order.
  return [...found.values()].toSorted((a, b) => byNumbers(a.url, b.url));
}

function byNumbers(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
