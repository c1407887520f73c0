import type { SeenRequest } from "../tools/simulator/traffic.ts";
import type { Simulator } from "../tools/simulator/start-simulator.ts";
import type { Output } from "./shell.ts";
import { escapeText } from "../tools/terminal-view/escape-text.ts";

/** Prints a line for each request when it has ended. */
export function logRequests({ behaviours, traffic }: Simulator, output: Output): void {
  // As the newest behaviour it is asked first, before any fault has its way.
  behaviours.add({
    text: "log",
    start: ({ now }) => ({
      handle(call, next) {
        const request = traffic.requests.at(-1);
        // The signal aborts with the connection's end; the status is noted right after it.
        call.signal.addEventListener("abort", () => {
          queueMicrotask(() => {
            if (request !== undefined) output.write(`${escapeText(requestText(request, now()))}\n`);
          });
        });
        return next();
      },
    }),
  });
}

function requestText({ atMs, method, path, query, status }: SeenRequest, nowMs: number): string {
  const time = new Date(atMs).toISOString().slice(11, 23);
  const target = query === "" ? path : `${path}?${query}`;
  return `${time} ${method} ${target} ${status ?? "no answer"} ${Math.round(nowMs - atMs)} ms`;
}
