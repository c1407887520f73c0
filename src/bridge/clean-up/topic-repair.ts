import type { IncomingMessage, Message, Subscription } from "../../core/topics/message.ts";
import { splitTopic } from "../../core/topics/topics.ts";
import type { BridgeContext } from "../bridge-context.ts";
import { Corrections } from "./corrections.ts";

interface TopicRepairOptions extends Pick<BridgeContext, "base" | "broker" | "clock" | "log"> {
  /** What this bridge would publish on the topic of a player now; undefined for another's player, or for nothing. */
  readonly ownMessage: (playerId: string, topic: string) => Message | undefined;
}

/**
 * Corrects what another client has written where nothing else would soon: the availability of a player, on which every
 * entity and flow depends, and its history and its note, to which whoever keeps them subscribes. MQTT 3.1.1 sends our own
 * messages back as well, so values are compared.
 */
export class TopicRepair {
  readonly subscriptions: readonly Subscription[];
  readonly #options: TopicRepairOptions;
  readonly #corrections: Corrections;
  /** The last value of each topic that is neither found right nor corrected yet. */
  readonly #arrived = new Map<string, string>();

  constructor(options: TopicRepairOptions) {
    this.#options = options;
    this.#corrections = new Corrections(options);
    const filter = `${options.base}/+/availability`;
    this.subscriptions = [{ filter, wantsRetained: false, isOptional: true }];
  }

  disconnected(): void {
    this.#corrections.stop();
    this.#arrived.clear();
  }

  received({ topic, payload }: Pick<IncomingMessage, "topic" | "payload">): void {
    const { base, broker, ownMessage } = this.#options;
    const { id, leaf = "" } = splitTopic(base, topic) ?? {};
    if (id === undefined || !["availability", "history", "note"].includes(leaf)) return;
    this.#arrived.set(topic, Buffer.from(payload).toString());
    let own: Message | undefined;
    const isWrong = (): boolean => {
      const last = this.#arrived.get(topic);
      own = ownMessage(id, topic);
      const isOther = own !== undefined && last !== undefined && own.payload !== last;
      if (!isOther) this.#arrived.delete(topic);
      return isOther;
    };
    this.#corrections.request(topic, isWrong, () => {
      this.#arrived.delete(topic);
      if (own !== undefined) broker.publish(own);
    });
  }
}
