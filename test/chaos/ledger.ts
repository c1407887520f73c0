import { patience } from "./bounds.ts";
import type { GuestName } from "./guests.ts";
import { type PlayerName, playerNames } from "./player-names.ts";
import { Requests } from "./requests.ts";
import { isStep, type Target, type Wish } from "./wishes.ts";

/** A command as it is sent, to a simulated player or to a guest. */
export interface Sent {
  readonly transaction: string;
  readonly player: PlayerName | GuestName;
  readonly target: string;
  readonly request: string;
}

/** A command that was sent, and its outcomes. */
export interface Entry extends Sent {
  readonly sentAt: number;
  /** How long the machine had kept processes from running by then. */
  readonly stalledMs: number;
  /** Whether the bridge was connected and ran when it was sent, and nothing has disturbed either since. */
  isUndisturbed: boolean;
  /** Whether the bridge has confirmed it: then nothing but its own death excuses a missing outcome. */
  isReceived: boolean;
  /** Whether the bridge was killed while it had the command. */
  isDead: boolean;
  /** Outcomes that the bridge published, without exact duplicates: QoS 1 may deliver twice. */
  readonly outcomes: Set<string>;
}

/** A value that an answer of a player showed. */
export interface Shown {
  readonly at: number;
  readonly player: PlayerName;
  readonly target: Target;
  readonly value: string;
}

export interface Outcome {
  readonly transaction?: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly tag?: string;
}

/** Records the commands, their outcomes, and what the players showed and were asked. */
export class Ledger {
  readonly entries = new Map<string, Entry>();
  readonly requests: Requests;
  readonly untrue: string[] = [];
  readonly #shown: Shown[] = [];
  readonly #operatedAt = new Map<PlayerName, number>();
  readonly #stalledMs: () => number;

  constructor(stalledMs: () => number) {
    this.#stalledMs = stalledMs;
    this.requests = new Requests(stalledMs);
  }

  sent(sent: Sent, isUndisturbed: boolean): Entry {
    const flags = { isUndisturbed, isReceived: false, isDead: false };
    const times = { sentAt: performance.now(), stalledMs: this.#stalledMs() };
    const entry: Entry = { ...sent, ...flags, ...times, outcomes: new Set() };
    this.entries.set(sent.transaction, entry);
    if (isToPlayer(entry)) this.requests.allow(entry.player, entry, entry.sentAt);
    return entry;
  }

  /** The bridge confirmed a command. */
  received(payload: string): void {
    const entry = this.entries.get(transactionIn(payload));
    if (entry !== undefined) entry.isReceived = true;
  }

  /** The broker or the process was disturbed: messages in flight may be lost before they reach the bridge. */
  disturbed(): void {
    for (const entry of this.entries.values()) if (entry.outcomes.size === 0) entry.isUndisturbed = false;
  }

  /** The process was killed: no outcome is owed for what it had, and none of it may act any more. */
  killed(): void {
    this.disturbed();
    this.requests.killed();
    for (const entry of this.entries.values()) if (entry.outcomes.size === 0) entry.isDead = true;
  }

  operated(player: PlayerName): void {
    this.#operatedAt.set(player, performance.now());
  }

  showed(shown: Shown): void {
    this.#shown.push(shown);
  }

  /**
   * Checks an outcome. Before an `applied` one, the player must have shown the value since the command was sent; a step
   * has no value of its own to show, so the player must at least have received the request. If the connection broke
   * before, and somebody makes the same step by hand then, the bridge cannot tell the difference.
   */
  answered(payload: string): void {
    const entry = this.entries.get(transactionIn(payload));
    if (entry === undefined) return;
    const result = JSON.parse(payload) as Outcome;
    entry.outcomes.add(payload);
    // A guest judges its outcomes itself.
    if (result.outcome !== "applied" || !isToPlayer(entry)) return;
    const { player, target, request, sentAt } = entry;
    const wanted = result.tag ?? request;
    const isTrue = isStep(entry)
      ? (this.#operatedAt.get(player) ?? 0) >= sentAt || this.requests.hasAsked(player, entry, sentAt)
      : this.#shown.some(
          (one) => one.at >= sentAt && one.player === player && one.target === target && one.value === wanted,
        );
    if (!isTrue) this.untrue.push(payload);
  }

  /** The outcomes of a command; undefined if it has none. */
  outcomeOf(transaction: string): Outcome | undefined {
    const [first] = this.entries.get(transaction)?.outcomes ?? [];
    return first === undefined ? undefined : (JSON.parse(first) as Outcome);
  }

  outcomes(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { outcomes } of this.entries.values()) {
      for (const text of outcomes) {
        const { outcome } = JSON.parse(text) as Outcome;
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Whether a command still lacks the outcome that it must get, with time left. */
  isOutcomeDue(transaction: string): boolean {
    const entry = this.entries.get(transaction);
    if (entry === undefined || !isOwed(entry) || entry.outcomes.size > 0) return false;
    return performance.now() - entry.sentAt <= patience.outcomeMs + this.#stalledMs() - entry.stalledMs;
  }

  /** Commands without the outcome that is owed, or with more than one. */
  unsettled(): string[] {
    return [...this.entries.values()]
      .filter((entry) => entry.outcomes.size > 1 || (isOwed(entry) && entry.outcomes.size === 0))
      .map(
        ({ transaction, player, target, request, outcomes }) =>
          `${transaction} ${player} ${target} ${request}: ${[...outcomes].join(" and ") || "no outcome"}`,
      );
  }
}

function isToPlayer(entry: Entry): entry is Entry & Wish & { readonly player: PlayerName } {
  return playerNames.some((name) => name === entry.player);
}

function isOwed({ isUndisturbed, isReceived, isDead }: Entry): boolean {
  return !isDead && (isUndisturbed || isReceived);
}

function transactionIn(payload: string): string {
  try {
    const { transaction } = JSON.parse(payload) as { readonly transaction?: unknown };
    return typeof transaction === "string" ? transaction : "";
  } catch {
    return "";
  }
}
