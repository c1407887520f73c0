import { DeviceError } from "../../core/errors.ts";
import { browseAll, libraryListNames } from "../../core/library.ts";
import { scheduledResourceNames, type ResourceName, resourceNames } from "../../core/resources/player.ts";
import { DeviceClient, type DeviceOptions } from "../../families/zidoo/client.ts";
import type { HttpAnswer } from "../../families/http/exchange.ts";
import { DeviceHttp } from "../../families/http/http.ts";
import { browsePath, experimentalResources, readPath } from "../../families/zidoo/operations.ts";
import type { Clock } from "../../lib/clock.ts";

/** The player to record, and how. */
export interface ReadOptions {
  readonly device: DeviceOptions;
  readonly gapMs: number;
  readonly clock: Clock;
  /** Whether the beginning of each list of the library is read, too. */
  readonly readsLibrary?: boolean;
  readonly onProgress: (path: string) => void;
}

/** An answer as received, or the fault. */
export interface RawAnswer {
  readonly atMs: number;
  readonly latencyMs: number;
  readonly answer: HttpAnswer | DeviceError;
}

/** The pause between two rounds of the operations that are read several times. */
const pauseMs = 2000;

/** The prefix of the player's paths. Throws DeviceError if no player answers. */
export async function findPrefix(device: DeviceOptions, signal: AbortSignal): Promise<string> {
  if (device.pathPrefix !== "auto") return device.pathPrefix;
  await using client = new DeviceClient(device);
  const answer = await client.read("model", signal);
  if (answer.kind === "reading" && answer.reading.resource === "model")
    return answer.reading.value.pathPrefix;
  throw new DeviceError("malformed", "the path prefix of the player is unknown: set device.pathPrefix");
}

/** Sends every request that only reads, some of them several times; returns the answers by path. */
export async function readEverything(
  prefix: string,
  { device, gapMs, clock, onProgress, readsLibrary = false }: ReadOptions,
  signal: AbortSignal,
): Promise<Map<string, RawAnswer[]>> {
  const operations = [...readOperations(prefix), ...(readsLibrary ? libraryOperations(prefix) : [])];
  const answers = new Map<string, RawAnswer[]>(operations.map(({ path }) => [path, []]));
  const times = Math.max(...operations.map((operation) => operation.times));
  await using http = new DeviceHttp(device);
  const startedAt = clock.now();
  for (let round = 0; round < times; round += 1) {
    if (round > 0) await clock.sleep(pauseMs, signal);
    for (const { path } of operations.filter((operation) => operation.times > round)) {
      onProgress(path);
      await clock.sleep(gapMs, signal);
      const before = clock.now();
      const answer = await get(http, path, signal);
      const atMs = Math.round(before - startedAt);
      answers.get(path)?.push({ atMs, latencyMs: Math.round(clock.now() - before), answer });
    }
  }
  return answers;
}

/** Faults are recorded, too, unless the player is gone. */
async function get(http: DeviceHttp, path: string, signal: AbortSignal): Promise<HttpAnswer | DeviceError> {
  try {
    return await http.get(path, signal);
  } catch (error) {
    if (error instanceof DeviceError && error.fault !== "unreachable") return error;
    throw error;
  }
}

/** A request that does not change the player. */
interface ReadOperation {
  readonly path: string;
  /** How often to send it: several times if its answer keeps changing. */
  readonly times: number;
}

const severalTimes = 3;

/** Short answers that are polled change all the time. */
const several: ReadonlySet<ResourceName> = new Set(
  scheduledResourceNames.filter((name) => name !== "playlist" && name !== "queue"),
);

/** All requests that only read. The last two exist on no player, and show how it refuses an unknown operation. */
export function readOperations(prefix: string): ReadOperation[] {
  return [
    ...resourceNames
      // The one needs the path of a film, which a recording does not reveal; the settings may hold what is private; the
      // others may not exist.
      .filter((name) => name !== "filmArt" && name !== "settings" && !experimentalResources.includes(name))
      .map((name) => ({
        path: readPath(prefix, name),
        times: several.has(name) ? severalTimes : 1,
      })),
    { path: `/${prefix}MusicControl/v2/getNothing`, times: 1 },
    { path: "/NothingControlCenter/getModel", times: 1 },
  ];
}

/** The entries that are recorded of each list: enough to show their fields. */
const libraryEntries = 2;

/** The requests for the beginning of each list of the library. */
function libraryOperations(prefix: string): ReadOperation[] {
  return libraryListNames.map((list) => ({
    path: browsePath(prefix, { operation: browseAll(list), of: "", start: 0, count: libraryEntries }),
    times: 1,
  }));
}
