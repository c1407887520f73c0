import * as z from "zod";
import type { Page } from "../page.ts";
import { picturedLists, pictureOf, type SafePicture } from "../pictures.ts";
import type { PageContext } from "../sign-in-routes.ts";
import { playerOf, playerParams } from "./players.ts";
import { refuseOtherSites } from "./api-access.ts";
import { type AnswerDoc, type ApiRoute, route } from "./route.ts";

const bytes = z.file();
const answers: Readonly<Record<number, AnswerDoc>> = {
  200: {
    description: "The picture.",
    content: { "image/png": bytes, "image/jpeg": bytes, "image/gif": bytes, "image/webp": bytes },
  },
  204: { description: "There is no picture." },
};

const playingPictures = [
  ["cover", "getCover", "The cover of the current track"],
  ["poster", "getPoster", "The poster of the film"],
  ["backdrop", "getBackdrop", "The wide picture of the film"],
] as const;

export function pictureRoutes({ options: { services }, pictures }: Page): readonly ApiRoute[] {
  return [
    route("get /players/{id}/icons/{list}", "getIcon", {
      summary: "The picture of an input, an output, or a style of the display",
      params: { ...playerParams, list: z.enum(picturedLists) },
      query: { value: z.string().describe("The `value` of the option.") },
      answers,
      handle: async ({ params, query, context }) =>
        sendPicture(context, await pictures.find(playerOf(services, params.id), params.list, query.value)),
    }),
    route("get /players/{id}/art/{key}", "getArt", {
      summary: "The picture of an entry of a list",
      description:
        "Of an entry of the library or the queue. Players are asked for one picture at a time, within the budget " +
        "library.requestsPerHour.",
      params: { ...playerParams, key: z.string().describe("The `art` of the entry.") },
      answers,
      handle: async ({ params, context }) => {
        refuseOtherSites(context);
        const picture = await pictures.listed(
          playerOf(services, params.id),
          params.key,
          context.req.raw.signal,
        );
        return sendPicture(context, picture);
      },
    }),
    ...playingPictures.map(([name, operation, summary]) =>
      route(`get /players/{id}/${name}`, operation, {
        summary,
        params: playerParams,
        query: {
          key: z
            .string()
            .optional()
            .describe(
              "The payload of the topic of the picture: no other picture is sent, and it may be cached.",
            ),
        },
        answers,
        handle: async ({ params, query, context }) => {
          const player = playerOf(services, params.id);
          const isCurrent = query.key === undefined || query.key === pictureOf(player.state, name);
          const response = sendPicture(context, isCurrent ? await pictures.playing(player, name) : undefined);
          // Without its key, the same address has another picture for the next track.
          if (query.key === undefined) response.headers.set("Cache-Control", "no-store");
          return response;
        },
      }),
    ),
  ];
}

function sendPicture(context: PageContext, picture: SafePicture | undefined): Response {
  // Not an error: the page has its own drawings, and browsers log every 404.
  if (picture === undefined) return context.body(null, 204);
  return context.body(picture.body, 200, {
    "Content-Type": picture.type,
    "Cache-Control": "private, max-age=3600",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}
