import type { LogLine } from "../core/ports.ts";
import { Listeners } from "../lib/listeners.ts";
import { createLogger, type LogDestination, type LoggerOptions } from "../ops/logger.ts";
import { RecentLines } from "../ops/recent-lines.ts";

/** Logs, and keeps the lines for the page from the first one on: it is loaded after the players have started. */
export function startLog(options: LoggerOptions, destination: LogDestination) {
  const lines = new Listeners<LogLine>();
  const recent = new RecentLines();
  lines.add((line) => recent.add(line));
  return {
    log: createLogger(options, destination, (line) => lines.notify(line)),
    onLine: (listener: (line: LogLine) => void) => lines.add(listener),
    linesOf: (playerId: string) => recent.of(playerId),
  };
}
