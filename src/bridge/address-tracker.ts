import { isKnownByMac, isOfPlayer } from "../core/mac.ts";
import type { PlayerModel } from "../core/resources/model.ts";
import { NamedTimers } from "../lib/named-timers.ts";
import type { Assignment } from "./assignment.ts";
import type { BridgeContext } from "./bridge-context.ts";
import type { PlayerRunner } from "./player-runner.ts";
import type { PlayerRunners } from "./player-runners.ts";
import type { PlayerSession } from "./player-session.ts";

interface FoundPlayer {
  readonly url: string;
  readonly model: PlayerModel;
}

/** Searches the network for players, except on hosts of which it is known who is there. */
export type FindPlayers = (
  isKnown: (host: string) => boolean,
  signal: AbortSignal,
) => Promise<readonly FoundPlayer[]>;

interface AddressTrackerOptions extends Pick<BridgeContext, "clock" | "log"> {
  readonly events: Pick<BridgeContext["events"], "endWith">;
  readonly runners: PlayerRunners;
  readonly assignment: Pick<Assignment, "configured">;
  readonly findPlayers?: FindPlayers;
}

/** A player that restarts, or is switched off for a moment, is back by then. */
const firstSearchMs = 30_000;
/** A player that is off is searched for ever more rarely. */
const longestPauseMs = 3_600_000;

/**
 * Finds out at which address each player is, where its MAC is known. A player that is missing is followed to the address
 * where another session sees it, or where a search finds it; each session proves by itself who is there before it reads
 * or sends anything else.
 */
export class AddressTracker {
  readonly #options: AddressTrackerOptions;
  readonly #timers: NamedTimers;
  readonly #stop = new AbortController();
  // Keyed by runner: a player that is removed and added again gets another one.
  readonly #missing = new WeakSet<PlayerRunner>();
  readonly #logged = new WeakSet<PlayerRunner>();
  /** The address of each before it was looked for elsewhere. */
  readonly #homes = new WeakMap<PlayerRunner, string>();
  #pauseMs = firstSearchMs;

  constructor(options: AddressTrackerOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  stop(): void {
    this.#timers.cancelAll();
    this.#stop.abort();
  }

  changed({ id, state: { presence, identityCheck } }: PlayerSession): void {
    const { otherDevice } = identityCheck;
    const runner = this.#options.runners.get(id);
    if (runner === undefined) return;
    if (presence.availability !== "offline") {
      if (!this.#missing.delete(runner)) return;
      this.#logged.delete(runner);
      if (!this.#isAnyMissing) this.#timers.cancelAll();
      return;
    }
    if (!this.#missing.has(runner)) {
      this.#missing.add(runner);
      const isLate = this.#pauseMs > firstSearchMs;
      this.#pauseMs = firstSearchMs;
      if (isLate || !this.#timers.has("search")) this.#searchLater();
    }
    if (otherDevice !== undefined && !this.#logged.has(runner)) this.#meet(runner, otherDevice);
    this.#exchange(runner);
  }

  /** Another device is at the address of a player: it has replaced the player, or is one of the others. */
  #meet(runner: PlayerRunner, { model, mac, wifiMac }: PlayerModel): void {
    const { assignment, log } = this.#options;
    const { player, session } = runner;
    const otherDevice = session.state.identityCheck.otherDevice;
    if (otherDevice === undefined) return;
    const seen = this.#others(runner).filter((one) => isOfPlayer(one.session.state, otherDevice) === true);
    const other =
      seen[0]?.player ??
      [...assignment.configured].find(
        (one) =>
          one !== player &&
          isOfPlayer({ config: { mac: one.mac, wakeMacs: one.wakeMacs }, player: {} }, otherDevice) === true,
      );
    const fields = { player: player.id, address: session.address, model, mac: mac ?? wifiMac };
    if (other === undefined && player.mac === undefined && player.wakeMacs.length === 0) {
      log.warn(fields, "another device has taken the place of the player");
      session.applyAtOnce({ kind: "replaced" });
      return;
    }
    this.#logged.add(runner);
    log.warn(
      { ...fields, ...(other !== undefined && { is: other.id }) },
      other === undefined
        ? "another device answers at the address of the player"
        : "another player answers at the address of the player",
    );
    // That one may be online nevertheless: yet another device answers at its own address.
    for (const one of seen) one.session.applyAtOnce({ kind: "doubted" });
  }

  /** If another session sees this player, or this one sees another missing player, these two change places. */
  #exchange(runner: PlayerRunner): void {
    for (const other of this.#others(runner)) {
      if (this.#isSeenBy(runner, other)) return this.#swap(runner, other);
      if (this.#isSeenBy(other, runner)) return this.#swap(other, runner);
    }
  }

  #swap(seen: PlayerRunner, other: PlayerRunner): void {
    const { address } = seen.session;
    this.#move(seen, other.session.address);
    this.#move(other, address);
  }

  /** Whether a missing player is at the address of another one. */
  #isSeenBy(runner: PlayerRunner, { session }: PlayerRunner): boolean {
    const { otherDevice } = session.state.identityCheck;
    if (otherDevice === undefined || !runner.player.follow || !this.#missing.has(runner)) return false;
    return this.#isAt(runner, { url: session.address, model: otherDevice });
  }

  /** Whether a player was seen there. Several players with one MAC differ in their ports. */
  #isAt(runner: PlayerRunner, { url, model }: FoundPlayer): boolean {
    if (isOfPlayer(runner.session.state, model) !== true) return false;
    const isShared = this.#others(runner).some((one) => isOfPlayer(one.session.state, model) === true);
    return !isShared || new URL(url).port === new URL(runner.session.address).port;
  }

  #move(runner: PlayerRunner, address: string): void {
    const { player, session } = runner;
    if (!player.follow || address === session.address) return;
    this.#options.log.info({ player: player.id, address }, "looking for the player at another address");
    this.#logged.delete(runner);
    if (!this.#homes.has(runner)) this.#homes.set(runner, session.address);
    runner.moveTo(address).catch((error: unknown) => this.#options.events.endWith(error));
  }

  get #isAnyMissing(): boolean {
    return [...this.#options.runners].some((runner) => this.#missing.has(runner));
  }

  #others(runner: PlayerRunner): PlayerRunner[] {
    return [...this.#options.runners].filter((other) => other !== runner);
  }

  #searchLater(): void {
    if (this.#options.findPlayers === undefined) return;
    this.#timers.after("search", this.#pauseMs, () => {
      this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs);
      this.#search().catch((error: unknown) => this.#options.events.endWith(error));
    });
  }

  /** Searches for all missing players at once. One that is found nowhere may be back at its own address. */
  async #search(): Promise<void> {
    const { findPlayers, runners } = this.#options;
    const isWanted = (runner: PlayerRunner): boolean =>
      this.#missing.has(runner) && runner.player.follow && isKnownByMac(runner.session.state);
    if (findPlayers === undefined || ![...runners].some(isWanted)) return;
    const present = new Set(
      [...runners].flatMap(({ session: { address, state } }) =>
        state.presence.availability === "online" ? [new URL(address).hostname] : [],
      ),
    );
    const found = await findPlayers((host) => present.has(host), this.#stop.signal);
    if (this.#stop.signal.aborted) return;
    for (const runner of [...runners].filter(isWanted)) {
      const seen = found.find((one) => this.#isAt(runner, one));
      this.#move(runner, seen?.url ?? this.#homes.get(runner) ?? runner.session.address);
    }
    if (this.#isAnyMissing) this.#searchLater();
  }
}
