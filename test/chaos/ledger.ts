import type { Log } from "../../src/core/ports.ts";
import { Pauses } from "./pauses.ts";
import type { PlayerName } from "./schedule.ts";
import { Requests } from "./requests.ts";
import { isStep, type Target, type Wish } from "./wishes.ts";

/** A command that was sent, and what became of it. */
export interface Entry extends Wish {
  readonly transaction: string;
  readonly player: PlayerName;
  readonly sentAt: number;
  /** Whether nothing happened to the broker from then on until the storm was over. */
  isOwed: boolean;
  /** Outcomes that arrived, without literal repetitions: QoS 1 may deliver twice. */
  readonly outcomes: Set<string>;
}

/** What is known of a command when it is sent. */
export type Sent = Omit<Entry, "outcomes" | "isOwed">;

/** What an answer of a player showed as set. */
export interface Shown {
  readonly at: number;
  readonly player: PlayerName;
  readonly target: Target;
  readonly value: string;
  /** Whether it was so. */
  readonly isTrue: boolean;
}

/** The line in which the bridge says that a player took back what it had confirmed. */
const takenBack = "player confirmed a selection, and shows another a second later";

/** Writes down what was asked, what was answered, what the players showed, and what the bridge said of it. */
export class Ledger {
  readonly entries = new Map<string, Entry>();
  readonly #shown: Shown[] = [];
  readonly untrue: string[] = [];
  readonly pauses = new Pauses();
  readonly requests = new Requests();
  /** Outcomes `applied` that were true only in the answers of a player that lied, or whose list trailed. */
  believedLies = 0;
  /** Lines of the log that say that a player took a selection back. */
  toldLies = 0;
  readonly log: Log;

  constructor(isVerbose: boolean) {
    const write = (level: string) => (fields: object, message: string) => {
      this.pauses.hear(fields, message);
      if (message === takenBack) this.toldLies += 1;
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

  /** The broker was disturbed: what is under way may be lost before the bridge ever saw it. */
  brokerDisturbed(): void {
    for (const entry of this.entries.values()) if (entry.outcomes.size === 0) entry.isOwed = false;
  }

  showed(shown: Shown): void {
    this.#shown.push(shown);
  }

  /**
   * An outcome arrived. An `applied` one must have been shown by the player since the command was sent; of a step, which
   * nothing shows for itself, the player must at least have been asked.
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

  /** How often each outcome was told. */
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

  /** Whether a command has no outcome although it is owed one, and it may still come in time. */
  isOutcomeDue(transaction: string, withinMs: number): boolean {
    const entry = this.entries.get(transaction);
    if (entry === undefined || !entry.isOwed || entry.outcomes.size > 0) return false;
    return performance.now() - entry.sentAt <= withinMs;
  }

  /** Commands that got no outcome although they were owed one, or more than one. */
  unsettled(): string[] {
    return [...this.entries.values()]
      .filter(({ isOwed, outcomes }) => outcomes.size > 1 || (isOwed && outcomes.size === 0))
      .map(
        (entry) =>
          `${entry.transaction} ${entry.target} ${entry.request}: ${[...entry.outcomes].join(" and ") || "no outcome"}`,
      );
  }
}
