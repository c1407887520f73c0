import { setTimeout as sleep } from "node:timers/promises";
import { patience, reconnectWithinMs } from "./bounds.ts";
import type { Stage } from "./stage.ts";
import { differences } from "./truth.ts";

const lookEveryMs = 60;

/** How long everything took to be true, and what was not in time. */
export interface Recovery {
  readonly ms: number;
  readonly findings: string[];
}

/**
 * Waits until the topics are those of a fresh bridge. After faults that may have misled the bridge about what it reads seldom, it
 * is asked to refresh that.
 */
export async function recovery(stage: Stage, after: "start" | "storm" | "calm" = "calm"): Promise<Recovery> {
  const since = performance.now();
  const withinMs = after === "start" ? patience.openingMs : patience.recoveryMs;
  const isLate = stage.deadline(withinMs + reconnectWithinMs(stage.proxy.shortLives));
  await stage.fresh.refresh();
  let isMisled = after === "storm" ? stage.deadline(patience.announcementMs) : undefined;
  for (;;) {
    const isLast = isLate();
    const wrong = await differences(stage);
    if (wrong.length === 0 || isLast || stage.bugs.length > 0)
      return {
        ms: Math.round(performance.now() - since),
        findings: wrong.map(({ text }) => `topics: ${text}`),
      };
    if (isMisled?.() === true && !wrong.some(({ isPolled }) => isPolled)) {
      isMisled = undefined;
      await Promise.all(stage.names.map((name) => stage.refresh(name)));
    }
    await sleep(lookEveryMs);
  }
}
