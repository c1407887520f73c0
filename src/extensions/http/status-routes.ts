import { type Handler, Hono } from "hono";
import type { Routes } from "./answers.ts";
import type { LoadModules } from "./http-server.ts";
import type { Measured } from "./metrics.ts";

const onlyRead: Handler = (context) =>
  context.json({ error: "only GET and HEAD are allowed" }, 405, { Allow: "GET, HEAD" });

/** `/healthz` and `/readyz`: 200, or 503 with the reasons. `/metrics`: the text format of Prometheus. */
export function statusRoutes(measured: Measured, loadModules: LoadModules): Routes {
  const { health, readiness } = measured;
  const routes: Routes = new Hono();
  for (const [path, judge, yes, no] of [
    ["/healthz", health, "well", "unwell"],
    ["/readyz", readiness, "ready", "unready"],
  ] as const) {
    routes.get(path, (context) => {
      const { isOk, reasons, notes } = judge();
      context.header("Cache-Control", "no-store");
      return context.json({ status: isOk ? yes : no, reasons, ...(notes && { notes }) }, isOk ? 200 : 503);
    });
  }
  routes.get("/metrics", async (context) => {
    // prom-client takes 40 ms to load, so the first scrape loads it.
    const { contentType, expose } = await loadModules(() => import("./exposition.ts"));
    context.header("Content-Type", contentType);
    context.header("Cache-Control", "no-store");
    return context.body(await expose(measured));
  });
  for (const path of ["/healthz", "/readyz", "/metrics"]) routes.all(path, onlyRead);
  return routes;
}
