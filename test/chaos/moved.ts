import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "./bounds.ts";
import { bridgeIs, comesTrue, leavePending, recovered, two } from "./calm.ts";
import type { Finding } from "./finding.ts";
import type { Stage } from "./stage.ts";

/** A death that breaks the connection, until the stand-by is connected again; or a start. */
const takenOverMs = 15_000;
/** Longer than a farewell or a will takes to be corrected. */
const correctedMs = 2500;

/** Another host takes over while commands arrive; what the former one leaves behind must not undo that. */
export async function moved(
  stage: Stage,
  from: "running" | "frozen" | "dying",
  name: string,
): Promise<Finding[]> {
  const former = stage.bridge;
  const next = stage.anotherHost(from !== "dying");
  if (from === "dying") {
    next.start();
    await sleep(patience.startMs);
  }
  await leavePending(stage, two, name);
  if (from === "frozen") {
    former.hold(true);
    stage.ledger.disturbed();
  }
  if (from === "dying") {
    await former.kill();
    stage.ledger.killed();
  } else next.start();
  // Nobody hears what is sent between a death, or a standstill, and the next connection.
  const findings = from === "running" ? [] : await leads(stage, next.clientId);
  const commands = commandsMeanwhile(stage, name);
  findings.push(...(await leads(stage, next.clientId)));
  // Both are connected, or have just been.
  if (from === "frozen") {
    await sleep(patience.willMs);
    former.hold(false);
    // Whoever was away so long must not carry these out as well.
    await commandsMeanwhile(stage, `${name}-after`);
  }
  await commands;
  if (from !== "dying") await former.stop();
  await stage.moveTo(next);
  await stage.renew();
  await sleep(correctedMs);
  findings.push(...(await bridgeIs(stage, "online", 0)));
  return [...findings, ...(await recovered(stage))];
}

/** Sends commands of which each must have one outcome, whichever host carries it out. */
async function commandsMeanwhile(stage: Stage, name: string): Promise<void> {
  for (let number = 0; number < 40; number++) {
    const player = number % 2 === 0 ? "video" : "twins";
    await stage.select(`${name}-moved-${number}`, player, number % 3);
    await sleep(100);
  }
}

/** Waits until the host has claimed the name of the bridge. */
function leads(stage: Stage, clientId: string): Promise<Finding[]> {
  return comesTrue(stage, takenOverMs, (topics) => {
    const info = topics.get("player2mqtt/bridge/info") ?? "";
    return info.includes(`"${clientId}"`) ? undefined : `${clientId} does not take over: ${info}`;
  });
}
