import { getCookie } from "hono/cookie";
import * as z from "zod";
import { isGuest } from "../access.ts";
import type { Page } from "../page.ts";
import { refuseOtherSites } from "./api-access.ts";
import { cookieName } from "../sign-in-routes.ts";
import { schemas } from "../phrase-views.ts";
import { streamEvent, streamEvents } from "../wire.ts";
import { type ApiRoute, refusal, route } from "./route.ts";

const kinds = Object.entries(streamEvents).map(([name, schema]) => `${name} (${schemas.get(schema)?.id})`);

export function eventRoutes({ hub, control, deniedToGuests }: Page): readonly ApiRoute[] {
  return [
    route("get /events", "followEvents", {
      summary: "The state and its changes, as server-sent events",
      description:
        `Each event has one of these names, and JSON of that schema as its data: ${kinds.join(", ")}. Every stream ` +
        "begins with hello, which has the complete state, so there is nothing to resume after a loss: connect again. " +
        "A sample comes every five seconds, so a stream that is silent for longer is dead.",
      query: {
        player: z
          .string()
          .optional()
          .describe("The id of a player whose topics are sent, too, as events named topics."),
      },
      errors: { 503: "Too many streams are open." },
      answers: {
        200: {
          description: "The events, each with one of these as its data.",
          content: { "text/event-stream": streamEvent },
        },
      },
      handle: ({ query, context }) => {
        // Another site cannot read the stream, but it could use up all of them.
        refuseOtherSites(context);
        const isPacked = (context.req.header("accept-encoding") ?? "").includes("gzip");
        const headers = {
          "Content-Type": "text/event-stream",
          "X-Accel-Buffering": "no",
          Vary: "Accept-Encoding",
          ...(isPacked && { "Content-Encoding": "gzip" }),
        };
        // The stream of a HEAD request would never be read.
        if (context.req.raw.method === "HEAD") return context.body(null, 200, headers);
        const body = hub.open({
          forgeryToken: control.forgeryToken(getCookie(context, cookieName)),
          canSignOut: ["signed-in", "guest"].includes(context.get("access")),
          deniedToGuest: isGuest(context.get("access")) ? [...deniedToGuests] : undefined,
          playerId: query.player,
          isPacked,
          cut: () => context.env.outgoing.destroy(),
        });
        if (body === undefined) throw refusal(503, "too many streams are open");
        // nginx would buffer events until its buffer is full.
        return context.body(body, 200, headers);
      },
    }),
  ];
}
