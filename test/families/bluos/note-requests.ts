import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Clock } from "../../../src/lib/clock.ts";

/** The maker's rule. */
export const shortestGapMs = 1000;

/**
 * Notes when this process sends requests until the test ends: a request that reaches the player late seems close to the
 * next. Returns the pause before each request of a path, except for a read that is repeated because its idle connection
 * had ended.
 */
export function noteRequests(clock: Pick<Clock, "now">): (url: string, operation: string) => number[] {
  const sent: { readonly to: string; readonly atMs: number; readonly isRepeated: boolean }[] = [];
  const used = new WeakSet<Socket>();
  const broken = new Set<string>();
  const note = (told: unknown): void => {
    const { request } = told as { readonly request: ClientRequest };
    const { socket } = request;
    const address = `http://${String(request.getHeader("host"))}${request.path}`;
    sent.push({ to: address.replace(/\?.*/, ""), atMs: clock.now(), isRepeated: broken.delete(address) });
    if (socket === null) return;
    let mayBeStale = used.has(socket);
    used.add(socket);
    request.once("response", () => {
      mayBeStale = false;
    });
    request.once("close", () => mayBeStale && broken.add(address));
  };
  subscribe("http.client.request.start", note);
  onTestFinished(() => void unsubscribe("http.client.request.start", note));
  return (url, operation) => {
    const same = sent.filter(({ to }) => to === `${url}/${operation}`);
    return same.flatMap(({ atMs, isRepeated }, index) => {
      const last = same[index - 1];
      return last === undefined || isRepeated ? [] : [atMs - last.atMs];
    });
  };
}
