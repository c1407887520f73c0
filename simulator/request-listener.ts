import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Behaviors } from "./behaviors.ts";
import type { SimulatorClock } from "./clock.ts";
import type { Call } from "./fault.ts";
import type { Reply } from "./reply.ts";
import type { Traffic } from "./traffic.ts";

export interface ListenerParts {
  readonly traffic: Traffic;
  readonly behaviors: Pick<Behaviors, "answer">;
  readonly clock: Pick<SimulatorClock, "now">;
  readonly operationAt: (path: string, query: string, body: string) => string | undefined;
  readonly answer: (
    call: Call,
    request: { method: string; path: string; query: string; body: string },
  ) => Reply | Promise<Reply>;
}

/** Creates the listener that records a request, applies the faults and sends the reply. */
export function requestListener(parts: ListenerParts): RequestListener {
  return (request, response) => {
    void serve(parts, request, response);
  };
}

async function serve(
  { traffic, behaviors, clock, operationAt, answer }: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", url = "", headers, socket } = request;
  const body = method === "POST" ? await text(request).catch(() => "") : "";
  const gone = new AbortController();
  const [path = "", ...rest] = url.split("?");
  const query = rest.join("?");
  const operation = operationAt(path, query, body);
  const call: Call = {
    operation,
    query: new URLSearchParams(query),
    others: traffic.inProgress,
    signal: gone.signal,
  };
  const psk = headers["x-auth-psk"]?.toString();
  const connection = traffic.numberOf(socket);
  const end = traffic.begin({
    method,
    path,
    query,
    operation,
    atMs: clock.now(),
    ...(psk !== undefined && { psk }),
    connection,
  });
  response.once("close", () => {
    gone.abort();
    end(response.headersSent ? response.statusCode : undefined);
  });
  const reply = await behaviors.answer(call, () => answer(call, { method, path, query, body }));
  if (!gone.signal.aborted) await reply.deliver(response, reply, gone.signal);
}
