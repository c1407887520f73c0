import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { Log } from "../../core/ports.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { hostGuard } from "./host-guard.ts";

/** Something that answers some paths; where a client comes from is told by its bindings. */
export type Routes = Hono<{ Bindings: HttpBindings }>;

/** Whatever anybody sends here is short. */
const longestBodyBytes = 65_536;

/** All routes under one roof: what holds for every one of them, and what is said where none is meant. */
export function answersOf(host: string, routes: readonly Routes[], log: Log): Routes {
  const app: Routes = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
  });
  // Beyond loopback, names are the owner's choice: those of containers, pods and proxies.
  if (isLoopback(host)) app.use(hostGuard);
  app.use(
    bodyLimit({
      maxSize: longestBodyBytes,
      onError: (context) => context.json({ error: `at most ${longestBodyBytes} bytes are read` }, 413),
    }),
  );
  for (const some of routes) app.route("/", some);
  app.notFound((context) => context.json({ error: "there is nothing here" }, 404));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    log.error({ error, path: context.req.path }, "a fault while answering over HTTP");
    return context.json({ error: "a fault in player2mqtt: its log says more" }, 500);
  });
  return app;
}
