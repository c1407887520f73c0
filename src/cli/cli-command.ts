import type { ExitCode } from "./exit-codes.ts";
import type { Shell } from "./shell.ts";

/** A flag that a command takes. */
export interface Flag {
  /** How its value is shown in the help, such as `<port>`; a flag without one is a switch. */
  readonly value?: string;
  readonly about: string;
}

/** The flags of a command by their names without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** A command line that was read: what stands between the flags, and the values of each flag that was given. */
export interface Arguments {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

/** One command of the command line. */
export interface CliCommand {
  /** What follows the command's name in its usage line. */
  readonly usage: string;
  /** What it does, in a few sentences. */
  readonly about: string;
  /** What follows the program's name in its examples. */
  readonly examples: readonly string[];
  readonly flags: Flags;
  /** Further flags that are too many to be listed: every setting is one. */
  readonly settings: readonly string[];
  /** What the help adds at its end. */
  readonly notes?: string;
  /** Runs until it is done, or until the shell's signal aborts. */
  execute(given: Arguments, shell: Shell): Promise<ExitCode>;
}

/** Rows of two columns, indented. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join("\n");
}
