import { readRecord } from "../core/topics/bridge-record.ts";
import type { IncomingMessage, Subscription } from "../core/topics/message.ts";
import {
  type BridgeName,
  bridgeStates,
  bridgeTopic,
  infoPagesFilter,
  parseBridgeTopic,
} from "../core/topics/topics.ts";
import { QuietPeriod } from "../lib/quiet-period.ts";
import type { BridgeContext } from "./bridge-context.ts";
import type { Extension } from "./extension.ts";

type Context = Pick<BridgeContext, "base" | "bridge" | "clock"> & {
  readonly events: Pick<BridgeContext["events"], "othersChanged">;
};

interface OtherBridge {
  readonly pages: Map<number, string>;
  heardAt: number;
  /** Since when it is offline; undefined while it is online. */
  goneAt: number | undefined;
}

/** Retained messages arrive right after the subscription; after this silence all of them have arrived. */
const readBackMs = 2000;
/** Each bridge publishes its health once a minute: one that misses two is gone, even if its will was not published. */
const silentMs = 150_000;
/** The topics of a bridge that is absent for longer are cleared. */
const longestAbsenceMs = 24 * 3_600_000;

/** The other bridges below the same base topic, by what they publish about themselves: what they have is not ours to clear. */
export class OtherBridges implements Extension {
  readonly #context: Context;
  readonly #quietPeriod: QuietPeriod;
  readonly #others = new Map<BridgeName, OtherBridge>();
  #isRead = false;

  constructor(context: Context) {
    this.#context = context;
    this.#quietPeriod = new QuietPeriod(context.clock);
  }

  /** Filters for the state of every bridge, and for the info and health of each known one. */
  get subscriptions(): Subscription[] {
    const { base } = this.#context;
    // By name, since a wildcard for infos would bring those of all players.
    const filters = [...this.#others.keys()].flatMap((bridge) => [
      bridgeTopic(base, "info", bridge),
      infoPagesFilter(base, bridge),
      bridgeTopic(base, "health", bridge),
    ]);
    return [bridgeStates(base), ...filters].map((filter) => ({ filter, wantsRetained: true }));
  }

  /** Whether their states and players are known. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Bridges that are absent for long, if this one has to clear their topics. */
  get absent(): ReadonlyMap<BridgeName, { readonly players: readonly string[]; readonly pages: number }> {
    const { bridge, clock } = this.#context;
    const all = [...this.#others];
    // One of those that are there does it.
    if (all.some(([name, other]) => name < bridge && !this.#isGone(other))) return new Map();
    const absent = all.filter(
      ([, { goneAt, heardAt }]) => clock.now() - (goneAt ?? heardAt + silentMs) >= longestAbsenceMs,
    );
    return new Map(
      absent.map(([name, { pages }]) => {
        const record = readRecord(pages);
        const players = [...(record?.players ?? []), ...(record?.leaving ?? [])];
        return [name, { players, pages: record?.pages ?? 0 }];
      }),
    );
  }

  get present(): readonly BridgeName[] {
    return [...this.#others].filter(([, other]) => !this.#isGone(other)).map(([name]) => name);
  }

  /** The players of the other bridges that are there. */
  get players(): readonly string[] {
    return this.present.flatMap((name) => {
      const { leaving = [], players = [] } = readRecord(this.#others.get(name)?.pages ?? new Map()) ?? {};
      return [...players, ...leaving];
    });
  }

  /** Whether another bridge that is there polls the player. */
  isClaimed(playerId: string): boolean {
    return this.players.includes(playerId);
  }

  connected(): void {
    const now = this.#context.clock.now();
    for (const other of this.#others.values()) other.heardAt = now;
    this.#quietPeriod.wait(readBackMs, () => {
      this.#isRead = true;
      this.#context.events.othersChanged();
    });
  }

  disconnected(): void {
    this.#isRead = false;
    this.#quietPeriod.cancel();
  }

  received({ topic, payload }: IncomingMessage): void {
    const { base, bridge: self, clock, events } = this.#context;
    const { bridge, leaf, page = 0 } = parseBridgeTopic(base, topic) ?? {};
    if (bridge === undefined || bridge === self) return;
    const text = new TextDecoder().decode(payload);
    const known = this.#others.get(bridge);
    if (known === undefined && (leaf !== "state" || text === "")) return;
    this.#quietPeriod.restart();
    const other = known ?? { pages: new Map(), heardAt: 0, goneAt: undefined };
    other.heardAt = clock.now();
    if (leaf === "info") other.pages.set(page, text);
    if (leaf !== "state") return;
    if (text === "") this.#others.delete(bridge);
    else {
      other.goneAt = text === "online" ? undefined : (other.goneAt ?? clock.now());
      this.#others.set(bridge, other);
    }
    events.othersChanged();
  }

  forget(bridge: BridgeName): void {
    this.#others.delete(bridge);
    this.#context.events.othersChanged();
  }

  #isGone({ goneAt, heardAt }: OtherBridge): boolean {
    return goneAt !== undefined || this.#context.clock.now() - heardAt >= silentMs;
  }
}
