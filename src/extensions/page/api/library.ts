import * as z from "zod";
import { type LibraryQuery, maxLibraryEntries, narrowings, readLibraryQuery } from "../../../core/library.ts";
import { CommandError } from "../../../core/errors.ts";
import type { Page } from "../page.ts";
import { libraryListName, libraryView } from "../response-views.ts";
import { playerOf, playerParams } from "./players.ts";
import { refuseOtherSites } from "./api-access.ts";
import { type ApiRoute, jsonRoute, refusal } from "./route.ts";

const narrowingMeanings: Readonly<Record<(typeof narrowings)[number], string>> = {
  search: "A text to search for, in albums, artists, tracks, films or services.",
  album: "The id of an album, for tracks.",
  artist: "The id of an artist, for albums or tracks.",
  playlist: "The id of a playlist, for tracks.",
  collection: "The id of a collection, a series or a season, for films.",
  folder: "The id of a volume, a folder or a host, for files; of an entry that has others, for services.",
};
const wholeNumber = z.coerce.number("expected a whole number").int("expected a whole number");

export function libraryRoutes({ options: { services }, pictures }: Page): readonly ApiRoute[] {
  return [
    jsonRoute("get /players/{id}/library/{list}", "getLibrary", {
      summary: "A page of the library of a player",
      description:
        "With library.enabled. The page is read from the player when no poll or command is due, or taken from the last ten " +
        "minutes, within the budget library.requestsPerHour; a command interrupts it. That there is no page is not an error " +
        "of HTTP: look at `reason`. To play an entry, send the command `library/play`, or `play` with the id of a file.",
      params: { ...playerParams, list: libraryListName },
      query: {
        start: wholeNumber.default(0).describe("Zero-based place of the first entry."),
        count: wholeNumber.default(maxLibraryEntries).describe(`At most ${maxLibraryEntries}.`),
        ...Object.fromEntries(
          narrowings.map((name) => [name, z.string().optional().describe(narrowingMeanings[name])]),
        ),
      },
      answer: libraryView,
      handle: async ({ params: { id, list }, query, context }) => {
        refuseOtherSites(context);
        const player = playerOf(services, id);
        const { browse } = queryOf({ ...query, list });
        // Requests wait for their turn, and players may take long.
        context.env.incoming.socket.setTimeout(0);
        const result = await player.browse(browse);
        const { start } = browse;
        if (result.kind === "none") {
          const { reason, phrase } = result;
          return { list, start, entries: [], reason, reasonCode: phrase?.code, reasonValues: phrase?.values };
        }
        const entries = result.page.entries.map((entry) => ({
          ...entry,
          art: pictures.list(id, entry.picture),
        }));
        return { list, start, ...result.page, entries };
      },
    }),
  ];
}

function queryOf(fields: Readonly<Record<string, unknown>>): LibraryQuery {
  try {
    return readLibraryQuery(fields);
  } catch (error) {
    throw error instanceof CommandError ? refusal(400, `query: ${error.message}`) : error;
  }
}
