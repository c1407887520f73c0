import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "./bounds.ts";
import { leavePending, recovered } from "./calm.ts";
import type { Finding } from "./finding.ts";
import type { PlayerName } from "./schedule.ts";
import type { Stage } from "./stage.ts";

/** Two players get each other's addresses, and their own again, while commands to both arrive. */
export async function swapped(
  stage: Stage,
  names: readonly [PlayerName, PlayerName],
  name: string,
): Promise<Finding[]> {
  const [one, other] = [stage.player(names[0]), stage.player(names[1])];
  await leavePending(stage, names, name);
  const findings: Finding[] = [];
  for (const turn of ["there", "back"]) {
    await Promise.all([one.die(), other.die()]);
    await sleep(patience.offlineMs);
    await one.swapWith(other);
    await stage.renew();
    // The bridge still takes each for the other.
    for (let number = 0; number < 30; number++) {
      const player = names[number % 2 === 0 ? 0 : 1];
      await stage.select(`${name}-${turn}-${number}`, player, number % 3);
      await sleep(60);
    }
    findings.push(...(await recovered(stage)));
    if (findings.length > 0) break;
  }
  return findings;
}
