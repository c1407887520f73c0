import type { PlayerOptions } from "../../../src/families/family.ts";
import { optionsOfStranger } from "../../../src/families/recognize.ts";
import { zidoo } from "../../../src/families/zidoo/family.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { type RecordOptions, recordPlayer } from "../../../src/tools/recorder/record-player.ts";
import type { Recording } from "../../../src/tools/recorder/recording.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";

export function deviceAt(url: string): PlayerOptions {
  return { ...optionsOfStranger(url), maxBodyBytes: 64 * 2 ** 20 };
}

/** Records a player, without the pauses that real ones need. */
export function recorded(url: string, options: Partial<RecordOptions> = {}): Promise<Recording> {
  return recordPlayer(
    {
      families: [zidoo],
      device: deviceAt(url),
      gapMs: 0,
      clock: { ...fastClock(50), date: () => systemClock.date() },
      hidesTitles: false,
      maxBodyBytes: 500_000,
      version: "1.2.3",
      onProgress: () => {},
      ...options,
    },
    new AbortController().signal,
  );
}

export function bodyOf({ operations }: Recording, name: string): string {
  const [sample] = operations.find(({ path }) => path.endsWith(`/${name}`))?.samples ?? [];
  if (sample === undefined || "fault" in sample) throw new Error(`${name} was not answered`);
  return sample.body;
}
