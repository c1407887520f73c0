import { defaultMakeName, simulatedMakes } from "../../simulator/makes.ts";
import type { CommonOptions, GivenFlags, SimulatedMake } from "../../simulator/simulated-make.ts";
import type { Arguments } from "./cli-command.ts";
import { UsageError } from "./exit-codes.ts";
import { didYouMean, valueOf, wholeNumberOf } from "./parse-arguments.ts";

export const defaultHost = "127.0.0.1";

const maxTracks = 100_000;

export const defaultMake = simulatedMakes[defaultMakeName];

export const otherMakes = Object.entries(simulatedMakes).filter(([name]) => name !== defaultMakeName);

/** The make that the flags name; throws UsageError for an unknown one, and for flags of another. */
export function simulatedMakeOf(given: Arguments): SimulatedMake {
  const name = chosen(given, "family", simulatedMakes) ?? defaultMakeName;
  const make = simulatedMakes[name];
  const other = Object.values(simulatedMakes)
    .flatMap(({ flags }) => Object.keys(flags))
    .find((flag) => given.flags.has(flag) && make.flags[flag] === undefined);
  if (other !== undefined) throw new UsageError(`--${other} and --family ${name} cannot be combined`);
  return make;
}

/** The flags of a make; its methods throw UsageError. */
export function givenFlags(given: Arguments): GivenFlags {
  return {
    has: (name) => given.flags.has(name),
    word(name, example) {
      const value = valueOf(given, name);
      if (value === undefined || /^\w{1,40}$/.test(value)) return value;
      throw new UsageError(`--${name} is ${JSON.stringify(value)}: expected a word such as ${example}`);
    },
    wholeNumber: (name, range) => wholeNumberOf(given, name, range),
    choice: (name, choices) => chosen(given, name, choices),
  };
}

export function commonOptionsOf(given: Arguments, { usualPort }: SimulatedMake): CommonOptions {
  const name = valueOf(given, "name");
  const queueSize = wholeNumberOf(given, "queue", { min: 0, max: maxTracks });
  return {
    host: valueOf(given, "host") ?? defaultHost,
    port: wholeNumberOf(given, "port", { min: 0, max: 65_535 }) ?? usualPort,
    ...(name !== undefined && { name }),
    ...(queueSize !== undefined && { queueSize }),
  };
}

/** The faults from the flags, unparsed; throws UsageError for an invalid one. */
export function faultsOf({ flags }: Arguments, { parseFault }: SimulatedMake): readonly string[] {
  const faults = flags.get("fault") ?? [];
  for (const fault of faults) {
    try {
      parseFault(fault);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new UsageError(error.message, { cause: error });
    }
  }
  return faults;
}

/** The value of a flag that is one of these names; throws UsageError for another. */
function chosen<Name extends string>(
  given: Arguments,
  flag: string,
  choices: Readonly<Record<Name, unknown>>,
): Name | undefined {
  const value = valueOf(given, flag);
  if (value === undefined) return undefined;
  const names = Object.keys(choices) as Name[];
  const name = names.find((candidate) => candidate === value);
  if (name !== undefined) return name;
  const hint = didYouMean(value, names, `expected one of ${names.join(", ")}`);
  throw new UsageError(`--${flag} is ${JSON.stringify(value)}: ${hint}`);
}
