import type { ExitCode } from "./exit-codes.ts";
import type { Shell } from "./shell.ts";

/** A flag that a command takes. */
export interface Flag {
  /** The placeholder of its value in the help, such as `<port>`; a flag without one is a switch. */
  readonly value?: string;
  readonly about: string;
}

/** The flags of a command by their names without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** A parsed command line: the words between the flags, and the values of each flag. */
export interface Arguments {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

/** One command of the command line. */
export interface CliCommand {
  /** The usage line after the command's name. */
  readonly usage: string;
  /** A description in a few sentences. */
  readonly about: string;
  /** Examples without the program's name. */
  readonly examples: readonly string[];
  readonly flags: Flags;
  /** Settings accepted as flags, too many to list in the help. */
  readonly settings: readonly string[];
  /** The end of the help. */
  readonly notes?: string;
  /** Runs to its end, or until the shell's signal aborts. */
  execute(given: Arguments, shell: Shell): Promise<ExitCode>;
}

/** Rows of two columns, indented. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join("\n");
}
