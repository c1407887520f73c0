import type { SearchWay } from "../tools/simulator/beacon.ts";
import * as bluosFaults from "../tools/simulator/bluos/faults.ts";
import { presets as bluosPresets } from "../tools/simulator/bluos/presets.ts";
import { searchWays as bluosWays } from "../tools/simulator/bluos/search-ways.ts";
import {
  startSimulator as startBluos,
  usualPort as bluosPort,
} from "../tools/simulator/bluos/start-simulator.ts";
import type { ActiveBehaviour } from "../tools/simulator/behaviours.ts";
import type { Behaviour } from "../tools/simulator/fault.ts";
import type { Traffic } from "../tools/simulator/traffic.ts";
import { externalSources } from "../tools/simulator/zidoo/external-source.ts";
import * as zidooFaults from "../tools/simulator/zidoo/parse-behaviour.ts";
import { presets as zidooPresets } from "../tools/simulator/zidoo/presets.ts";
import { searchWays as zidooWays } from "../tools/simulator/zidoo/search-ways.ts";
import {
  startSimulator as startZidoo,
  usualPort as zidooPort,
} from "../tools/simulator/zidoo/start-simulator.ts";
import type { Arguments } from "./cli-command.ts";
import { UsageError } from "./exit-codes.ts";
import { didYouMean, valueOf, wholeNumberOf } from "./parse-arguments.ts";

/** Loopback only. */
export const defaultHost = "127.0.0.1";

const maxTracks = 100_000;
const maxZones = 8;

/** A simulated player, as the command line needs it. */
export interface RunningSimulator extends AsyncDisposable {
  readonly url: string;
  readonly title: string;
  readonly traffic: Traffic;
  readonly behaviours: { add(behaviour: Behaviour | string): ActiveBehaviour };
  readonly searchWays: readonly SearchWay[];
  /** What else to know about it, line by line. */
  readonly notes: readonly string[];
}

export interface SimulatedMake {
  readonly usualPort: number;
  readonly presets: readonly string[];
  readonly faultUsages: readonly string[];
  /** The flags that are its own. */
  readonly flags: readonly string[];
  /** Throws TypeError for an invalid fault. */
  readonly parseFault: (text: string) => unknown;
  /** Starts one with the options in the flags; throws UsageError. */
  start(given: Arguments, common: CommonOptions): Promise<RunningSimulator>;
}

/** The options that every make has. */
interface CommonOptions {
  readonly host: string;
  readonly port: number;
  readonly name?: string;
  readonly queueSize?: number;
}

/** The makes, by the name of their family. */
export const simulatedMakes = {
  zidoo: {
    usualPort: zidooPort,
    presets: Object.keys(zidooPresets),
    faultUsages: zidooFaults.faultUsages,
    flags: ["prefix", "source", "together", "wake", "renderer"],
    parseFault: zidooFaults.parseBehaviour,
    async start(given, common) {
      const prefix = valueOf(given, "prefix");
      const source = chosen(given, "source", externalSources);
      const wakePort = wholeNumberOf(given, "wake", { min: 0, max: 65_535 });
      if (prefix !== undefined && !/^\w{1,40}$/.test(prefix)) {
        throw new UsageError(`--prefix is ${JSON.stringify(prefix)}: expected a word such as Device`);
      }
      const ssdpPort = wholeNumberOf(given, "renderer", { min: 1, max: 65_535 });
      const simulator = await startZidoo({
        ...common,
        preset: chosen(given, "preset", zidooPresets) ?? "video",
        playsTogether: given.flags.has("together"),
        ...(prefix !== undefined && { prefix }),
        ...(source !== undefined && { source }),
        ...(wakePort !== undefined && { wakePort }),
        ...(ssdpPort !== undefined && { ssdpPort }),
      });
      const { name, model } = simulator.player.identity;
      const wakeAddress = `${reachable(common.host)}:${simulator.wakePort}`;
      const notes =
        simulator.wakePort === undefined
          ? []
          : [`To wake it with its magic packet: CONTROLS_WAKE_ADDRESS=${wakeAddress}`];
      return {
        ...simulator,
        title: `${name} (${model})`,
        searchWays: zidooWays(name, simulator.renderer?.location),
        notes,
      };
    },
  },
  bluos: {
    usualPort: bluosPort,
    presets: Object.keys(bluosPresets),
    faultUsages: bluosFaults.faultUsages,
    flags: ["zones"],
    parseFault: bluosFaults.parseBehaviour,
    async start(given, common) {
      const preset = chosen(given, "preset", bluosPresets) ?? "node";
      const count = wholeNumberOf(given, "zones", { min: 1, max: maxZones }) ?? 1;
      const simulator = await startBluos({ ...common, preset });
      const zones = [simulator];
      const dispose = async (): Promise<void> => {
        await Promise.all(zones.map((zone) => zone[Symbol.asyncDispose]()));
      };
      const notes = [`It is rebooted by its web pages on port ${simulator.webPort}`];
      try {
        while (zones.length < count) {
          // Further zones have a port of ten more each.
          const port = common.port === 0 ? 0 : common.port + 10 * zones.length;
          const name = `${simulator.player.name} ${zones.length + 1}`;
          const zone = await startBluos({ ...common, preset, port, name, chassis: simulator });
          zones.push(zone);
          notes.push(`Zone ${zones.length} listens on ${reachable(zone.url)}`);
        }
      } catch (error) {
        await dispose();
        throw error;
      }
      return {
        ...simulator,
        title: `${simulator.player.name} (${simulator.player.model.modelName})`,
        searchWays: bluosWays(zones.map(({ player }) => player)),
        notes,
        [Symbol.asyncDispose]: dispose,
      };
    },
  },
} satisfies Record<string, SimulatedMake>;

/** The make that the flags name; throws UsageError for an unknown one, and for flags of another. */
export function simulatedMakeOf(given: Arguments): SimulatedMake {
  const name = chosen(given, "family", simulatedMakes) ?? "zidoo";
  const own: readonly string[] = simulatedMakes[name].flags;
  const other = Object.values(simulatedMakes)
    .flatMap(({ flags }): readonly string[] => flags)
    .find((flag) => given.flags.has(flag) && !own.includes(flag));
  if (other !== undefined) throw new UsageError(`--${other} and --family ${name} cannot be combined`);
  return simulatedMakes[name];
}

/** The options from the flags that every make has; throws UsageError. */
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

/** An address for this machine itself instead of the one for all interfaces. */
export function reachable(host: string): string {
  return host.replace("0.0.0.0", "127.0.0.1");
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
