import type { Command } from "../controls/command.ts";
import { plan, type Step } from "./plan.ts";
import { polledResourceNames } from "../resources/player.ts";
import type { Session } from "./session.ts";

/** One player's loop, as it looks from outside. */
export interface LoopView {
  readonly id: string;
  readonly session: Session;
  /** The command that waits the longest. */
  readonly waiting: Command | undefined;
  /** What it is at, and since when. */
  readonly step: Step["kind"];
  readonly steppedAt: number;
  /** No request or command may take longer, whatever the player does. */
  readonly longestStepMs: number;
}

/** What has to be known of a bridge to say how it is. */
export interface BridgeView {
  readonly loops: Iterable<LoopView>;
  readonly isConnected: boolean;
  /** Topics that the broker does not let us write. */
  readonly denied: readonly string[];
  readonly isStopping: boolean;
  /** How late the process was lately in doing what was due. */
  readonly lagMs: number;
}

/** Whether it is so, and if not, all that stands against it. */
export interface Verdict {
  readonly isTrue: boolean;
  readonly reasons: readonly string[];
}

/** A process that is this late is hardly alive. */
const longestLagMs = 5000;
/** A timer may be late, and a machine busy. */
const slackMs = 10_000;
/** With thousands of players, a few reasons tell as much as all. */
const mostReasons = 20;

/**
 * Whether the process and each player's loop are alive. A loop may rest until something is due, and may take for a
 * step what its requests may take by their deadlines; a player that is off, or a broker, is no reason against it.
 */
export function judgeHealth({ loops, isStopping, lagMs }: BridgeView, now: number): Verdict {
  const reasons: string[] = [];
  if (lagMs > longestLagMs) reasons.push(`the process was ${seconds(lagMs)} late in doing what was due`);
  // At the end they wait for one another.
  if (!isStopping) {
    for (const loop of loops) {
      const stuckMs = stuckFor(loop, now);
      if (stuckMs > 0) reasons.push(`the loop of ${loop.id} is stuck since ${seconds(stuckMs)}`);
    }
  }
  return verdict(reasons);
}

/** Whether the bridge does what it is there for: the broker has it, and of each player is known how it is. */
export function judgeReadiness({ loops, isConnected, denied, isStopping }: BridgeView): Verdict {
  const reasons: string[] = [];
  if (isStopping) reasons.push("the bridge is stopping");
  if (!isConnected) reasons.push("the broker is not connected");
  for (const topic of denied) reasons.push(`the broker does not let us write ${topic}`);
  for (const { id, session } of loops) {
    if (!isKnown(session)) reasons.push(`${id} was not asked for everything yet`);
  }
  return verdict(reasons);
}

/** How long the loop has done nothing although it should have; 0 if it has not. */
function stuckFor({ session, waiting, step, steppedAt, longestStepMs }: LoopView, now: number): number {
  const sinceMs = now - steppedAt;
  if (step !== "wait") return sinceMs > longestStepMs + slackMs ? sinceMs : 0;
  return sinceMs > slackMs && plan(session, now - slackMs, waiting).kind !== "wait" ? sinceMs : 0;
}

function isKnown({ availability, resources }: Session): boolean {
  if (availability === "offline") return true;
  return (
    availability === "online" && polledResourceNames.every((name) => resources[name].triedAt > -Infinity)
  );
}

function verdict(reasons: readonly string[]): Verdict {
  const more = reasons.length - mostReasons;
  const shown = more > 0 ? [...reasons.slice(0, mostReasons), `and ${more} more`] : reasons;
  return { isTrue: reasons.length === 0, reasons: shown };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
