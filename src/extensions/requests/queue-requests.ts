import { checkLength, readTransaction } from "../../core/controls/request.ts";
import { CommandError } from "../../core/errors.ts";
import { fitList } from "../../core/resources/fit.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import type { Session } from "../../core/session/session.ts";
import { RateLimiter } from "../../lib/rate-limiter.ts";
import { PageRequests, type PageRequestsOptions } from "./page-requests.ts";

export interface QueueRequestsOptions extends PageRequestsOptions {
  readonly sessionOf: (playerId: string) => Pick<Session, "player"> | undefined;
  readonly entries: (playerId: string, from: number, count: number) => readonly JsonObject[];
}

interface Question {
  readonly start: number;
  readonly count: number;
  readonly transaction: string | number | undefined;
}

/** A user who scrolls requests a few pages in a second; a page may have 100 KB. */
const requestsPerSecond = 20;
const usualCount = 100;
const maxEntries = 1000;

/**
 * Sends parts of music queues on request. Players answer with the whole queue and have no paging, so pages are cut from
 * the last answer, which the player's loop keeps up to date: the player gets no request.
 */
export function queueRequests(options: QueueRequestsOptions) {
  const { broker, clock, entries, sessionOf } = options;
  const limiter = new RateLimiter(requestsPerSecond, clock);
  return new PageRequests(options, {
    get: "music/queue/get",
    page: "music/queue/page",
    playerOf: sessionOf,
    parse: parseQuestion,
    answer: ({ player: { queue } }, { start, count, transaction }, id) => {
      if (!limiter.take())
        throw new CommandError(`too many requests: at most ${requestsPerSecond} a second`, "");
      if (queue === undefined) throw new CommandError("the player has not reported its queue", "");
      const { total, envelope } = queue;
      return fitList(entries(id, start, count), 0, broker.maxPayloadBytes, (fitting) =>
        JSON.stringify({
          id: envelope["id"],
          start,
          count: fitting.length,
          total,
          entries: fitting,
          transaction,
        }),
      );
    },
  });
}

function parseQuestion(payload: Uint8Array): Question {
  checkLength(payload);
  let fields: JsonObject;
  try {
    fields = Object(JSON.parse(new TextDecoder().decode(payload))) as JsonObject;
  } catch {
    throw new CommandError('malformed JSON: expected {"start": 0, "count": 100}', "");
  }
  const { start = 0, count = usualCount } = fields;
  const transaction = readTransaction(fields["transaction"]);
  if (!isPlace(start)) throw new CommandError("start is not a whole number from 0", "", transaction);
  if (!isPlace(count) || count < 1 || count > maxEntries)
    throw new CommandError(`count is not a whole number from 1 to ${maxEntries}`, "", transaction);
  return { start, count, transaction };
}

function isPlace(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
