import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { startHttp } from "../../support/start-http.ts";

/** A request that came in: from which connection, counted from 1, for what, and with which headers. */
export interface Asked {
  readonly connection: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** How a request is answered: with a body, a status, or by hand. */
export type Reply =
  | string
  | Buffer
  | number
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer }
  | ((response: ServerResponse) => void);

/** A few lines of HTTP server that say exactly what a test tells them to. */
export interface ScriptedPlayer extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** How many connections are still open. */
  readonly open: () => number;
}

/** Starts a player on loopback that gives the replies in turn, the last one for ever, or what a function says. */
export async function startScripted(
  script: readonly Reply[] | ((asked: Asked) => Reply),
  port = 0,
): Promise<ScriptedPlayer> {
  const asked: Asked[] = [];
  const connections = new Map<Socket | null, number>();
  const server = await startHttp(({ path, headers }, response) => {
    const { socket } = response;
    const connection = connections.get(socket) ?? connections.size + 1;
    connections.set(socket, connection);
    const one: Asked = { connection, path, headers };
    asked.push(one);
    const reply =
      typeof script === "function" ? script(one) : script[Math.min(asked.length, script.length) - 1];
    answer(response, reply ?? 500);
  }, port);
  const open = (): number => [...connections.keys()].filter((socket) => socket?.destroyed === false).length;
  return { ...server, asked, open };
}

function answer(response: ServerResponse, reply: Reply): void {
  if (typeof reply === "function") reply(response);
  else if (typeof reply === "number") response.writeHead(reply).end();
  else if (typeof reply === "string" || Buffer.isBuffer(reply)) response.end(reply);
  else response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
}

/** The address of a port on loopback on which nobody listens. */
export async function closedPort(): Promise<string> {
  const player = await startScripted([200]);
  await player[Symbol.asyncDispose]();
  return player.url;
}
