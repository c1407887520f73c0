import { resourceLeaves } from "../../core/resources/player.ts";
import type { Payload } from "../../core/resources/resource.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import type { IncomingMessage, Message, Subscription } from "../../core/topics/message.ts";
import type { BridgeInfo } from "../../core/topics/render-bridge.ts";
import type { Clock } from "../../lib/clock.ts";
import { Corrections } from "./corrections.ts";

/** The dependencies of Strays. */
export interface StraysOptions {
  readonly base: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this bridge is alone below its base topic: the topics of other bridges would arrive as well. */
  readonly isAlone: () => boolean;
  /** What a player of this bridge would publish on the topic now; undefined for nothing. */
  readonly ownMessage: (playerId: string, topic: string) => Message<Payload> | undefined;
  /** The protocol of the connection decides about the subscriptions. */
  readonly onSubscriptions: () => void;
}

const leaves: readonly string[] = ["availability", ...resourceLeaves];
const leafSet = new Set(leaves);

/**
 * Corrects retained topics of players that another client has written. With MQTT 5 the broker does not send us our own
 * messages, so whatever arrives is foreign. With 3.1.1 everything comes back, so only availabilities are compared.
 */
export class Strays {
  readonly #options: StraysOptions;
  readonly #corrections: Corrections;
  /** The last message on each topic that is not checked yet. */
  readonly #arrived = new Map<string, Uint8Array>();
  #protocol: BridgeInfo["mqtt"]["protocol"] = "3.1.1";

  constructor(options: StraysOptions) {
    this.#options = options;
    this.#corrections = new Corrections(options);
  }

  get subscriptions(): Subscription[] {
    const { base, isAlone } = this.#options;
    const seen = this.#protocol === "5" && isAlone() ? leaves : ["availability"];
    return seen.map((leaf) => ({ filter: `${base}/+/${leaf}`, wantsRetained: false, isOptional: true }));
  }

  connected({ protocol }: Pick<BridgeInfo["mqtt"], "protocol">): void {
    if (protocol === this.#protocol) return;
    this.#protocol = protocol;
    this.#options.onSubscriptions();
  }

  disconnected(): void {
    this.#corrections.stop();
    this.#arrived.clear();
  }

  received({ topic, payload }: IncomingMessage): void {
    const { base, broker, ownMessage } = this.#options;
    if (!topic.startsWith(`${base}/`)) return;
    const [id = "", ...levels] = topic.slice(base.length + 1).split("/");
    if (!leafSet.has(levels.join("/"))) return;
    this.#arrived.set(topic, payload);
    let own: Message<Payload> | undefined;
    const isWrong = (): boolean => {
      const last = this.#arrived.get(topic);
      this.#arrived.delete(topic);
      own = ownMessage(id, topic);
      return own !== undefined && last !== undefined && !Buffer.from(own.payload).equals(last);
    };
    this.#corrections.request(topic, isWrong, () => own && broker.publish(own));
  }
}
