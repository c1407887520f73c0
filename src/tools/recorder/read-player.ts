import { DeviceError } from "../../core/errors.ts";
import type { Family, FamilyDevice, PlayerOptions } from "../../families/family.ts";
import { rawAnswer } from "../../families/http/body-of.ts";
import { optionsFor, recognize } from "../../families/recognize.ts";
import type { Clock } from "../../lib/clock.ts";

export interface ReadOptions {
  readonly families: readonly Family[];
  readonly device: PlayerOptions;
  readonly gapMs: number;
  readonly clock: Clock;
  /** Whether the beginning of each list of the library is read, too. */
  readonly readsLibrary?: boolean;
  readonly onProgress: (path: string) => void;
}

export type RecordedAnswer = ReturnType<typeof rawAnswer>;

export interface RawAnswer {
  readonly atMs: number;
  readonly latencyMs: number;
  readonly answer: RecordedAnswer | DeviceError;
}

/** The pause between two rounds of the requests that are made several times. */
const pauseMs = 2000;

/** Sends every request that only reads, some of them several times. Throws DeviceError if no player answers. */
export async function readPlayer(
  { families, device: options, gapMs, clock, onProgress, readsLibrary = false }: ReadOptions,
  signal: AbortSignal,
) {
  const { family } = await recognize(families, options, signal);
  await using device = family.open(optionsFor(options, family));
  const recordable = await device.recordable?.(readsLibrary, signal);
  if (recordable === undefined) {
    throw new DeviceError("refused", `players of the family ${family.name} cannot be recorded`);
  }
  const operations = recordable.requests.map((request) => ({ ...request, answers: new Array<RawAnswer>() }));
  const rounds = Math.max(...operations.map(({ times }) => times));
  const startedAt = clock.now();
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await clock.sleep(pauseMs, signal);
    for (const operation of operations.filter(({ times }) => times > round)) {
      onProgress(operation.path);
      await clock.sleep(gapMs, signal);
      const before = clock.now();
      const answer = await ask(device, operation.path, signal);
      const atMs = Math.round(before - startedAt);
      operation.answers.push({ atMs, latencyMs: Math.round(clock.now() - before), answer });
    }
  }
  return { family, facts: recordable.facts, operations };
}

/** Faults are recorded, too, unless the player is gone. */
async function ask(
  device: FamilyDevice,
  path: string,
  signal: AbortSignal,
): Promise<RecordedAnswer | DeviceError> {
  try {
    return rawAnswer(await device.get(path, signal));
  } catch (error) {
    if (error instanceof DeviceError && error.fault !== "unreachable") return error;
    throw error;
  }
}
