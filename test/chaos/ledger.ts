import type { Log } from "../../src/core/ports.ts";
import { Pauses } from "./pauses.ts";
import type { PlayerName } from "./schedule.ts";
import { Requests } from "./requests.ts";
import { isStep, type Target, type Wish } from "./wishes.ts";

/** A command that was sent, and its outcomes. */
export interface Entry extends Wish {
  readonly transaction: string;
  readonly player: PlayerName;
  readonly sentAt: number;
  /** Whether the broker was undisturbed from then until the end of the storm. */
  isOwed: boolean;
  /** Outcomes that arrived, without exact duplicates: QoS 1 may deliver twice. */
  readonly outcomes: Set<string>;
}

/** The facts known when a command is sent. */
export type Sent = Omit<Entry, "outcomes" | "isOwed">;

/** A value that an answer of a player showed. */
export interface Shown {
  readonly at: number;
  readonly player: PlayerName;
  readonly target: Target;
  readonly value: string;
  /** Whether the player really had this value. */
  readonly isTrue: boolean;
}

/** The log line that reports that a player took back a confirmed selection. */
const tookBackMessage = "player confirmed a selection, but reported another one a second later";

/** Records the commands, their outcomes, the players' answers, and the relevant log lines of the bridge. */
export class Ledger {
  readonly entries = new Map<string, Entry>();
  readonly #shown: Shown[] = [];
  readonly untrue: string[] = [];
  readonly pauses = new Pauses();
  readonly requests = new Requests();
  /** Outcomes `applied` that were true only in the answers of a player that lied or whose list trailed. */
  believedLies = 0;
  /** Log lines that report that a player took a selection back. */
  loggedLies = 0;
  readonly log: Log;

  constructor(isVerbose: boolean) {
    const write = (level: string) => (fields: object, message: string) => {
      this.pauses.hear(fields, message);
      if (message === tookBackMessage) this.loggedLies += 1;
      if (isVerbose) {
        console.log(`${(performance.now() / 1000).toFixed(3)} ${level} ${message} ${JSON.stringify(fields)}`);
      }
    };
    this.log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  }

  sent(entry: Sent): void {
    this.entries.set(entry.transaction, { ...entry, isOwed: true, outcomes: new Set() });
    this.requests.allow(entry.player, entry);
  }

  /** The broker was disturbed: messages in flight may be lost before they reach the bridge. */
  brokerDisturbed(): void {
    for (const entry of this.entries.values()) if (entry.outcomes.size === 0) entry.isOwed = false;
  }

  showed(shown: Shown): void {
    this.#shown.push(shown);
  }

  /**
   * Checks an outcome. Before an `applied` one, the player must have shown the value since the command was sent; a step
   * has no value of its own to show, so the player must at least have received the request.
   */
  answered(payload: string): void {
    const result = JSON.parse(payload) as { transaction?: string; outcome: string; tag?: string };
    const entry = this.entries.get(result.transaction ?? "");
    if (entry === undefined) return;
    entry.outcomes.add(payload);
    if (result.outcome !== "applied") return;
    if (isStep(entry)) {
      if (!this.requests.hasAsked(entry.player, entry, entry.sentAt)) this.untrue.push(payload);
      return;
    }
    const wanted = result.tag ?? entry.request;
    const proofs = this.#shown.filter(
      ({ at, player, target, value }) =>
        at >= entry.sentAt && player === entry.player && target === entry.target && value === wanted,
    );
    if (proofs.length === 0) this.untrue.push(payload);
    else if (!proofs.some(({ isTrue }) => isTrue)) this.believedLies += 1;
  }

  /** The number of outcomes of each kind. */
  outcomes(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { outcomes } of this.entries.values()) {
      for (const text of outcomes) {
        const { outcome } = JSON.parse(text) as { outcome: string };
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Whether a command still lacks the outcome that it must get, with time left. */
  isOutcomeDue(transaction: string, withinMs: number): boolean {
    const entry = this.entries.get(transaction);
    if (entry === undefined || !entry.isOwed || entry.outcomes.size > 0) return false;
    return performance.now() - entry.sentAt <= withinMs;
  }

  /** Commands without a due outcome, or with more than one. */
  unsettled(): string[] {
    return [...this.entries.values()]
      .filter(({ isOwed, outcomes }) => outcomes.size > 1 || (isOwed && outcomes.size === 0))
      .map(
        (entry) =>
          `${entry.transaction} ${entry.target} ${entry.request}: ${[...entry.outcomes].join(" and ") || "no outcome"}`,
      );
  }
}
