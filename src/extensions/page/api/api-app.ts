import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { once } from "../../../lib/once.ts";
import type { Page } from "../page.ts";
import type { PageBindings } from "../sign-in-routes.ts";
import { guardApi } from "./api-access.ts";
import { bridgeRoutes } from "./bridge.ts";
import { checkRoutes } from "./check.ts";
import { configurationRoutes } from "./configuration.ts";
import { eventRoutes } from "./events.ts";
import { libraryRoutes } from "./library.ts";
import { openApiDocument, type RouteGroups } from "./open-api.ts";
import { pictureRoutes } from "./pictures.ts";
import { playerRoutes } from "./players.ts";
import { type ApiRoute, refuseGuests } from "./route.ts";

/** Where programs ask, and who may. */
export function apiBase(page: Page): Hono<PageBindings> {
  const app = new Hono<PageBindings>();
  app.onError((error, context) => {
    if (!(error instanceof HTTPException)) throw error;
    return context.json({ error: error.message }, error.status);
  });
  guardApi(app, page);
  return app;
}

export function apiApp(page: Page): Hono<PageBindings> {
  const app = apiBase(page);
  const groups: RouteGroups = {
    bridge: bridgeRoutes(page),
    players: [...playerRoutes(page), ...libraryRoutes(page)],
    pictures: pictureRoutes(page),
    events: eventRoutes(page),
    check: checkRoutes(page),
    configuration: configurationRoutes(page),
  };
  const paths = byPath(Object.values(groups).flat());
  for (const [path, routes] of paths) {
    for (const { method, respond, notForGuests } of routes) {
      app.on(method.toUpperCase(), path, (context) => {
        if (notForGuests !== undefined) refuseGuests(context, notForGuests);
        return respond(context);
      });
    }
    refuseOthers(
      app,
      path,
      routes.map(({ method }) => (method === "get" ? "GET, HEAD" : method.toUpperCase())),
    );
  }
  const document = once(() => openApiDocument(groups, page.options.services.version));
  app.get("/openapi.json", (context) => context.json(document()));
  refuseOthers(app, "/openapi.json", ["GET, HEAD"]);
  app.all("*", (context) => context.json({ error: "there is no such endpoint: see openapi.json" }, 404));
  return app;
}

function byPath(routes: readonly ApiRoute[]): Map<string, ApiRoute[]> {
  const paths = new Map<string, ApiRoute[]>();
  for (const one of routes) {
    const path = one.path.replaceAll(/\{(\w+)\}/g, ":$1");
    paths.set(path, [...(paths.get(path) ?? []), one]);
  }
  return paths;
}

function refuseOthers(app: Hono<PageBindings>, path: string, methods: readonly string[]): void {
  const allowed = methods.join(", ");
  app.all(path, (context) =>
    context.json({ error: `${context.req.method} is not allowed here: use ${allowed}` }, 405, {
      Allow: allowed,
    }),
  );
}
