import * as z from "zod";
import type { Page } from "../page.ts";
import type { SafePicture } from "../pictures.ts";
import { coverKey } from "../player-parts.ts";
import { playerErrors, playerOf, playerParams } from "./players.ts";
import { type AnswerDoc, type ApiContext, type ApiRoute, route } from "./route.ts";

const bytes = z.file();
const answers: Readonly<Record<number, AnswerDoc>> = {
  200: {
    description: "The picture.",
    content: { "image/png": bytes, "image/jpeg": bytes, "image/gif": bytes, "image/webp": bytes },
  },
  204: { description: "There is no picture." },
};

/** Covers, and icons of inputs and outputs, through the bridge. */
export function pictureRoutes({ world, pictures }: Page): readonly ApiRoute[] {
  return [
    route({
      method: "get",
      path: "/players/{id}/icons/{selector}",
      operation: "getIcon",
      summary: "The icon of an input or output",
      params: { ...playerParams, selector: z.enum(["input", "output"]) },
      query: { tag: z.string().describe("The tag of the input or output.") },
      errors: playerErrors,
      answers,
      handle: async ({ params, query, context }) =>
        sendPicture(context, await pictures.find(playerOf(world, params.id), params.selector, query.tag)),
    }),
    route({
      method: "get",
      path: "/players/{id}/cover",
      operation: "getCover",
      summary: "The cover of the current track",
      params: playerParams,
      query: {
        key: z
          .string()
          .optional()
          .describe("The `cover` of the player's music: no other cover is sent, and it may be cached."),
      },
      errors: playerErrors,
      answers,
      handle: async ({ params, query, context }) => {
        const player = playerOf(world, params.id);
        const isCurrent = query.key === undefined || query.key === coverKey(player.state);
        const response = sendPicture(context, isCurrent ? await pictures.cover(player) : undefined);
        // Without its key, the same address has another cover after the next track.
        if (query.key === undefined) response.headers.set("Cache-Control", "no-store");
        return response;
      },
    }),
  ];
}

function sendPicture(context: ApiContext, picture: SafePicture | undefined): Response {
  // Not an error: the page has its own drawings, and browsers log every 404.
  if (picture === undefined) return context.body(null, 204);
  return context.body(picture.body, 200, {
    "Content-Type": picture.type,
    "Cache-Control": "private, max-age=3600",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}
