import { setTimeout as sleep } from "node:timers/promises";
import { Observer } from "./observer.ts";
import type { Rig } from "./rig.ts";

const windowMs = 1500;
/** What mosquitto counts, told by itself as often as `sys_interval` says. */
const toldTopic = "$SYS/broker/messages/received";
/**
 * A subject that tells less than one message in so many polls does hardly anything but poll: to write what Home Assistant
 * is told of a player takes as long as some fifty of them.
 */
const pollsForEachMessage = 1000;
/** As long as a poll gets cheaper than ever by this, the engine still compiles, or something else comes to its end. */
const steadyShare = 0.93;

/** The configuration of a mosquitto that says once a second how much it was told. */
export const tellsItsCount = ["sys_interval 1"];

/**
 * Waits until a subject does nothing but poll, and polls as cheaply as it will, for two windows one after the other;
 * whether it came to that before its time was over.
 */
export async function untilCalm(
  rig: Rig,
  brokerPort: number,
  { leastMs, mostMs }: { readonly leastMs: number; readonly mostMs: number },
): Promise<boolean> {
  const until = performance.now() + mostMs;
  await sleep(leastMs);
  let told = 0;
  await using _observer = await Observer.connect(brokerPort, [toldTopic], ({ payload }) => {
    told = Number(payload.toString());
  });
  let [toldBefore, lowestCost, calmWindows] = [-Infinity, Infinity, 0];
  while (performance.now() < until) {
    const { polls, cpuPerPollUs } = await rig.measure(windowMs);
    const isTelling = told - toldBefore > polls / pollsForEachMessage;
    const isCalm = !isTelling && cpuPerPollUs > lowestCost * steadyShare;
    calmWindows = isCalm ? calmWindows + 1 : 0;
    if (calmWindows === 2) return true;
    [toldBefore, lowestCost] = [told, Math.min(lowestCost, cpuPerPollUs)];
  }
  return false;
}
