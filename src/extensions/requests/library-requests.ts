import type { PlayerView } from "../../bridge/extension.ts";
import { parseLibraryRequest, readLibraryQuery } from "../../core/library.ts";
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
      const { list, browse } = readLibraryQuery(fields);
      const result = await player.browse(browse);
      if (result.kind === "none") {
        const { reason, phrase: { code: reasonCode, values: reasonValues } = {} } = result;
        return JSON.stringify({ list, reason, reasonCode, reasonValues, transaction });
      }
      const { start } = browse;
      const { total, entries } = result.page;
      return fitList(entries, 0, broker.maxPayloadBytes, (fitting) =>
        JSON.stringify({ list, start, count: fitting.length, total, entries: fitting, transaction }),
      );
    },
  });
}
