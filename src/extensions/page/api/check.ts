import type { Page } from "../page.ts";
import { checkView } from "../wire.ts";
import { type ApiRoute, jsonRoute, present, route } from "./route.ts";

const notForGuests = "examine the bridge";
const errors = { 404: "This bridge cannot run checks." };

export function checkRoutes({ doctor }: Page): readonly ApiRoute[] {
  const existing = () => present(doctor, "this bridge cannot run checks");
  return [
    jsonRoute("get /check", "getCheck", {
      summary: "The last check of bridge, broker and players, or its progress",
      notForGuests,
      errors,
      answer: checkView,
      handle: () => existing().check,
    }),
    route("post /check", "startCheck", {
      summary: "Starts a check, unless one runs; its findings arrive as events",
      notForGuests,
      errors,
      answers: { 202: { description: "It runs." } },
      handle: ({ context }) => {
        existing().start();
        return context.body(null, 202);
      },
    }),
  ];
}
