import { parseBehaviour } from "../tools/simulator/zidoo/parse-behaviour.ts";
import { externalSources } from "../tools/simulator/zidoo/external-source.ts";
import { presets } from "../tools/simulator/zidoo/presets.ts";
import { type SimulatorOptions, usualPort } from "../tools/simulator/zidoo/start-simulator.ts";
import type { Arguments } from "./cli-command.ts";
import { didYouMean, valueOf, wholeNumberOf } from "./parse-arguments.ts";
import { UsageError } from "./exit-codes.ts";

/** Loopback only. */
export const defaultHost = "127.0.0.1";

const maxTracks = 100_000;

/** The options of the simulated player from the flags; throws UsageError. */
export function simulatorOptionsOf(given: Arguments) {
  const name = valueOf(given, "name");
  const prefix = valueOf(given, "prefix");
  const source = chosen(given, "source", externalSources);
  const queueSize = wholeNumberOf(given, "queue", { min: 0, max: maxTracks });
  const wakePort = wholeNumberOf(given, "wake", { min: 0, max: 65_535 });
  if (prefix !== undefined && !/^\w{1,40}$/.test(prefix)) {
    throw new UsageError(`--prefix is ${JSON.stringify(prefix)}: expected a word such as Device`);
  }
  return {
    host: valueOf(given, "host") ?? defaultHost,
    port: wholeNumberOf(given, "port", { min: 0, max: 65_535 }) ?? usualPort,
    preset: chosen(given, "preset", presets) ?? "video",
    playsTogether: given.flags.has("together"),
    ...(name !== undefined && { name }),
    ...(prefix !== undefined && { prefix }),
    ...(source !== undefined && { source }),
    ...(queueSize !== undefined && { queueSize }),
    ...(wakePort !== undefined && { wakePort }),
  } satisfies SimulatorOptions;
}

/** The faults from the flags, unparsed; throws UsageError for an invalid one. */
export function faultsOf({ flags }: Arguments): readonly string[] {
  const faults = flags.get("fault") ?? [];
  for (const fault of faults) {
    try {
      parseBehaviour(fault);
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
