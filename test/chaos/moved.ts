import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "./bounds.ts";
import { bridgeIs, comesTrue, leavePending, recovered } from "./calm.ts";
import type { Stage } from "./stage.ts";

/** A death that breaks the connection, until the stand-by is connected again; or a start. */
const takenOverMs = 15_000;
/** Longer than a farewell or a will takes to be corrected. */
const correctedMs = 2500;

/**
 * Another host takes over while commands arrive: as planned, from one that stands still, or as a hot stand-by from one that
 * dies. What the former one leaves behind must not undo that.
 */
export async function moved(
  stage: Stage,
  { turn }: { readonly turn: number },
  name: string,
): Promise<string[]> {
  const from = (["running", "frozen", "dying"] as const)[turn % 3];
  const former = stage.bridge;
  const next = stage.createHost(from !== "dying");
  const leads = (): Promise<string[]> =>
    comesTrue(stage, takenOverMs, (topics) => {
      const info = topics.get("player2mqtt/bridge/info") ?? "";
      return info.includes(`"${next.clientId}"`) ? undefined : `${next.clientId} does not take over: ${info}`;
    });
  // Each must have one outcome, whoever carries it out.
  const arrive = async (when: string): Promise<void> => {
    for (let number = 0; number < 40; number++) {
      await stage.select(`${name}-${when}-${number}`, number % 2 === 0 ? "video" : "twins", number % 3);
      await sleep(100);
    }
  };
  if (from === "dying") {
    next.start();
    await sleep(patience.startMs);
  }
  await leavePending(stage, name);
  if (from === "frozen") {
    former.hold(true);
    stage.ledger.disturbed();
  }
  if (from === "dying") {
    await former.kill();
    stage.ledger.killed();
  } else next.start();
  // Nobody hears what is sent between a death, or a standstill, and the next connection.
  const findings = from === "running" ? [] : await leads();
  const arrived = arrive("moved");
  findings.push(...(await leads()));
  // Both are connected, or have just been.
  if (from === "frozen") {
    await sleep(patience.willMs);
    former.hold(false);
    // Whoever was away so long must not carry these out as well.
    await arrive("after");
  }
  await arrived;
  if (from !== "dying") await former.stop();
  await stage.moveTo(next);
  await stage.renew();
  await sleep(correctedMs);
  findings.push(...(await bridgeIs(stage, "online", 0)));
  return [...findings, ...(await recovered(stage))];
}
