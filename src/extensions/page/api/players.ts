import * as z from "zod";
import { shownAnswers } from "../answers.ts";
import type { Page } from "../page.ts";
import type { PagePlayer, PageServices } from "../page-bridge.ts";
import { ListSearch } from "../list-search.ts";
import {
  answersView,
  commandRequest,
  commandResult,
  diagnosticsView,
  playersView,
  rowsView,
  topicsView,
} from "../response-views.ts";
import { topicsOf } from "../player-feed.ts";
import { rowsOf } from "../rows.ts";
import { sampleEveryMs } from "../samples.ts";
import { playerView } from "../wire.ts";
import { targetCalled } from "../../../core/controls/command.ts";
import { deniedControl } from "../guests.ts";
import { type ApiRoute, jsonRoute, present, refuseGuests } from "./route.ts";

/** The parameters of every path below a player. */
export const playerParams = { id: z.string().describe("The id of the player, as in its topics.") };

export function presentPlayer<Part>(part: Part | undefined): Part {
  return present(part, "there is no such player");
}

export function playerOf({ bridge }: PageServices, id: string): PagePlayer {
  return presentPlayer(bridge.sessions.find((one) => one.id === id));
}

export function playerRoutes({
  options,
  hub,
  commands,
  pictures,
  deniedToGuests,
}: Page): readonly ApiRoute[] {
  const { services, hideSecrets, linesOf, attempts } = options;
  const lists = new ListSearch();
  return [
    jsonRoute("get /players", "listPlayers", {
      summary: "All players",
      answer: playersView,
      handle: () => ({ players: hub.state().players }),
    }),
    jsonRoute("get /players/{id}", "getPlayer", {
      summary: "One player",
      params: playerParams,
      answer: playerView,
      handle: ({ params }) => presentPlayer(hub.playerView(playerOf(services, params.id))),
    }),
    jsonRoute("get /players/{id}/lists/{list}", "getList", {
      summary: "Part of the playlist or the queue of a player",
      params: { ...playerParams, list: z.enum(["playlist", "queue"]) },
      query: {
        start: z.coerce
          .number("expected a whole number")
          .int("expected a whole number")
          .min(0, "expected 0 or more")
          .default(0)
          .describe("Zero-based place of the first row, among those that a search finds."),
        search: z
          .string()
          .max(200)
          .default("")
          .describe("Words that title, artist or album have, regardless of case and accents."),
      },
      answer: rowsView,
      handle: ({ params, query }) =>
        rowsOf(
          playerOf(services, params.id),
          { list: params.list, ...query },
          services.devices,
          lists,
          (url) => pictures.list(params.id, url),
        ),
    }),
    jsonRoute("get /players/{id}/answers", "getAnswers", {
      summary: "The last answers of a player, with secrets hidden",
      notForGuests: "read the answers of a player",
      params: playerParams,
      answer: answersView,
      handle: async ({ params }) => {
        const { id } = playerOf(services, params.id);
        return { answers: await shownAnswers(services.devices.answers(id), hideSecrets) };
      },
    }),
    jsonRoute("get /players/{id}/diagnostics", "getDiagnostics", {
      summary: "Requests, response times and log lines of a player in the last minutes",
      notForGuests: "read the log",
      params: playerParams,
      answer: diagnosticsView,
      handle: ({ params }) => {
        const player = playerOf(services, params.id);
        const lines = linesOf?.(player.id) ?? [];
        const log = lines.map(({ time, level, message, details }) => ({ time, level, message, details }));
        const own = attempts().filter((attempt) => attempt.player === player.id);
        const sent = own.map(({ player: _player, ...attempt }) => attempt);
        return { everySeconds: sampleEveryMs / 1000, ...hub.samples.of(player.id), log, sent };
      },
    }),
    jsonRoute("get /players/{id}/topics", "getTopics", {
      summary: "The topics of a player and their payloads, as published",
      params: playerParams,
      answer: topicsView,
      handle: ({ params: { id } }) => {
        const texts = topicsOf(services, playerOf(services, id)).flatMap(({ leaf, payload }) =>
          typeof payload === "string" ? [[leaf, payload] as const] : [],
        );
        return { base: `${services.baseTopic}/${id}`, topics: Object.fromEntries(texts) };
      },
    }),
    jsonRoute("post /players/{id}/commands", "sendCommand", {
      summary: "Sends a command to a player, and waits for its outcome",
      description:
        "The command is handled like a message to the player's topic `<command>/set`, and its result is published, " +
        "too. A command that failed is not an HTTP error: see `outcome`. Most take less than a second, " +
        "waking a player up to two minutes, a preset up to five.",
      params: playerParams,
      body: commandRequest,
      answer: commandResult,
      handle: ({ params, body, context }) => {
        const player = playerOf(services, params.id);
        const request = String(body.request ?? "");
        const target = targetCalled(body.command, player.state.player) ?? body.command;
        const denied = deniedControl(deniedToGuests, target, request);
        if (denied !== undefined) refuseGuests(context, `set ${denied}`);
        // Waking a player takes longer than a silent connection may last.
        context.env.incoming.socket.setTimeout(0);
        return commands.run(player, target, request);
      },
    }),
  ];
}
