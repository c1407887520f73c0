import type { Extension } from "../../bridge/extension.ts";
import { RetainedCommands } from "../../bridge/retained-commands.ts";
import type { LibraryResult } from "../../bridge/library.ts";
import { CommandError } from "../../core/errors.ts";
import { type Browse, type LibraryQuery, parseLibraryQuery } from "../../core/library.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import { fitList } from "../../core/resources/fit.ts";
import type { IncomingMessage, Message, Subscription } from "../../core/topics/message.ts";
import type { BridgeInfo } from "../../core/topics/render-bridge.ts";
import { withReply } from "../../core/topics/result.ts";
import { isPlayerId, playerTopic } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";

/** A player whose library can be read. */
interface BrowsablePlayer {
  browse(browse: Browse): Promise<LibraryResult>;
}

/** The options of the extension that sends pages of libraries. */
export interface LibraryRequestsOptions {
  readonly base: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  /** A player of this bridge. */
  readonly playerOf: (playerId: string) => BrowsablePlayer | undefined;
}

/** Sends pages of the players' libraries on request. */
export class LibraryRequests implements Extension {
  readonly #options: LibraryRequestsOptions;
  readonly #retained: RetainedCommands;

  constructor(options: LibraryRequestsOptions) {
    this.#options = options;
    this.#retained = new RetainedCommands(options);
  }

  connected(mqtt: Pick<BridgeInfo["mqtt"], "protocol">): void {
    this.#retained.connected(mqtt);
  }

  get subscriptions(): Subscription[] {
    return [{ filter: `${this.#options.base}/+/library/get`, wantsRetained: true }];
  }

  /** Answers a request for a page; ignores other messages and players of other bridges. */
  async received(message: IncomingMessage): Promise<void> {
    const { base, broker, playerOf } = this.#options;
    const id = idIn(base, message.topic);
    const player = id === undefined ? undefined : playerOf(id);
    if (id === undefined || player === undefined || this.#retained.isClearing(message)) return;
    const page: Message = {
      topic: playerTopic(base, id, "library/page"),
      payload: await this.#answer(player, message),
      retain: false,
      qos: 1,
    };
    broker.publish(...withReply(base, page, message.replyTo));
  }

  async #answer(player: BrowsablePlayer, message: IncomingMessage): Promise<string> {
    try {
      if (message.retain) {
        this.#retained.refuse(message.topic, "request", () => ({
          request: "",
          transaction: parseLibraryQuery(message.payload).transaction,
        }));
      }
      const query = parseLibraryQuery(message.payload);
      return this.#render(query, await player.browse(query.browse));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return JSON.stringify({ reason: error.message, transaction: error.transaction });
    }
  }

  #render({ list, browse: { start }, transaction }: LibraryQuery, result: LibraryResult): string {
    if (result.kind === "none") return JSON.stringify({ list, reason: result.reason, transaction });
    const { total, entries } = result.page;
    return fitList(entries, 0, this.#options.broker.maxPayloadBytes, (fitting) =>
      JSON.stringify({ list, start, count: fitting.length, total, entries: fitting, transaction }),
    );
  }
}

function idIn(base: string, topic: string): string | undefined {
  if (!topic.startsWith(`${base}/`)) return undefined;
  const [id = "", ...rest] = topic.slice(base.length + 1).split("/");
  return rest.join("/") === "library/get" && isPlayerId(id) ? id : undefined;
}
