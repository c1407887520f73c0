import type { PlayerView } from "../../bridge/extension.ts";
import type { LibraryResult } from "../../bridge/library.ts";
import { type LibraryQuery, parseLibraryRequest, readLibraryQuery } from "../../core/library.ts";
import { fitList } from "../../core/resources/fit.ts";
import { PageRequests, type PageRequestsOptions } from "./page-requests.ts";

interface LibraryRequestsOptions extends PageRequestsOptions {
  readonly playerOf: (playerId: string) => Pick<PlayerView, "browse"> | undefined;
}

export function libraryRequests(options: LibraryRequestsOptions) {
  const { broker, playerOf } = options;
  return new PageRequests(options, {
    get: "library/get",
    page: "library/page",
    playerOf,
    parse: parseLibraryRequest,
    answer: async (player, { fields, transaction }) => {
      const query = readLibraryQuery(fields);
      return renderPage(query, await player.browse(query.browse), broker.maxPayloadBytes, transaction);
    },
  });
}

function renderPage(
  { list, browse: { start } }: LibraryQuery,
  result: LibraryResult,
  maxBytes: number,
  transaction: string | number | undefined,
): string {
  if (result.kind === "none") {
    const { reason, phrase: { code: reasonCode, values: reasonValues } = {} } = result;
    return JSON.stringify({ list, reason, reasonCode, reasonValues, transaction });
  }
  const { total, entries } = result.page;
  return fitList(entries, 0, maxBytes, (fitting) =>
    JSON.stringify({ list, start, count: fitting.length, total, entries: fitting, transaction }),
  );
}
