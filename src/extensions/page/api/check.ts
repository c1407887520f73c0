import type { Page } from "../page.ts";
import { checkView } from "../wire.ts";
import { type ApiRoute, jsonRoute, refusal, route } from "./route.ts";
import type { DoctorRun } from "../doctor-run.ts";

const errors = { 404: "This bridge cannot run checks." };

export function checkRoutes({ doctor }: Page): readonly ApiRoute[] {
  const present = (): DoctorRun => {
    if (doctor === undefined) throw refusal(404, "this bridge cannot run checks");
    return doctor;
  };
  return [
    jsonRoute({
      method: "get",
      path: "/check",
      operation: "getCheck",
      summary: "The last check of bridge, broker and players, or its progress",
      errors,
      answer: checkView,
      handle: () => present().check,
    }),
    route({
      method: "post",
      path: "/check",
      operation: "startCheck",
      summary: "Starts a check, unless one runs; its findings arrive as events",
      errors,
      answers: { 202: { description: "It runs." } },
      handle: ({ context }) => {
        present().start();
        return context.body(null, 202);
      },
    }),
  ];
}
