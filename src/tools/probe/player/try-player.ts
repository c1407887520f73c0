import type { PlayerConfig } from "../../../config/players.ts";
import { reachOf } from "../../../families/profile-of.ts";
import {
  familiesNamed,
  type IdentifiedPlayer,
  identifyAt,
  optionsFor,
  recognize,
} from "../../../families/recognize.ts";
import { DeviceError } from "../../../core/errors.ts";
import type { PlayerSetting } from "../../../core/resources/settings.ts";
import { translatable } from "../../../lib/phrase.ts";
import type { Environment } from "../environment.ts";
import { fault, type Finding, good } from "../finding.ts";
import { checkPlayer, longestQueueBytes } from "./check-player.ts";
import { readOwnSettings } from "./own-settings.ts";

/** The faults of an address where nothing answers. */
const silentCodes: ReadonlySet<string> = new Set([
  "host.unresolved",
  "reach.closed",
  "reach.silent",
  "answers.none",
]);

/** Of anything but a player it tells nothing: the page must not help anyone to explore what the bridge can reach. */
export async function tryPlayer(
  player: PlayerConfig,
  environment: Environment,
  signal: AbortSignal,
): Promise<{ readonly finding: Finding; readonly found: IdentifiedPlayer | undefined }> {
  let problem: Finding | undefined;
  try {
    const announcedMac = Promise.resolve(undefined);
    for await (const finding of checkPlayer({ player, environment, announcedMac, signal })) {
      if (finding.verdict === "fault") problem = finding;
    }
    if (problem === undefined) {
      const families = familiesNamed(player.family, environment.families);
      const found = await identifyAt(families, player.url, signal, player.psk);
      return { finding: good("answers", translatable("trial.player", "a player answers there")), found };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const isSilent = problem?.code === undefined || silentCodes.has(problem.code);
  const finding = isSilent
    ? fault(
        "answers",
        translatable("trial.silent", "no answer"),
        translatable("advice.check-network", "check its network, and try again"),
      )
    : fault(
        "answers",
        translatable("trial.other", "what answers there is not a player"),
        translatable("advice.trial", "check the address, and the key if the player has one"),
      );
  return { finding, found: undefined };
}

/** All settings of a configured player that may be published; none if it has none, or does not answer. */
export async function settingsOf(
  player: PlayerConfig,
  { families, clock }: Environment,
  signal: AbortSignal,
): Promise<readonly PlayerSetting[]> {
  const options = { ...reachOf(player, longestQueueBytes), clock, paths: player.controls.paths };
  try {
    const { family } = await recognize(familiesNamed(player.family, families), options, signal);
    return (await readOwnSettings(family, optionsFor(options, family), signal)) ?? [];
  } catch (error) {
    if (!(error instanceof DeviceError) && !signal.aborted) throw error;
    return [];
  }
}
