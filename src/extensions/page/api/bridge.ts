import { isGuest } from "../access.ts";
import type { Page } from "../page.ts";
import { asGuestSees } from "../page-hub.ts";
import { bridgeView, stateView } from "../wire.ts";
import { type ApiRoute, jsonRoute } from "./route.ts";

export function bridgeRoutes({ hub }: Page): readonly ApiRoute[] {
  return [
    jsonRoute("get /bridge", "getBridge", {
      summary: "The bridge, its broker, and warnings",
      answer: bridgeView,
      handle: () => hub.state().bridge,
    }),
    jsonRoute("get /state", "getState", {
      summary: "The whole state: bridge, players, samples, check",
      answer: stateView,
      handle: ({ context }) => (isGuest(context.get("access")) ? asGuestSees(hub.state()) : hub.state()),
    }),
  ];
}
