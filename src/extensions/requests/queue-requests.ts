import { checkLength, readTransaction } from "../../core/controls/request.ts";
import { CommandError, DeviceError } from "../../core/errors.ts";
import { fitList } from "../../core/resources/fit.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import { mayBeAsked, type Session } from "../../core/session/session.ts";
import { RateLimiter } from "../../lib/rate-limiter.ts";
import { PageRequests, type PageRequestsOptions } from "./page-requests.ts";

interface QueueRequestsOptions extends PageRequestsOptions {
  readonly sessionOf: (playerId: string) => QueueSession | undefined;
  readonly entries: (playerId: string, from: number, count: number) => readonly JsonObject[];
  /** Reads entries that were not read. Throws DeviceError. */
  readonly readQueue: (playerId: string, from: number, count: number) => Promise<void>;
}

type QueueSession = Pick<Session, "player" | "presence" | "identityCheck">;

/** A user who scrolls requests a few pages in a second; a page may have 100 KB. */
const requestsPerSecond = 20;
const usualCount = 100;
const maxEntries = 1000;

/** A family may answer with a part of the queue; more than this is not read for one request. */
const mostRead = 100;

/** Cuts parts of music queues from the last answer, which the loop keeps up to date; only what it lacks is read from the player. */
export function queueRequests(options: QueueRequestsOptions) {
  const { broker, clock, entries, sessionOf } = options;
  const limiter = new RateLimiter(requestsPerSecond, clock);
  return new PageRequests(options, {
    get: "music/queue/get",
    page: "music/queue/page",
    playerOf: sessionOf,
    parse: parseQuestion,
    answer: async (session, { start, count, transaction }, id) => {
      if (!limiter.take())
        throw new CommandError(`too many requests: at most ${requestsPerSecond} a second`, "");
      if (session.player.queue === undefined) throw notReported();
      const problem = await readPart(options, session, id, start, Math.min(count, mostRead));
      const queue = sessionOf(id)?.player.queue;
      if (queue === undefined) throw notReported();
      const { total, envelope } = queue;
      const found = entries(id, start, count);
      const first = Number(envelope["start"] ?? 0) + start;
      const gap = found.findIndex(({ position }, index) => position !== first + index);
      const part = gap < 0 ? found : found.slice(0, gap);
      let sent = 0;
      const page = fitList(part, 0, broker.maxPayloadBytes, (fitting) => {
        sent = fitting.length;
        const content = { id: envelope["id"], start, count: sent, total, entries: fitting, transaction };
        return JSON.stringify(content);
      });
      if (sent > 0) return page;
      if (part.length > 0) throw new CommandError("the entry is too large for one message", "");
      if (start >= total)
        throw new CommandError(`start is beyond the end: the queue has ${total} entries`, "");
      throw new CommandError(problem ?? "these entries could not be read", "");
    },
  });
}

/** Reads what was not read of a part of a queue; the reason if that fails. */
async function readPart(
  { readQueue }: Pick<QueueRequestsOptions, "readQueue">,
  session: QueueSession,
  ...part: [playerId: string, from: number, count: number]
): Promise<string | undefined> {
  if (!mayBeAsked(session)) return "the player is offline";
  try {
    await readQueue(...part);
    return undefined;
  } catch (error) {
    if (error instanceof DeviceError) return error.message;
    throw error;
  }
}

function notReported(): CommandError {
  return new CommandError("the player has not reported its queue", "");
}

function parseQuestion(payload: Uint8Array) {
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
