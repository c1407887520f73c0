import { Hono } from "hono";
import type { Verdict } from "../../core/session/health.ts";
import type { Routes } from "./answers.ts";
import { onlyRead } from "./only-read.ts";

/** Who says how the bridge is. */
export interface Judge {
  readonly health: () => Verdict;
  readonly readiness: () => Verdict;
}

/** `/healthz` and `/readyz`: 200, or 503 with the reasons. */
export function healthRoutes({ health, readiness }: Judge): Routes {
  const routes: Routes = new Hono();
  for (const [path, judge, yes, no] of [
    ["/healthz", health, "well", "unwell"],
    ["/readyz", readiness, "ready", "unready"],
  ] as const) {
    routes.get(path, (context) => {
      const { isTrue, reasons } = judge();
      context.header("Cache-Control", "no-store");
      return context.json({ status: isTrue ? yes : no, reasons }, isTrue ? 200 : 503);
    });
    routes.all(path, onlyRead);
  }
  return routes;
}
