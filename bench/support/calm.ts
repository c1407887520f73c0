import { setTimeout as sleep } from "node:timers/promises";
import { Observer } from "./observer.ts";
import type { Rig } from "./rig.ts";

const windowMs = 1500;
/** A counter that mosquitto publishes itself, every `sys_interval` seconds. */
const receivedTopic = "$SYS/broker/messages/received";
/**
 * A subject that publishes less than one message in this many polls does little else than poll: generating the
 * announcements of one player takes as long as some fifty polls.
 */
const pollsForEachMessage = 1000;
/** While a poll still gets cheaper by more than this, the engine is compiling or other work is ending. */
const steadyShare = 0.93;

/** A mosquitto configuration that publishes its message counters once a second. */
export const countEverySecond = ["sys_interval 1"];

/**
 * Waits until a subject only polls, at a stable cost, for two windows in a row. Returns whether it got there before the
 * time limit.
 */
export async function untilCalm(
  rig: Rig,
  brokerPort: number,
  { leastMs, mostMs }: { readonly leastMs: number; readonly mostMs: number },
): Promise<boolean> {
  const until = performance.now() + mostMs;
  await sleep(leastMs);
  let received = 0;
  await using _observer = await Observer.connect(brokerPort, [receivedTopic], ({ payload }) => {
    received = Number(payload.toString());
  });
  let [receivedBefore, lowestCost, calmWindows] = [-Infinity, Infinity, 0];
  while (performance.now() < until) {
    const { polls, cpuPerPollUs } = await rig.measure(windowMs);
    const isPublishing = received - receivedBefore > polls / pollsForEachMessage;
    const isCalm = !isPublishing && cpuPerPollUs > lowestCost * steadyShare;
    calmWindows = isCalm ? calmWindows + 1 : 0;
    if (calmWindows === 2) return true;
    [receivedBefore, lowestCost] = [received, Math.min(lowestCost, cpuPerPollUs)];
  }
  return false;
}
