import { basename, extname, relative } from "node:path";
import type { Clock } from "../lib/clock.ts";
import type { Terminal } from "../tools/terminal-view/terminal.ts";

/** Everything a command knows of the process it runs in. */
export interface Shell extends Terminal {
  readonly program: string;
  readonly cwd: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Calls back when the process should read its configuration again; the returned function unsubscribes. */
  readonly onHangUp: (listener: () => void) => () => void;
}

/** The name for this program in examples that can be copied: `player2mqtt`, or `node dist/main.js`. */
export function programName(script: string, cwd: string): string {
  if (extname(script) === "") return basename(script) || "player2mqtt";
  const path = relative(cwd, script);
  const shortest = path.startsWith("..") ? script : path;
  return `node ${/^[\w./-]+$/.test(shortest) ? shortest : `'${shortest.replaceAll("'", String.raw`'\''`)}'`}`;
}
