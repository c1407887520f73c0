import { checkLength, readTransaction } from "../../core/controls/request.ts";
import { withReply } from "../../core/topics/result.ts";
import type { Extension } from "../../bridge/extension.ts";
import { RetainedCommands } from "../../bridge/retained-commands.ts";
import { CommandError } from "../../core/errors.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import type { Session } from "../../core/session/session.ts";
import { fitList } from "../../core/resources/fit.ts";
import { type IncomingMessage, type Message, type Subscription } from "../../core/topics/message.ts";
import type { BridgeInfo } from "../../core/topics/render-bridge.ts";
import { isPlayerId, playerTopic } from "../../core/topics/topics.ts";
import { Allowance } from "../../lib/allowance.ts";
import type { Clock } from "../../lib/clock.ts";

/** The options of the extension that sends pages of music queues. */
export interface QueueRequestsOptions {
  readonly base: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  /** The session of a player of this bridge. */
  readonly sessionOf: (playerId: string) => Pick<Session, "player"> | undefined;
  /** Entries of a player's queue, as last read. */
  readonly entries: (playerId: string, from: number, count: number) => readonly JsonObject[];
}

/** The requested part of a queue. */
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
export class QueueRequests implements Extension {
  readonly #options: QueueRequestsOptions;
  readonly #retained: RetainedCommands;
  readonly #allowance: Allowance;

  constructor(options: QueueRequestsOptions) {
    this.#options = options;
    this.#retained = new RetainedCommands(options);
    this.#allowance = new Allowance(requestsPerSecond, options.clock);
  }

  connected(mqtt: Pick<BridgeInfo["mqtt"], "protocol">): void {
    this.#retained.connected(mqtt);
  }

  get subscriptions(): Subscription[] {
    return [{ filter: `${this.#options.base}/+/music/queue/get`, wantsRetained: true }];
  }

  /** Answers a request for a queue; ignores other messages and players of other bridges. */
  received(message: IncomingMessage): void {
    const { base, broker, sessionOf } = this.#options;
    const id = playerOf(base, message.topic);
    const session = id === undefined ? undefined : sessionOf(id);
    if (id === undefined || session === undefined || this.#retained.isClearing(message)) return;
    const page: Message = {
      topic: playerTopic(base, id, "music/queue/page"),
      payload: this.#answer(id, session, message),
      retain: false,
      qos: 1,
    };
    broker.publish(...withReply(base, page, message.replyTo));
  }

  #answer(id: string, session: Pick<Session, "player">, message: IncomingMessage): string {
    let transaction: Question["transaction"];
    try {
      if (message.retain)
        this.#retained.refuse(message.topic, "request", () => ({
          request: "",
          transaction: parseQuestion(message.payload).transaction,
        }));
      const question = parseQuestion(message.payload);
      ({ transaction } = question);
      if (!this.#allowance.take())
        throw new CommandError(`too many requests: at most ${requestsPerSecond} a second`, "");
      return this.#page(id, session, question);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return JSON.stringify({ reason: error.message, transaction: error.transaction ?? transaction });
    }
  }

  #page(id: string, { player: { queue } }: Pick<Session, "player">, question: Question): string {
    if (queue === undefined) throw new CommandError("the player has not reported its queue", "");
    const { broker, entries } = this.#options;
    const { start, count, transaction } = question;
    const { total, envelope } = queue;
    const part = entries(id, start, count);
    return fitList(part, 0, broker.maxPayloadBytes, (fitting) =>
      JSON.stringify({
        id: envelope["id"],
        start,
        count: fitting.length,
        total,
        entries: fitting,
        transaction,
      }),
    );
  }
}

function playerOf(base: string, topic: string): string | undefined {
  if (!topic.startsWith(`${base}/`)) return undefined;
  const [id = "", ...rest] = topic.slice(base.length + 1).split("/");
  return rest.join("/") === "music/queue/get" && isPlayerId(id) ? id : undefined;
}

/** Throws CommandError for an invalid request. */
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
