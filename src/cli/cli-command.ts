import type { ExitCode } from "./exit-codes.ts";
import type { Shell } from "./shell.ts";

export interface Flag {
  /** The placeholder of its value in the help, such as `<port>`; a flag without one is a switch. */
  readonly value?: string;
  readonly about: string;
}

export type Flags = Readonly<Record<string, Flag>>;

export interface Arguments {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

export interface CliCommand {
  readonly usage: string;
  readonly about: string;
  readonly examples: readonly string[];
  readonly flags: Flags;
  /** How many words it takes besides flags; none by default. */
  readonly words?: number;
  /** Settings accepted as flags, too many to list in the help. */
  readonly settings?: readonly string[];
  readonly notes?: string;
  execute(given: Arguments, shell: Shell): Promise<ExitCode>;
}

export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join("\n");
}
