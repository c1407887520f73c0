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
  /** The placeholders of its words, such as `<player>`; none by default. */
  readonly words?: readonly string[];
  /** Whether it says itself what is wrong with more words than that. */
  readonly explainsMoreWords?: true;
  readonly about: string;
  readonly examples: readonly string[];
  /** With `config`, every setting is a flag as well: too many to list in the help. */
  readonly flags: Flags;
  readonly notes?: string;
  execute(given: Arguments, shell: Shell): Promise<ExitCode>;
}

export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const indent = width + 5;
  // What does not fit into a line of 120 goes on below itself.
  const tooLong = new RegExp(`(?=.{${121 - indent}})(.{1,${120 - indent}}) `, "g");
  const folded = (text: string): string => text.replace(tooLong, `$1\n${" ".repeat(indent)}`);
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${folded(right)}`).join("\n");
}
