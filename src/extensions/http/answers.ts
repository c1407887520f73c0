import { isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Log } from "../../core/ports.ts";
import { isLoopback } from "../../lib/addresses.ts";

export type Routes = Hono<{ Bindings: HttpBindings }>;

/** All routes in one application: the rules for every route, and the answers for errors and unknown paths. */
export function answersOf(host: string, routes: readonly Routes[], log: Log): Routes {
  const app: Routes = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
  });
  app.use(oneHost);
  // Beyond loopback the owner chooses the host names: those of containers, pods and proxies.
  if (isLoopback(host)) app.use(hostGuard);
  app.use(limitBody);
  for (const some of routes) app.route("/", some);
  app.notFound((context) => context.json({ error: "not found" }, 404));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    // The client closed the request early, so nobody reads the answer, and the server counts it.
    if (context.env.incoming.errored !== null) return context.body(null, 400);
    log.error({ error, path: context.req.path }, "internal error in an HTTP request");
    return context.json({ error: "internal error: see the log" }, 500);
  });
  return app;
}

/**
 * Refuses host names that a stranger may have pointed at this machine. A site can resolve its own name to 127.0.0.1
 * (DNS rebinding), and a browser on this machine then lets it read the answers. Such a request has the stranger's host
 * name; an address or `localhost` cannot be a stranger's.
 */
const hostGuard: MiddlewareHandler = async (context, next) => {
  const { hostname } = new URL(context.req.url);
  const isTrusted =
    isLoopback(hostname) || hostname.endsWith(".localhost") || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  if (isTrusted) return next();
  return context.json({ error: "unknown host name: use localhost or an IP address" }, 421);
};

/** Node takes the first of several names, a proxy perhaps the last: whoever sends two means something else with each. */
const oneHost: MiddlewareHandler<{ Bindings: HttpBindings }> = async (context, next) => {
  const { rawHeaders } = context.env.incoming;
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length <= 1) return next();
  return context.json({ error: "a request has one Host header" }, 400);
};

const longestBodyBytes = 65_536;

const limitBody: MiddlewareHandler = async (context, next) => {
  const { raw } = context.req;
  // With neither of the two headers there is no body.
  if (!raw.headers.has("transfer-encoding")) {
    return Number(raw.headers.get("content-length") ?? 0) > longestBodyBytes ? tooLong(context) : next();
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > longestBodyBytes) return tooLong(context);
    chunks.push(chunk);
  }
  const { method, headers } = raw;
  // hono's own limit copies the request, which works with global objects alone.
  context.req.raw = new Request(raw.url, {
    method,
    headers,
    body: bytes === 0 ? null : Buffer.concat(chunks),
  });
  return next();
};

function tooLong(context: Context): Response {
  // The rest of the body is not read, so the connection cannot take another request.
  context.header("Connection", "close");
  return context.json({ error: `at most ${longestBodyBytes} bytes are read` }, 413);
}
