import type { IncomingMessage, Message, Subscription } from "../../core/topics/message.ts";
import type { BridgeContext } from "../bridge-context.ts";
import { Corrections } from "./corrections.ts";

interface AvailabilityRepairOptions extends Pick<BridgeContext, "base" | "broker" | "clock" | "log"> {
  /** The availability of a player that runs here; undefined for another's, or before it is published. */
  readonly availabilityOf: (playerId: string) => Message | undefined;
}

/**
 * Corrects the availability of a player that another client has written: nothing else would, and every entity and flow
 * depends on it. MQTT 3.1.1 sends our own messages back as well, so values are compared.
 */
export class AvailabilityRepair {
  readonly subscriptions: readonly Subscription[];
  readonly #options: AvailabilityRepairOptions;
  readonly #corrections: Corrections;
  /** The last value of each player that is not checked yet. */
  readonly #arrived = new Map<string, string>();

  constructor(options: AvailabilityRepairOptions) {
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
    const { base, broker, availabilityOf } = this.#options;
    const id = topic.startsWith(`${base}/`)
      ? /^([^/]+)\/availability$/.exec(topic.slice(base.length + 1))?.[1]
      : undefined;
    if (id === undefined) return;
    this.#arrived.set(id, Buffer.from(payload).toString());
    let own: Message | undefined;
    const isWrong = (): boolean => {
      const last = this.#arrived.get(id);
      this.#arrived.delete(id);
      own = availabilityOf(id);
      return own !== undefined && last !== undefined && own.payload !== last;
    };
    this.#corrections.request(topic, isWrong, () => own && broker.publish(own));
  }
}
