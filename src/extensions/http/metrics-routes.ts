import { Hono } from "hono";
import type { Observation } from "../../core/session/observation.ts";
import type { Routes } from "./answers.ts";
import type { Exposition } from "./exposition.ts";
import { onlyRead } from "./only-read.ts";

/** `/metrics` in the text format of Prometheus; what it takes is loaded by the first who asks. */
export function metricsRoutes(observe: () => Observation): Routes {
  let exposition: Promise<Exposition> | undefined;
  const load = async (): Promise<Exposition> => new (await import("./exposition.ts")).Exposition(observe);
  const routes: Routes = new Hono();
  routes.get("/metrics", async (context) => {
    const ready = await (exposition ??= load());
    context.header("Content-Type", ready.contentType);
    context.header("Cache-Control", "no-store");
    return context.body(await ready.tell());
  });
  routes.all("/metrics", onlyRead);
  return routes;
}
