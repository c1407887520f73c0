import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Page } from "../page.ts";
import type { PageBindings } from "../sign-in-routes.ts";
import { bridgeRoutes } from "./bridge.ts";
import { checkRoutes } from "./check.ts";
import { eventRoutes } from "./events.ts";
import { pictureRoutes } from "./pictures.ts";
import { playerRoutes } from "./players.ts";
import type { ApiRoute } from "./route.ts";

/** The groups of endpoints, in the order of the documentation. */
const groups = [bridgeRoutes, playerRoutes, pictureRoutes, eventRoutes, checkRoutes];

/** The public API, below its own address. */
export function apiApp(page: Page): Hono<PageBindings> {
  const app = new Hono<PageBindings>();
  app.onError((error, context) => {
    if (!(error instanceof HTTPException)) throw error;
    return context.json({ error: error.message }, error.status);
  });
  const routes = groups.flatMap((group) => group(page));
  for (const [path, some] of byPath(routes)) {
    for (const { method, respond } of some) app.on(method.toUpperCase(), path, respond);
    const allowed = some.flatMap(({ method }) =>
      method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
    );
    app.all(path, (context) =>
      context.json({ error: `only ${allowed.join(", ")} are allowed` }, 405, { Allow: allowed.join(", ") }),
    );
  }
  app.all("*", (context) => context.json({ error: "there is no such endpoint" }, 404));
  return app;
}

/** The endpoints of each path, as Hono writes it. */
function byPath(routes: readonly ApiRoute[]): Map<string, ApiRoute[]> {
  const paths = new Map<string, ApiRoute[]>();
  for (const one of routes) {
    const path = one.path.replaceAll(/\{(\w+)\}/g, ":$1");
    paths.set(path, [...(paths.get(path) ?? []), one]);
  }
  return paths;
}
