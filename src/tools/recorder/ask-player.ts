import { DeviceError } from "../../core/errors.ts";
import { DeviceClient, type DeviceOptions } from "../../device/client.ts";
import type { HttpAnswer } from "../../device/exchange.ts";
import { DeviceHttp } from "../../device/http.ts";
import type { Clock } from "../../lib/clock.ts";
import { readOperations } from "./read-operations.ts";

/** How a player is asked. */
export interface AskOptions {
  readonly device: DeviceOptions;
  readonly gapMs: number;
  readonly clock: Clock;
  readonly onProgress: (path: string) => void;
}

/** An answer as it came. */
export interface RawAnswer {
  readonly atMs: number;
  readonly latencyMs: number;
  readonly answer: HttpAnswer | DeviceError;
}

/** Between two looks at what moves. */
const betweenLooksMs = 2000;

/** The word that the player's paths begin with. Throws DeviceError if the player is not there. */
export async function findPrefix(device: DeviceOptions, signal: AbortSignal): Promise<string> {
  if (device.pathPrefix !== "auto") return device.pathPrefix;
  await using client = new DeviceClient(device);
  const answer = await client.read("model", signal);
  if (answer.kind === "reading" && answer.reading.resource === "model")
    return answer.reading.value.pathPrefix;
  throw new DeviceError(
    "malformed",
    "the player does not tell under which path prefix it answers: set device.pathPrefix",
  );
}

/** Asks a player for everything that reads, several times for what moves: the answers by path. */
export async function askEverything(
  prefix: string,
  { device, gapMs, clock, onProgress }: AskOptions,
  signal: AbortSignal,
): Promise<Map<string, RawAnswer[]>> {
  const operations = readOperations(prefix);
  const answers = new Map<string, RawAnswer[]>(operations.map(({ path }) => [path, []]));
  const looks = Math.max(...operations.map((operation) => operation.looks));
  await using http = new DeviceHttp(device);
  const startedAt = clock.now();
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await clock.sleep(betweenLooksMs, signal);
    for (const { path } of operations.filter((operation) => operation.looks > look)) {
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

/** A fault is worth recording as well, but for a player that has gone. */
async function get(http: DeviceHttp, path: string, signal: AbortSignal): Promise<HttpAnswer | DeviceError> {
  try {
    return await http.get(path, signal);
  } catch (error) {
    if (error instanceof DeviceError && error.fault !== "unreachable") return error;
    throw error;
  }
}
