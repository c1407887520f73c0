import type { LogLine } from "../core/ports.ts";
import { keepNewest } from "../lib/keep-newest.ts";

/** Enough to see what led to a fault, and little for a thousand players. */
const keptLines = 40;
/** Players come and go: those that were logged longest ago are forgotten. */
const keptPlayers = 2000;

export class RecentLines {
  readonly #lines = new Map<string, LogLine[]>();

  add(line: LogLine): void {
    const { player } = line;
    if (player === undefined) return;
    const lines = this.#lines.get(player) ?? [];
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    keepNewest(this.#lines, player, lines, keptPlayers);
  }

  of(player: string): readonly LogLine[] {
    return (this.#lines.get(player) ?? []).toReversed();
  }
}
