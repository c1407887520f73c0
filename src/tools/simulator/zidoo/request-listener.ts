import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Behaviours } from "./behaviours.ts";
import type { Call } from "./fault.ts";
import { type OperationName, operationNames, operations } from "./operations.ts";
import { type Reply, textReply } from "./reply.ts";
import type { Traffic } from "./traffic.ts";

/** Dependencies of the request listener. */
export interface ListenerParts {
  readonly prefix: string;
  readonly traffic: Traffic;
  readonly behaviours: Behaviours;
  readonly now: () => number;
  readonly answer: (operation: OperationName | undefined, query: URLSearchParams) => Reply;
}

const onlyGet = textReply("text/plain", "only GET", 405);

/** Creates the listener that records a request, applies the faults and sends the reply. */
export function requestListener(parts: ListenerParts): RequestListener {
  const named = new Map(
    operationNames.map((name) => [operations[name].path.replace("{p}", parts.prefix), name]),
  );
  return (request, response) => {
    const [path = "", ...query] = (request.url ?? "").split("?");
    void serve(parts, request, response, { path, query: query.join("?"), operation: named.get(path) });
  };
}

interface Target {
  readonly path: string;
  readonly query: string;
  readonly operation: OperationName | undefined;
}

async function serve(
  { traffic, behaviours, now, answer }: ListenerParts,
  { method = "", headers, socket }: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const gone = new AbortController();
  const { operation } = target;
  const query = new URLSearchParams(target.query);
  const call: Call = { operation, query, others: traffic.inProgress, signal: gone.signal };
  const psk = headers["x-auth-psk"]?.toString();
  const connection = traffic.numberOf(socket);
  const end = traffic.begin({
    method,
    ...target,
    atMs: now(),
    ...(psk !== undefined && { psk }),
    connection,
  });
  response.once("close", () => {
    gone.abort();
    end(response.headersSent ? response.statusCode : undefined);
  });
  const plain = (): Reply => (method === "GET" ? answer(operation, query) : onlyGet);
  const reply = await behaviours.answer(call, plain);
  if (!gone.signal.aborted) await reply.deliver(response, reply, gone.signal);
}
