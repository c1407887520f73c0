import * as z from "zod";
import type { Page } from "../page.ts";
import type { PagePlayer, PageWorld } from "../page-bridge.ts";
import { answerView, commandRequest, commandResult, rowsView } from "../response-views.ts";
import { rowsOf } from "../rows.ts";
import { playerView } from "../wire.ts";
import { type ApiRoute, jsonRoute, refusal } from "./route.ts";

/** The parameters of every path below a player. */
export const playerParams = { id: z.string().describe("The id of the player, as in its topics.") };
/** The refusals of every path below a player. */
export const playerErrors = { 404: "There is no such player." };

/** The player with this id. Throws a refusal if there is none. */
export function playerOf({ bridge }: PageWorld, id: string): PagePlayer {
  const player = bridge.sessions.find((one) => one.id === id);
  if (player === undefined) throw refusal(404, "there is no such player");
  return player;
}

/** The players, their lists and answers, and commands for them. */
export function playerRoutes({ world, hub, commands, answers }: Page): readonly ApiRoute[] {
  return [
    jsonRoute({
      method: "get",
      path: "/players",
      summary: "All players",
      answer: z.object({ players: z.array(playerView) }),
      handle: () => ({ players: hub.state().players }),
    }),
    jsonRoute({
      method: "get",
      path: "/players/{id}",
      summary: "One player",
      params: playerParams,
      errors: playerErrors,
      answer: playerView,
      handle: ({ params }) => {
        const view = hub.playerView(playerOf(world, params.id));
        if (view === undefined) throw refusal(404, "there is no such player");
        return view;
      },
    }),
    jsonRoute({
      method: "get",
      path: "/players/{id}/lists/{list}",
      summary: "Part of the playlist or the queue of a player",
      params: { ...playerParams, list: z.enum(["playlist", "queue"]) },
      query: {
        start: z.coerce
          .number("expected a whole number")
          .int("expected a whole number")
          .min(0, "expected 0 or more")
          .default(0)
          .describe("Zero-based place of the first row."),
      },
      errors: playerErrors,
      answer: rowsView,
      handle: ({ params, query }) =>
        rowsOf(playerOf(world, params.id), params.list, query.start, world.devices),
    }),
    jsonRoute({
      method: "get",
      path: "/players/{id}/answers",
      summary: "The last answers of a player, with secrets hidden",
      params: playerParams,
      errors: playerErrors,
      answer: z.array(answerView),
      handle: ({ params }) => answers.of(playerOf(world, params.id)),
    }),
    jsonRoute({
      method: "post",
      path: "/players/{id}/commands",
      summary: "Sends a command to a player, and waits for its outcome",
      params: playerParams,
      body: commandRequest,
      errors: playerErrors,
      answer: commandResult,
      handle: ({ params, body }) =>
        commands.run(playerOf(world, params.id), body.command, String(body.request)),
    }),
  ];
}
