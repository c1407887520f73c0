import { readRecord } from "../../core/topics/bridge-record.ts";
import { firstOf } from "../../core/fleet.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import { infoTopics } from "../../core/topics/render-bridge.ts";
import {
  type BridgeArrival,
  type BridgeName,
  bridgeStates,
  bridgeTopic,
  parseBridgeTopic,
} from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";

export interface PeersOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly clock: Clock;
  /** A bridge came or went, or claimed or released a player. */
  readonly onChanged: () => void;
  readonly onReleased: (playerId: string) => void;
}

/** The claim of a bridge: the players that no other bridge may take. */
interface Claim {
  readonly players: ReadonlySet<string>;
  /** The number of info pages after the first one. */
  readonly pages: number;
}

interface Peer {
  readonly state: string;
  readonly info: ReadonlyMap<number, string>;
  /** The last complete claim; undefined until then. */
  readonly claim: Claim | undefined;
  readonly receivedAt: number;
}

/** Retained messages arrive right after the subscription; after this silence all of them have arrived. */
const readBackMs = 2000;
/**
 * Each bridge publishes its health once a minute. A bridge that misses two is gone, even if its will was not published.
 */
const staleMs = 150_000;
const checkEveryMs = 10_000;
const noClaim: Claim = { players: new Set(), pages: 0 };

/** Tracks the other bridges below the same base topic: whether they are online, and which players they run. */
export class Peers {
  readonly #options: PeersOptions;
  readonly #peers = new Map<BridgeName, Peer>();
  readonly #timers: NamedTimers;
  readonly #quietPeriod: QuietPeriod;
  #isReading = true;

  constructor(options: PeersOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    this.#quietPeriod = new QuietPeriod(options.clock);
  }

  /** Filters for the state of every bridge, and for the info and health of each known one. */
  get subscriptions(): Subscription[] {
    const { base } = this.#options;
    // Filters by name: RabbitMQ sends no retained messages to a wildcard subscription.
    const filters = [...this.#peers].flatMap(([bridge, { info }]) => [
      ...infoTopics(base, bridge, readRecord(info)?.pages ?? 0),
      bridgeTopic(base, "health", bridge),
    ]);
    return [bridgeStates(base), ...filters].map((filter) => ({ filter, wantsRetained: true }));
  }

  /** Whether the state and claim of every other bridge are known. */
  get isRead(): boolean {
    return (
      !this.#isReading &&
      [...this.#peers.values()].every((peer) => peer.claim !== undefined || !this.#isOnline(peer))
    );
  }

  connected(): void {
    const now = this.#options.clock.now();
    for (const [bridge, peer] of this.#peers) this.#peers.set(bridge, { ...peer, receivedAt: now });
    this.#quietPeriod.wait(readBackMs, () => {
      this.#isReading = false;
      this.#options.onChanged();
    });
    this.#check();
  }

  disconnected(): void {
    this.#isReading = true;
    this.#quietPeriod.cancel();
    this.#timers.cancelAll();
  }

  received({ topic, payload }: IncomingMessage): void {
    const { base, bridge: self } = this.#options;
    const arrival = parseBridgeTopic(base, topic);
    if (arrival === undefined || arrival.bridge === self) return;
    const text = new TextDecoder().decode(payload);
    const before = this.#peers.get(arrival.bridge);
    if (before === undefined && (arrival.leaf !== "state" || text === "")) return;
    this.#quietPeriod.restart();
    this.#update(arrival, before, text);
    if (arrival.leaf === "health") return;
    this.#options.onChanged();
    if (arrival.leaf === "info") this.#release(arrival.bridge, before?.claim);
  }

  isOnline(bridge: BridgeName): boolean {
    const peer = this.#peers.get(bridge);
    return peer !== undefined && this.#isOnline(peer);
  }

  /** The first online bridge that runs this player. */
  holderOf(playerId: string): BridgeName | undefined {
    const holders = [...this.#peers].filter(
      ([, peer]) => this.#isOnline(peer) && peer.claim?.players.has(playerId) === true,
    );
    return firstOf(holders.map(([bridge]) => bridge));
  }

  /** Bridges that are gone but left topics on the broker, with their last claims. */
  get absent(): ReadonlyMap<BridgeName, Claim> {
    const gone = [...this.#peers].filter(([, peer]) => !this.#isOnline(peer));
    return new Map(gone.map(([bridge, { claim = noClaim }]) => [bridge, claim]));
  }

  /** Forgets a bridge whose topics are cleared. */
  forget(bridge: BridgeName): void {
    this.#peers.delete(bridge);
  }

  #update({ bridge, leaf, page }: BridgeArrival, before: Peer | undefined, text: string): void {
    const receivedAt = this.#options.clock.now();
    const known: Peer = before ?? { state: "", info: new Map(), claim: undefined, receivedAt };
    if (leaf === "state" && text === "") this.#peers.delete(bridge);
    else if (leaf === "state") this.#peers.set(bridge, { ...known, receivedAt, state: text });
    else if (leaf === "health") this.#peers.set(bridge, { ...known, receivedAt });
    else {
      const info = new Map(known.info).set(page, text);
      this.#peers.set(bridge, { ...known, receivedAt, info, claim: claimOf(info, known.claim) });
    }
  }

  #release(bridge: BridgeName, before: Claim | undefined): void {
    const after = this.#peers.get(bridge)?.claim;
    for (const id of before?.players ?? []) {
      if (after?.players.has(id) === false) this.#options.onReleased(id);
    }
  }

  #isOnline({ state, receivedAt }: Peer): boolean {
    return state === "online" && this.#options.clock.now() - receivedAt < staleMs;
  }

  /** Detects bridges that fell silent: no message announces that. */
  #check(): void {
    this.#timers.after("check", checkEveryMs, () => {
      if ([...this.#peers.values()].some((peer) => peer.state === "online" && !this.#isOnline(peer))) {
        this.#options.onChanged();
      }
      this.#check();
    });
  }
}

/**
 * A claim includes players whose topics are still being cleared. While a page is missing, the last claim stays valid.
 */
function claimOf(info: ReadonlyMap<number, string>, last: Claim | undefined): Claim | undefined {
  const record = readRecord(info);
  if (record === undefined) return noClaim;
  const { isComplete, leaving, pages, players } = record;
  return isComplete ? { players: new Set([...players, ...leaving]), pages } : last;
}
