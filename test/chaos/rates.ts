import type { OperationName } from "../../simulator/zidoo/operations.ts";
import { leastPauseAfterFailuresMs, offlineAfter, pollIntervalMs } from "./bounds.ts";
import { has } from "./expected-topics.ts";
import type { Finding } from "./finding.ts";
import type { PlayerSlot } from "./start-player.ts";

/** Between two polls of a healthy player at most. */
const longestGapMs = 2.5 * pollIntervalMs;
/** A film, its playlist and its lists, music and queue, routing: so many reads may come with each poll. */
const readsInPoll = 8;
/** The reads that one command may cause besides its call: its starting point, its proof, and its consequences. */
const readsForCommand = 12;
/** The reads that a new film or a refresh may cause at once. */
const readsAtOnce = 20;
/** One request may be under way, and one may follow from a command. */
const spareAttempts = 2;

/** A healthy player is polled at least so often, and at most so often; counted at the player. */
export function problemsWithRate(
  slot: PlayerSlot,
  [from, to]: readonly [number, number],
  { commands, stalledMs }: { readonly commands: number; readonly stalledMs: number },
): Finding[] {
  const attempts = slot.attemptsBetween(from, to);
  const findings: Finding[] = [];
  const most =
    readsAtOnce + commands * readsForCommand + Math.ceil(((to - from) / pollIntervalMs + 1) * readsInPoll);
  if (attempts.length > most) {
    findings.push(finding(`${slot.name} was asked ${attempts.length} times, wanted at most ${most} times`));
  }
  for (const operation of polledOf(slot)) {
    const times = [from, ...attempts.filter((one) => one.operation === operation).map(({ at }) => at), to];
    const gap = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
    if (gap > longestGapMs + stalledMs) {
      findings.push(finding(`${slot.name} was not asked for ${operation} for ${Math.round(gap)} ms`));
    }
  }
  return findings;
}

/** A dead player is asked at most so often: its rests double. */
export function problemsWithDeadPlayer(
  slot: PlayerSlot,
  from: number,
  to: number,
  commands: number,
): Finding[] {
  let most = spareAttempts + commands * offlineAfter;
  for (let at = from, failures = 1; at < to; failures += 1, most += 1) {
    at += leastPauseAfterFailuresMs(failures);
  }
  const { length } = slot.attemptsBetween(from, to);
  if (length <= most) return [];
  return [finding(`${slot.name} is dead and was asked ${length} times, wanted at most ${most} times`)];
}

/** After two connections that were closed without an answer, the other version of MQTT is tried at once. */
const attemptsForPause = 1.5;

/** A broker that is away is asked at most so often: the proxy before it accepts each connection and closes it. */
export function problemsWithAwayBroker(cameAt: readonly number[], from: number, to: number): Finding[] {
  let pauses = 0;
  for (let at = from; at < to; pauses += 1) at += 0.75 * Math.min(5000, 1000 * 2 ** pauses);
  const most = spareAttempts + Math.ceil(pauses * attemptsForPause);
  const { length } = cameAt.filter((at) => at >= from && at <= to);
  if (length <= most) return [];
  return [finding(`the broker was away and was asked ${length} times, wanted at most ${most} times`)];
}

function polledOf({ player }: PlayerSlot): OperationName[] {
  return [
    // A state that names the input and the output spares the list.
    ...(player.volume === undefined ? (["getInputAndOutputList"] as const) : []),
    ...(player.groups.has("video") ? (["getPlayStatus"] as const) : []),
    ...(has(player, "getState") ? (["getState"] as const) : []),
  ];
}

function finding(text: string): Finding {
  return { promise: "rate", text };
}
