import type { PlayerConfig } from "../../../config/players.ts";
import { type IdentifiedPlayer, identifyAt } from "../../../families/identify-at.ts";
import { familiesNamed } from "../../../families/recognise.ts";
import type { Environment } from "../environment.ts";
import { fault, type Finding } from "../finding.ts";
import { checkPlayer } from "./check-player.ts";
import { say } from "../../../lib/phrase.ts";

/** The findings about a player that is not configured yet, and what it is if it answers. */
export async function tryPlayer(
  player: PlayerConfig,
  environment: Environment,
  signal: AbortSignal,
): Promise<{ readonly findings: readonly Finding[]; readonly found: IdentifiedPlayer | undefined }> {
  const findings: Finding[] = [];
  const announcedMac = Promise.resolve(undefined);
  try {
    for await (const finding of checkPlayer({ player, environment, announcedMac, signal })) {
      findings.push(finding);
    }
    const answers = findings.every(({ verdict }) => verdict !== "fault");
    const families = familiesNamed(player.family, environment.families);
    return { findings, found: answers ? await identifyAt(families, player.url, signal) : undefined };
  } catch (error) {
    if (!signal.aborted) throw error;
    const late = fault(
      "answers",
      say("answers.too-long", "the player takes too long to answer"),
      say("advice.check-network", "check its network, and try again"),
    );
    return { findings: [...findings, late], found: undefined };
  }
}
