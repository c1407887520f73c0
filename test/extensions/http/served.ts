import { createConnection } from "node:net";
import { once } from "node:events";
import { Hono } from "hono";
import { request } from "undici";
import type { Routes } from "../../../src/extensions/http/answers.ts";
import { type HttpOptions, HttpServer } from "../../../src/extensions/http/http-server.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";

/** A server for a test, on a free port, with a log that remembers. */
export async function serve({
  routes = [greeting()],
  load = () => Promise.resolve(routes),
  ...options
}: Partial<Omit<HttpOptions, "routes">> & {
  routes?: readonly Routes[];
  load?: HttpOptions["routes"];
} = {}): Promise<
  AsyncDisposable & { readonly server: HttpServer; readonly log: MemoryLog; readonly url: string }
> {
  const log = new MemoryLog();
  const server = await HttpServer.start({
    host: "127.0.0.1",
    ports: [0],
    routes: load,
    loadModules: (load) => load(),
    clock: systemClock,
    log,
    ...options,
  });
  return {
    server,
    log,
    get url() {
      return server.url ?? "nowhere";
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export function greeting(): Routes {
  const routes: Routes = new Hono();
  return routes.get("/hello", (context) => context.text("hello"));
}

/** Sends these bytes as they are, and gives what comes back until the server hangs up. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname).setEncoding("utf8");
  let heard = "";
  socket.on("data", (text) => (heard += String(text))).on("error", () => {});
  socket.write(bytes);
  await once(socket, "close");
  return heard;
}

/** Asks under a name of the host, on a connection that ends with the answer. */
export async function ask(url: string, path: string, { method = "GET", host = "localhost", body = "" } = {}) {
  const sent = { method, headers: { host }, body: body || null, reset: true } as const;
  const answer = await request(url + path, sent);
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
}
