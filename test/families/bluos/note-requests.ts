import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { onTestFinished } from "vitest";
import type { Clock } from "../../../src/lib/clock.ts";

/** The maker's rule. */
export const shortestGapMs = 1000;

/**
 * Notes when this process sends requests until the test ends: a request that reaches the player late seems close to the
 * next. Returns the pauses between those of one path. A read whose connection ended without an answer is repeated at once, and
 * nobody waits for long for one without a connection.
 */
export function noteRequests(clock: Pick<Clock, "now">): (url: string, operation: string) => number[] {
  const sent: { readonly to: string; readonly atMs: number; goneOutAtMs: number; isAnswered: boolean }[] = [];
  const note = (told: unknown): void => {
    const { request } = told as { readonly request: ClientRequest };
    const to = `http://${String(request.getHeader("host"))}${request.path.replace(/\?.*/, "")}`;
    const one = { to, atMs: clock.now(), goneOutAtMs: Number.POSITIVE_INFINITY, isAnswered: false };
    sent.push(one);
    request.once("finish", () => {
      one.goneOutAtMs = clock.now();
    });
    request.once("response", () => {
      one.isAnswered = true;
    });
  };
  subscribe("http.client.request.start", note);
  onTestFinished(() => void unsubscribe("http.client.request.start", note));
  return (url, operation) => {
    const same = sent.filter(({ to }) => to === `${url}/${operation}`);
    return same.slice(1).flatMap(({ atMs }, index) => {
      const last = same[index];
      const isPrompt = last !== undefined && last.goneOutAtMs - last.atMs < shortestGapMs / 2;
      return isPrompt && last.isAnswered ? [atMs - last.atMs] : [];
    });
  };
}
