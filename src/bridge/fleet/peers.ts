import { readRecord } from "../../core/topics/bridge-record.ts";
import { firstOf } from "../../core/fleet.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import { type BridgeName, bridgeStates, bridgeTopic, parseBridgeTopic } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";

/** What the watch over the other bridges needs. */
export interface PeersOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly clock: Clock;
  /** Somebody came or went, took a player or let one go. */
  readonly onChanged: () => void;
  readonly onReleased: (playerId: string) => void;
}

interface Peer {
  readonly state: string;
  /** Undefined until it said so. */
  readonly players: ReadonlySet<string> | undefined;
  readonly heardAt: number;
}

/** What the broker holds comes right behind the subscription; when nothing came for so long, that was all. */
const readBackMs = 2000;
/** Each bridge tells its health once a minute. One that missed it twice has gone without its will being published. */
const staleMs = 150_000;
const checkEveryMs = 10_000;

/** The other bridges below the same base topic: whether they are there, and which players they have. */
export class Peers {
  readonly #options: PeersOptions;
  readonly #peers = new Map<BridgeName, Peer>();
  readonly #timers: NamedTimers;
  readonly #silence: QuietPeriod;
  #isReading = true;

  constructor(options: PeersOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    this.#silence = new QuietPeriod(options.clock);
  }

  /** The states of all bridges, and of each that was found what it has and that it lives. */
  get subscriptions(): Subscription[] {
    const { base } = this.#options;
    const filters = [...this.#peers.keys()].flatMap((bridge) => [
      bridgeTopic(base, "info", bridge),
      bridgeTopic(base, "health", bridge),
    ]);
    return [bridgeStates(base), ...filters].map((filter) => ({ filter, wantsRetained: true }));
  }

  /** Whether all there is to know about the others is known. */
  get isRead(): boolean {
    return (
      !this.#isReading &&
      [...this.#peers.values()].every((peer) => peer.players !== undefined || !this.#lives(peer))
    );
  }

  connected(): void {
    const now = this.#options.clock.now();
    for (const [bridge, peer] of this.#peers) this.#peers.set(bridge, { ...peer, heardAt: now });
    this.#read();
    this.#check();
  }

  disconnected(): void {
    this.#isReading = true;
    this.#silence.cancel();
    this.#timers.cancelAll();
  }

  received({ topic, payload }: IncomingMessage): void {
    const { base, bridge: self, clock } = this.#options;
    const { bridge, leaf } = parseBridgeTopic(base, topic) ?? {};
    if (bridge === undefined || bridge === self) return;
    const text = new TextDecoder().decode(payload);
    const before = this.#peers.get(bridge);
    if (before === undefined && (leaf !== "state" || text === "")) return;
    const peer: Peer = { ...(before ?? { state: "", players: undefined }), heardAt: clock.now() };
    this.#silence.heard();
    if (leaf === "state" && text === "") this.#peers.delete(bridge);
    else if (leaf === "state") this.#peers.set(bridge, { ...peer, state: text });
    else if (leaf === "info") this.#peers.set(bridge, { ...peer, players: claimOf(text) });
    else this.#peers.set(bridge, peer);
    if (leaf === "health") return;
    this.#options.onChanged();
    for (const id of before?.players ?? []) {
      if (leaf === "info" && this.#peers.get(bridge)?.players?.has(id) === false)
        this.#options.onReleased(id);
    }
  }

  isThere(bridge: BridgeName): boolean {
    const peer = this.#peers.get(bridge);
    return peer !== undefined && this.#lives(peer);
  }

  /** The first of those that are there and have this player. */
  holderOf(playerId: string): BridgeName | undefined {
    const holders = [...this.#peers].filter(
      ([, peer]) => this.#lives(peer) && peer.players?.has(playerId) === true,
    );
    return firstOf(holders.map(([bridge]) => bridge));
  }

  /** Those that left something at the broker and are gone, with the players that they had. */
  get absent(): ReadonlyMap<BridgeName, ReadonlySet<string>> {
    const gone = [...this.#peers].filter(([, peer]) => !this.#lives(peer));
    return new Map(gone.map(([bridge, { players = new Set<string>() }]) => [bridge, players]));
  }

  /** Nothing is left of it at the broker. */
  forget(bridge: BridgeName): void {
    this.#peers.delete(bridge);
  }

  #lives({ state, heardAt }: Peer): boolean {
    return state === "online" && this.#options.clock.now() - heardAt < staleMs;
  }

  #read(): void {
    this.#silence.wait(readBackMs, () => {
      this.#isReading = false;
      this.#options.onChanged();
    });
  }

  /** Who falls silent sends no message that would tell. */
  #check(): void {
    this.#timers.after("check", checkEveryMs, () => {
      if ([...this.#peers.values()].some((peer) => peer.state === "online" && !this.#lives(peer))) {
        this.#options.onChanged();
      }
      this.#check();
    });
  }
}

/** Who is still being cleared is not for others to take, either. */
function claimOf(info: string): ReadonlySet<string> {
  const { players = [], leaving = [] } = readRecord(info) ?? {};
  return new Set([...players, ...leaving]);
}
