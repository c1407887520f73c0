import { parseArgs } from "node:util";
import { isPlayerId } from "../core/topics/topics.ts";
import { closest } from "../lib/closest.ts";
import type { Arguments, Flag } from "./cli-command.ts";
import { UsageError } from "./exit-codes.ts";

/** All arguments after `--` are words. So is a negative number, since no flag begins with a digit. */
export function parseArguments(
  args: readonly string[],
  flags: ReadonlyMap<string, Pick<Flag, "value">>,
): Arguments {
  const options = [...flags].map(
    ([name, { value }]) => [name, { type: value === undefined ? "boolean" : "string" }] as const,
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    // Not strict: its errors have no "did you mean".
    strict: false,
    tokens: true,
  });
  const words: string[] = [];
  const given = new Map<string, readonly string[]>();
  let numberAt: number | undefined;
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const argument = args[token.index] ?? "";
    if (/^-\d/.test(argument)) {
      // parseArgs splits it into a flag for each digit.
      if (numberAt !== token.index) words.push(argument);
      numberAt = token.index;
      continue;
    }
    const flag = flags.get(token.name);
    if (flag === undefined) throw unknownFlag(token.rawName, [...flags.keys()]);
    const value = checkedValue(token.rawName, flag, token.value, token.inlineValue === true);
    given.set(token.name, [...(given.get(token.name) ?? []), ...value]);
  }
  return { words, flags: given };
}

export function valueOf({ flags }: Arguments, name: string): string | undefined {
  return flags.get(name)?.at(-1);
}

/** The id of a player, the first word, if there is one. */
export function playerWord([word]: readonly string[]): string | undefined {
  if (word === undefined || isPlayerId(word)) return word;
  throw new UsageError(`${JSON.stringify(word)} is not a player id: expected 1 to 32 of a-z, 0-9, _ and -`);
}

export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const meant = closest(name, known);
  return meant === undefined ? otherwise : `did you mean ${meant}?`;
}

function checkedValue(
  rawName: string,
  flag: Pick<Flag, "value">,
  value: string | undefined,
  isInline: boolean,
) {
  if (flag.value === undefined) {
    if (isInline) throw new UsageError(`${rawName} takes no value`);
    return [];
  }
  // A flag in place of a value means that the value is missing; a value that begins with - can be given with "=".
  if (value === undefined || (!isInline && value.startsWith("-") && value !== "-")) {
    throw new UsageError(`${rawName} needs a value: ${rawName}=${flag.value}`);
  }
  return [value];
}

function unknownFlag(rawName: string, names: readonly string[]): UsageError {
  const known = names.map((name) => `--${name}`);
  const hint = didYouMean(rawName, [...known, "--help"], "see --help");
  return new UsageError(`Unknown flag ${rawName}: ${hint}`);
}

export function wholeNumberOf(
  given: Arguments,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = valueOf(given, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${name} is ${JSON.stringify(text)}: expected a whole number from ${min} to ${max}`);
}
