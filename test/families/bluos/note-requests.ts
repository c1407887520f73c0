import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { onTestFinished } from "vitest";

/** The maker's rule is a second. A busy machine may take some time between the client's look at the clock and the sending. */
export const shortestGapMs = 750;

/**
 * Notes when this process sends requests until the test ends: a request that reaches the player late seems close to the
 * next. Returns the pauses between those of one path; a read whose connection ended without an answer is repeated at once.
 */
export function noteRequests(): (url: string, operation: string) => number[] {
  const sent: { readonly to: string; readonly atMs: number; isAnswered: boolean }[] = [];
  const note = (told: unknown): void => {
    const { request } = told as { readonly request: ClientRequest };
    const to = `http://${String(request.getHeader("host"))}${request.path.replace(/\?.*/, "")}`;
    const one = { to, atMs: performance.now(), isAnswered: false };
    sent.push(one);
    request.once("response", () => {
      one.isAnswered = true;
    });
  };
  subscribe("http.client.request.start", note);
  onTestFinished(() => void unsubscribe("http.client.request.start", note));
  return (url, operation) => {
    const same = sent.filter(({ to }) => to === `${url}/${operation}`);
    return same
      .slice(1)
      .flatMap(({ atMs }, index) => (same[index]?.isAnswered === true ? [atMs - same[index].atMs] : []));
  };
}
