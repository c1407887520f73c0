import type { Call } from "../../simulator/fault.ts";
import { patience } from "./bounds.ts";
import type { PlayerName } from "./player-names.ts";
import { operationFor, type Wish } from "./wishes.ts";

interface Act {
  readonly at: number;
  readonly player: PlayerName;
  readonly operation: string;
  readonly query: string;
}

/** A command that may cause one act. */
interface Allowance {
  readonly player: PlayerName;
  readonly wish: Wish;
  readonly sentAt: number;
  /** No act any more: the process that had the command was killed. */
  endsAt: number;
}

const underWayMs = 300;

/**
 * Checks requests that change something: each needs a command that was sent shortly before, for the same thing, and no
 * command may cause two.
 */
export class Requests {
  readonly #acts: Act[] = [];
  readonly #allowances: Allowance[] = [];
  readonly #strange: string[] = [];
  /** How long the machine kept the harness from running. */
  readonly #stalledMs: () => number;

  constructor(stalledMs: () => number) {
    this.#stalledMs = stalledMs;
  }

  allow(player: PlayerName, wish: Wish, sentAt: number): void {
    const endsAt = sentAt + patience.actMs - this.#stalledMs();
    this.#allowances.push({ player, wish, sentAt, endsAt });
  }

  /** The process was killed: its commands must not act later. */
  killed(): void {
    const endsAt = performance.now() + underWayMs - this.#stalledMs();
    for (const allowance of this.#allowances) allowance.endsAt = Math.min(allowance.endsAt, endsAt);
  }

  note(player: PlayerName, { operation, query }: Pick<Call, "operation" | "query">): void {
    if (operation === undefined || operation.startsWith("get")) return;
    // Some firmware tells its volume this way.
    if (operation === "changeVolume" && query.get("type") === "3") return;
    const act: Act = { at: performance.now(), player, operation, query: query.toString() };
    this.#acts.push(act);
    const index = this.#allowances.findIndex((allowance) => this.#isAllowed(act, allowance));
    if (index >= 0) this.#allowances.splice(index, 1);
    else this.#strange.push(`${player} was asked for ${operation} ${act.query}, and no command wanted that`);
  }

  /** Whether a player has received the request of a wish since then. */
  hasAsked(player: PlayerName, wish: Wish, since: number): boolean {
    return this.#acts.some(
      (act) => act.at >= since && act.player === player && act.operation === operationFor(wish),
    );
  }

  /** Requests that no command wanted, or wanted any more. */
  get strange(): readonly string[] {
    return this.#strange;
  }

  #isAllowed(act: Act, { player, wish, endsAt }: Allowance): boolean {
    if (act.player !== player || act.operation !== operationFor(wish)) return false;
    if (act.at - this.#stalledMs() > endsAt) return false;
    // A tag in capitals is sent as it is; a name or a tag in other letters is resolved by the bridge.
    const isTag = wish.target.startsWith("audio/") && /^[A-Z\d_]+$/.test(wish.request);
    return !isTag || new URLSearchParams(act.query).get("tag") === wish.request;
  }
}
