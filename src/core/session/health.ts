import type { Command } from "../controls/command.ts";
import { plan, type Step } from "./plan.ts";
import { essentialResourceNames, publicNameOf } from "../resources/player.ts";
import type { ResourceState } from "../resources/resource.ts";
import type { Session } from "./session.ts";
import { unansweredResources } from "./unanswered.ts";

export interface LoopView {
  readonly id: string;
  readonly session: Session;
  /** The oldest waiting command. */
  readonly waiting: Command | undefined;
  /** The current step, and when it began. */
  readonly step: Step["kind"];
  readonly steppedAt: number;
  readonly longestStepMs: number;
  /** Whether its player may not be asked at the moment. */
  readonly isOnHold?: boolean;
}

/** A member of a fleet as it sees the fleet. */
export interface FleetView {
  /** Why it may not act for any player; undefined while its lease holds. */
  readonly problem: string | undefined;
  /** Players that it has to take or to hand over. */
  readonly awaited: number;
  /** All members that are there or have died, this one included. */
  readonly members: ReadonlyMap<string, { readonly isUp: boolean; readonly players: number }>;
  /** Players that nobody acts for, although it is the turn of this one. */
  readonly orphans: number;
  /** Members with another list of players. */
  readonly otherLists: readonly string[];
}

export interface BridgeView {
  readonly loops: Iterable<LoopView>;
  readonly isConnected: boolean;
  /** Topics that the broker denies us to write. */
  readonly denied: readonly string[];
  readonly isStopping: boolean;
  /** The client id of the bridge of the same name that runs the players; undefined if this one does. */
  readonly standsByFor?: string | undefined;
  /** Undefined without a fleet. */
  readonly fleet?: FleetView | undefined;
  /** The event loop's recent lag. */
  readonly lagMs: number;
}

export interface ProbeResult {
  readonly isOk: boolean;
  readonly reasons: readonly string[];
  /** Informational; does not fail the probe. */
  readonly notes?: readonly string[];
}

/** A process with more lag is not considered alive. */
const longestLagMs = 5000;
/** The tolerance for late timers and a busy machine. */
const slackMs = 10_000;
/** Thousands of players need no more reasons than these. */
const maxReasons = 20;

/**
 * Whether the process and every player's loop are alive. A loop may wait until something is due, and a step may last as
 * long as the deadlines of its requests. A player or broker that is offline is no reason to fail.
 */
export function judgeHealth({ loops, isStopping, lagMs }: BridgeView, now: number): ProbeResult {
  const reasons: string[] = [];
  if (lagMs > longestLagMs) reasons.push(`the process was ${seconds(lagMs)} behind schedule`);
  // During the stop, loops wait for one another.
  if (!isStopping) {
    for (const loop of loops) {
      const stuckMs = stuckForMs(loop, now);
      if (stuckMs > 0) reasons.push(`the loop of ${loop.id} has been stuck for ${seconds(stuckMs)}`);
    }
  }
  return probeResult(reasons);
}

/** Whether the bridge does its job: the broker is connected, and the availability of every player is known. */
export function judgeReadiness(view: BridgeView): ProbeResult {
  const { loops, isConnected, denied, isStopping, standsByFor, fleet } = view;
  const reasons: string[] = [];
  if (isStopping) reasons.push("the bridge is stopping");
  if (!isConnected) reasons.push("the broker is not connected");
  if (standsByFor !== undefined) reasons.push(`standing by for the bridge with the client id ${standsByFor}`);
  if (fleet?.problem !== undefined) reasons.push(fleet.problem);
  else if (fleet !== undefined && fleet.awaited > 0)
    reasons.push(`players to take or to hand over: ${fleet.awaited}`);
  for (const topic of denied) reasons.push(`the broker refuses messages on ${topic}`);
  // Not a reason: an update of the list could never finish, member by member.
  const notes = fleet?.otherLists.map((name) => `${name} has another list of players than this member`) ?? [];
  for (const { id, session } of loops) {
    if (!isKnown(session)) reasons.push(`${id} has not been polled completely yet`);
    const unanswered = unansweredResources(session).map(publicNameOf);
    if (unanswered.length > 0) notes.push(`${id} does not answer requests for ${unanswered.join(", ")}`);
  }
  return { ...probeResult(reasons), ...(notes.length > 0 && { notes: firstOf(notes) }) };
}

/** How long the loop has failed to act although it should have; 0 if it has not. */
function stuckForMs(loop: LoopView, now: number): number {
  const { session, waiting, step, steppedAt, longestStepMs, isOnHold } = loop;
  if (isOnHold === true) return 0;
  const sinceMs = now - steppedAt;
  if (step !== "wait") return sinceMs > longestStepMs + slackMs ? sinceMs : 0;
  return sinceMs > slackMs && plan(session, now - slackMs, waiting).kind !== "wait" ? sinceMs : 0;
}

function isKnown({ presence: { availability }, resources }: Session): boolean {
  if (availability === "offline") return true;
  const isRead = ({ support, triedAt }: ResourceState): boolean =>
    support === "unsupported" || triedAt > -Infinity;
  return availability === "online" && essentialResourceNames.every((name) => isRead(resources[name]));
}

function probeResult(reasons: readonly string[]): ProbeResult {
  return { isOk: reasons.length === 0, reasons: firstOf(reasons) };
}

function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxReasons;
  return more > 0 ? [...lines.slice(0, maxReasons), `and ${more} more`] : lines;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
