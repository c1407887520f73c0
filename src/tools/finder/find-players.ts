import { digitsOfMac, formatMac } from "../../core/mac.ts";
import type { Family } from "../../families/family.ts";
import { type IdentifiedPlayer, identifyAt } from "../../families/recognize.ts";
import { withPort } from "../../lib/addresses.ts";
import { type Candidate, searchNetwork, type NetworkSearch } from "./search-network.ts";

export interface FoundPlayer extends IdentifiedPlayer {
  /** With colons; undefined if the player does not report it. */
  readonly mac: string | undefined;
  readonly ways: readonly string[];
}

export interface Search extends Omit<NetworkSearch, "onCandidate" | "methods"> {
  readonly families: readonly Pick<Family, "name" | "discovery" | "defaultPort" | "identify">[];
  /** The port of all players, instead of their families' ports. */
  readonly port?: number;
  /** Whether a host need not be asked, since it is known who is there. */
  readonly isKnown?: (host: string) => boolean;
}

/** Limits the work that forged answers can cause. */
const maxCandidates = 256;
const maxRequests = 8;

/** Finds every player that answers on the networks of this machine, each once, ordered by address. */
export async function findPlayers(search: Search, signal: AbortSignal): Promise<FoundPlayer[]> {
  const candidates = new Map<string, Set<string>>();
  const { families, isKnown = () => false, port } = search;
  const note = ({ host, way }: Candidate): void => {
    const ways = candidates.get(host);
    if (ways !== undefined) ways.add(way);
    else if (candidates.size < maxCandidates && !isKnown(host)) candidates.set(host, new Set([way]));
  };
  await searchNetwork(
    { ...search, methods: families.flatMap(({ discovery }) => discovery), onCandidate: note },
    signal,
  );
  const waiting = [...candidates].toSorted(([a], [b]) => byNumbers(a, b));
  const found = new Map<string, FoundPlayer>();
  const confirmNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [host, ways] = next;
      const address = port === undefined ? `http://${host}` : withPort(`http://${host}`, port);
      // Only the families whose search methods found it.
      const likely = families.filter(({ discovery }) => discovery.some(({ name }) => ways.has(name)));
      const player = signal.aborted ? undefined : await identifyAt(likely, address, signal);
      if (player === undefined) continue;
      const { family, model, url } = player;
      const digits = model.mac === undefined ? undefined : digitsOfMac(model.mac);
      // Zones of one chassis share its MAC.
      const key = digits === undefined ? url : `${digits} ${model.unit ?? ""}`;
      const known = found.get(key);
      found.set(key, {
        // A player with two network interfaces is one player.
        url: known?.url ?? url,
        mac: digits === undefined ? undefined : formatMac(digits),
        model,
        family,
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
