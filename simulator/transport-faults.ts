import type { ServerResponse } from "node:http";
import type { SimulatorClock } from "./clock.ts";
import type { FaultContext, FaultKind, StartFault } from "./fault.ts";
import { type Deliver, type Reply, textReply } from "./reply.ts";

// Nine digits: a timer of more than 2^31 ms would end at once.
const milliseconds = { name: "ms", pattern: /^\d{1,9}$/ };
const filler = "x".repeat(65_536);

export const transportFaults = {
  slow: { argument: milliseconds, create: (ms) => late(() => Number(ms)) },
  jitter: { argument: milliseconds, create: (ms) => late(({ random }) => random() * Number(ms)) },
  reset: { create: () => undelivered(reset) },
  hang: { create: () => undelivered(() => {}) },
  truncated: { create: () => delivered(truncate) },
  drip: {
    argument: { ...milliseconds, name: "ms per byte" },
    create: (ms) => deliveredBy(({ clock }) => drip(Number(ms), clock)),
  },
  oversized: { create: () => undelivered(flood) },
  refuseParallel: {
    argument: { name: "http status|reset", pattern: /^(?:[45]\d\d|reset)$/ },
    create: refuseParallel,
  },
} satisfies Record<string, FaultKind>;

// The player acts at once and only answers late, as real players do: a client that gives up early has still changed
// it.
function late(delayMs: (context: FaultContext) => number): StartFault {
  return (context) => ({
    async handle(call, next) {
      const reply = await next();
      await pause(context.clock, delayMs(context), call.signal);
      return reply;
    },
  });
}

function delivered(deliver: Deliver): StartFault {
  return deliveredBy(() => deliver);
}

function deliveredBy(deliverOf: (context: FaultContext) => Deliver): StartFault {
  return (context) => ({
    handle: async (_call, next) => ({ ...(await next()), deliver: deliverOf(context) }),
  });
}

function undelivered(deliver: Deliver): StartFault {
  return () => ({ handle: () => ({ ...textReply("application/json", ""), deliver }) });
}

function refuseParallel(how: string): StartFault {
  const refusal = textReply("text/plain", "busy", how === "reset" ? 200 : Number(how));
  return () => ({
    appliesTo: (call) => call.others > 0,
    handle: () => (how === "reset" ? { ...refusal, deliver: reset } : refusal),
  });
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function writeHead(response: ServerResponse, { httpStatus, headers, body }: Reply): void {
  response.writeHead(httpStatus, { ...headers, "content-length": body.length });
}

function truncate(response: ServerResponse, reply: Reply): void {
  writeHead(response, reply);
  response.write(reply.body.subarray(0, reply.body.length / 2), () => response.destroy());
}

function drip(msPerByte: number, clock: SimulatorClock): Deliver {
  return async (response, reply, signal) => {
    writeHead(response, reply);
    const last = Math.max(0, reply.body.length - 1);
    for (let at = 0; at < last && !signal.aborted; at += 1) {
      response.write(reply.body.subarray(at, at + 1));
      await pause(clock, msPerByte, signal);
    }
    // The last byte ends the answer, since the client may send its next request right after it.
    response.end(reply.body.subarray(last));
  };
}

// A write of more than the high-water mark always asks for a drain, so the flood goes on at the client's pace.
function flood(response: ServerResponse, reply: Reply): void {
  const more = (): unknown => response.write(filler);
  response.writeHead(reply.httpStatus, reply.headers).on("drain", more);
  response.write('{"status":200,"msg":"');
  more();
}

/** Waits for the given time, or until the signal aborts; never rejects. */
async function pause(clock: SimulatorClock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    signal.addEventListener("abort", finish);
  });
}
