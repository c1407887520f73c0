import { digitsOfMac, spellMac } from "../../core/mac.ts";
import type { PlayerModel } from "../../core/resources/player.ts";
import { type Candidate, askNetwork, type Inquiry } from "./ask-network.ts";

/** A player that was found. */
export interface FoundPlayer {
  readonly url: string;
  /** As people write it; undefined for a player that hides it. */
  readonly mac: string | undefined;
  readonly model: PlayerModel;
  /** Every way that led to it. */
  readonly ways: readonly string[];
}

/** How players are searched for. */
export interface Search extends Omit<Inquiry, "onCandidate"> {
  /** Where players listen for requests. */
  readonly port: number;
  /** Asks whatever answers at an address for its model; undefined when that is no player. */
  readonly confirm: (url: string, signal: AbortSignal) => Promise<PlayerModel | undefined>;
}

/** A network full of liars keeps nobody busy for long. */
const mostCandidates = 256;
const askedAtOnce = 8;

/** Every player that answers on the networks of this machine, each once, by address. */
export async function findPlayers(search: Search, signal: AbortSignal): Promise<FoundPlayer[]> {
  const candidates = new Map<string, Set<string>>();
  const note = ({ host, way }: Candidate): void => {
    const ways = candidates.get(host);
    if (ways !== undefined) ways.add(way);
    else if (candidates.size < mostCandidates) candidates.set(host, new Set([way]));
  };
  await askNetwork({ ...search, onCandidate: note }, signal);
  const waiting = [...candidates].toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  const found = new Map<string, FoundPlayer>();
  const askNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [host, ways] = next;
      const url = `http://${host}:${search.port}`;
      const model = signal.aborted ? undefined : await search.confirm(url, signal);
      if (model === undefined) continue;
      const digits = model.mac === undefined ? undefined : digitsOfMac(model.mac);
      const key = digits ?? url;
      const known = found.get(key);
      found.set(key, {
        // A player with two network cards is one player.
        url: known?.url ?? url,
        mac: digits === undefined ? undefined : spellMac(digits),
        model,
        ways: [...new Set([...(known?.ways ?? []), ...ways])],
      });
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, askNext));
  return [...found.values()];
}
