import type { Log } from "../../src/core/ports.ts";

/** A command that was sent, and what became of it. */
export interface Entry {
  readonly transaction: string;
  readonly player: string;
  readonly selector: "input" | "output";
  readonly request: string;
  readonly sentAt: number;
  /** Whether nothing happened to the broker from then on until the storm was over. */
  isOwed: boolean;
  /** Outcomes that arrived, without literal repetitions: QoS 1 may deliver twice. */
  readonly outcomes: Set<string>;
}

/** A selection that really happened in a player. */
export interface Deed {
  readonly at: number;
  readonly player: string;
  readonly selector: "input" | "output";
  readonly tag: string;
}

/** Writes down what was asked, what was answered, and what really happened. */
export class Ledger {
  readonly entries = new Map<string, Entry>();
  readonly deeds: Deed[] = [];
  readonly lies: string[] = [];
  /** The bridge's log: shown with --verbose, to see what a storm did to it. */
  readonly log: Log;

  constructor(isVerbose: boolean) {
    const write = (level: string) => (fields: object, message: string) => {
      if (isVerbose)
        console.log(`${(performance.now() / 1000).toFixed(3)} ${level} ${message} ${JSON.stringify(fields)}`);
    };
    this.log = { debug: () => {}, info: write("info"), warn: write("warn"), error: write("error") };
  }

  sent(entry: Omit<Entry, "outcomes" | "isOwed">): void {
    this.entries.set(entry.transaction, { ...entry, isOwed: true, outcomes: new Set() });
  }

  /** The broker was disturbed: what is under way may be lost before the bridge ever saw it. */
  brokerDisturbed(): void {
    for (const entry of this.entries.values()) if (entry.outcomes.size === 0) entry.isOwed = false;
  }

  /** An outcome arrived. An `applied` one must be, or have become, true at the player. */
  answered(payload: string, currentTag: (entry: Entry) => string | undefined): void {
    const result = JSON.parse(payload) as { transaction?: string; outcome: string; tag?: string };
    const entry = this.entries.get(result.transaction ?? "");
    if (entry === undefined) return;
    entry.outcomes.add(payload);
    if (result.outcome !== "applied") return;
    const wasDone = this.deeds.some(
      (deed) =>
        deed.player === entry.player &&
        deed.selector === entry.selector &&
        deed.tag === result.tag &&
        deed.at >= entry.sentAt,
    );
    if (!wasDone && currentTag(entry) !== result.tag) this.lies.push(payload);
  }

  /** Commands that got no outcome although they were owed one, or more than one. */
  unsettled(): string[] {
    return [...this.entries.values()]
      .filter(({ isOwed, outcomes }) => outcomes.size > 1 || (isOwed && outcomes.size === 0))
      .map(
        (entry) =>
          `${entry.transaction} ${entry.request}: ${[...entry.outcomes].join(" and ") || "no outcome"}`,
      );
  }
}
