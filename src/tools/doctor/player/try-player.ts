import type { PlayerConfig } from "../../../config/players.ts";
import type { PlayerModel } from "../../../core/resources/model.ts";
import { readModel } from "../../../families/zidoo/read-model.ts";
import type { Environment } from "../environment.ts";
import { fault, type Finding } from "../finding.ts";
import { checkPlayer } from "./check-player.ts";
import { say } from "../../../lib/phrase.ts";

/** The findings about a player that is not configured yet, and its model if it answers. */
export async function tryPlayer(
  player: PlayerConfig,
  environment: Environment,
  signal: AbortSignal,
): Promise<{ readonly findings: readonly Finding[]; readonly model: PlayerModel | undefined }> {
  const findings: Finding[] = [];
  const announcedMac = Promise.resolve(undefined);
  try {
    for await (const finding of checkPlayer({ player, environment, announcedMac, signal })) {
      findings.push(finding);
    }
    const answers = findings.every(({ verdict }) => verdict !== "fault");
    return { findings, model: answers ? await readModel(player.url, signal) : undefined };
  } catch (error) {
    if (!signal.aborted) throw error;
    const late = fault(
      "answers",
      say("answers.too-long", "the player takes too long to answer"),
      say("advice.check-network", "check its network, and try again"),
    );
    return { findings: [...findings, late], model: undefined };
  }
}
