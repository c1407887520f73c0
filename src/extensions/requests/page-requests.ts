import type { Extension, ExtensionContext } from "../../bridge/extension.ts";
import { RetainedCommands } from "../../bridge/retained-commands.ts";
import { CommandError } from "../../core/errors.ts";
import type { IncomingMessage, Message, Subscription } from "../../core/topics/message.ts";
import type { BridgeInfo } from "../../core/topics/render-bridge.ts";
import { withReply } from "../../core/topics/result.ts";
import { type PlayerLeaf, playerTopic, splitTopic } from "../../core/topics/topics.ts";

export type PageRequestsOptions = Pick<ExtensionContext, "base" | "broker" | "clock" | "log">;

interface Fields {
  readonly transaction?: string | number | undefined;
}

/** One kind of request: its topics, and how it is answered. */
interface PageKind<Player, Request extends Fields> {
  readonly get: string;
  readonly page: PlayerLeaf;
  readonly playerOf: (playerId: string) => Player | undefined;
  readonly parse: (payload: Uint8Array) => Request;
  /** The payload of the answer. Throws CommandError. */
  readonly answer: (player: Player, request: Request, playerId: string) => string | Promise<string>;
}

/** Answers requests for a page of a list: on a topic of the player, and on the response topic of MQTT 5. */
export class PageRequests<Player, Request extends Fields> implements Extension {
  readonly #options: PageRequestsOptions;
  readonly #kind: PageKind<Player, Request>;
  readonly #retained: RetainedCommands;

  constructor(options: PageRequestsOptions, kind: PageKind<Player, Request>) {
    this.#options = options;
    this.#kind = kind;
    this.#retained = new RetainedCommands(options);
  }

  connected(mqtt: Pick<BridgeInfo["mqtt"], "protocol">): void {
    this.#retained.connected(mqtt);
  }

  get subscriptions(): Subscription[] {
    return [{ filter: `${this.#options.base}/+/${this.#kind.get}`, wantsRetained: true }];
  }

  /** Answers a request; ignores other messages and players of other bridges. */
  async received(message: IncomingMessage): Promise<void> {
    const { base, broker } = this.#options;
    const { id, leaf } = splitTopic(base, message.topic) ?? {};
    const player = id !== undefined && leaf === this.#kind.get ? this.#kind.playerOf(id) : undefined;
    if (id === undefined || player === undefined || this.#retained.isClearing(message)) return;
    const topic = playerTopic(base, id, this.#kind.page);
    const payload = await this.#answer(id, player, message);
    const page: Message = { topic, payload, retain: false, qos: 1 };
    broker.publish(...withReply(base, page, message.replyTo));
  }

  async #answer(id: string, player: Player, { topic, payload, retain }: IncomingMessage): Promise<string> {
    const { parse, answer } = this.#kind;
    let transaction: Fields["transaction"];
    try {
      if (retain) {
        const read = () => ({ request: "", transaction: parse(payload).transaction });
        this.#retained.refuse(topic, "request", read);
      }
      const request = parse(payload);
      ({ transaction } = request);
      return await answer(player, request, id);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return JSON.stringify({ reason: error.message, transaction: error.transaction ?? transaction });
    }
  }
}
