import { resourceLeaves } from "../../core/resources/player.ts";
import { queuePagesLeaf } from "../../core/resources/queue.ts";
import { settingLeaves, settingsFolder } from "../../core/resources/settings.ts";
import type { Payload } from "../../core/resources/resource.ts";
import type { IncomingMessage, Message, Subscription } from "../../core/topics/message.ts";
import type { BridgeInfo } from "../../core/topics/render-bridge.ts";
import { bridgeTopic, infoTopic } from "../../core/topics/topics.ts";
import type { BridgeContext } from "../bridge-context.ts";
import { Corrections } from "./corrections.ts";

interface TopicRepairOptions extends Pick<BridgeContext, "base" | "bridge" | "broker" | "clock" | "log"> {
  /** The protocol of the connection decides about the subscriptions. */
  readonly events: Pick<BridgeContext["events"], "subscriptionsChanged">;
  /** Whether this bridge is alone below its base topic: the topics of other bridges would arrive as well. */
  readonly isAlone: boolean;
  /** The players of this bridge, each with the tags of its settings that are published. */
  readonly players: () => readonly { readonly id: string; readonly tags: readonly string[] }[];
  /** What this bridge would publish on the topic of a player now, or of its own if there is no id; undefined for nothing. */
  readonly ownMessage: (topic: string, playerId: string | undefined) => Message<Payload> | undefined;
}

/** The topics of a player that any bridge may hear about, as filters without the id. */
const leaves: readonly string[] = ["availability", "info", ...resourceLeaves];
const leafSet = new Set(leaves);
const bridgeLeaves = ["health", "latest-version"] as const;
/** Info and pages that an earlier run left are subscribed with their retained values, and are replaced anyway. */
const settledAfterMs = 10_000;

/**
 * Corrects retained topics that another client has written. With MQTT 5 the broker does not send us our own messages, so
 * whatever arrives is foreign. With 3.1.1 everything comes back, so only availabilities and histories are compared. Commands must match
 * no filter twice, since some brokers deliver them once for each, unless the broker tells which subscription brought them.
 */
export class TopicRepair {
  readonly #options: TopicRepairOptions;
  readonly #corrections: Corrections;
  /** The last message on each topic that is not checked yet. */
  readonly #arrived = new Map<string, Uint8Array>();
  #protocol: BridgeInfo["mqtt"]["protocol"] = "3.1.1";
  #connectedAt = 0;
  /** Whether the broker tells which subscriptions brought a message. */
  #isTold = false;

  constructor(options: TopicRepairOptions) {
    this.#options = options;
    this.#corrections = new Corrections(options);
  }

  get subscriptions(): Subscription[] {
    const { base, isAlone, players } = this.#options;
    const options = { wantsRetained: false, isOptional: true };
    if (this.#protocol !== "5") return [{ filter: `${base}/+/availability`, ...options }];
    const own = players();
    const tags = new Set(own.flatMap((player) => player.tags));
    const ofPlayers = isAlone
      ? [...leaves, ...[...tags].flatMap(settingLeaves)].map((leaf) => `${base}/+/${leaf}`)
      : // A filter for each topic would take seconds.
        own.map(({ id }) => `${base}/${id}/${this.#isTold ? "#" : "+"}`);
    return [
      ...ofPlayers.map((filter) => ({ filter, ...options, isWatching: this.#isTold })),
      ...this.#bridgeTopics.map((filter) => ({ filter, ...options })),
    ];
  }

  connected({ protocol }: Pick<BridgeInfo["mqtt"], "protocol">): void {
    this.#connectedAt = this.#options.clock.now();
    if (protocol === this.#protocol) return;
    this.#protocol = protocol;
    this.#options.events.subscriptionsChanged();
  }

  disconnected(): void {
    this.#corrections.stop();
    this.#arrived.clear();
  }

  received({ topic, payload, isOnlyWatched }: IncomingMessage): void {
    const { broker, events, isAlone, ownMessage } = this.#options;
    const isTold = isOnlyWatched !== undefined;
    if (isTold !== this.#isTold && !isAlone) {
      this.#isTold = isTold;
      events.subscriptionsChanged();
    }
    const isOfBridge = this.#isOfBridge(topic);
    const id = isOfBridge ? undefined : this.#playerOf(topic);
    if (!isOfBridge && id === undefined) return;
    this.#arrived.set(topic, payload);
    let own: Message<Payload> | undefined;
    const isWrong = (): boolean => {
      const last = this.#arrived.get(topic);
      this.#arrived.delete(topic);
      own = ownMessage(topic, id);
      return own !== undefined && last !== undefined && !Buffer.from(own.payload).equals(last);
    };
    this.#corrections.request(topic, isWrong, () => own && broker.publish(own));
  }

  get #bridgeTopics(): string[] {
    const { base, bridge } = this.#options;
    return bridgeLeaves.map((leaf) => bridgeTopic(base, leaf, bridge));
  }

  #isOfBridge(topic: string): boolean {
    const { base, bridge } = this.#options;
    if (this.#protocol !== "5") return false;
    return (topic === infoTopic(base, bridge, 0) && this.#isSettled) || this.#bridgeTopics.includes(topic);
  }

  get #isSettled(): boolean {
    return this.#options.clock.now() - this.#connectedAt >= settledAfterMs;
  }

  /** The player whose topic may have to be corrected; undefined for other topics. */
  #playerOf(topic: string): string | undefined {
    const { base } = this.#options;
    if (!topic.startsWith(`${base}/`)) return undefined;
    const [id = "", ...levels] = topic.slice(base.length + 1).split("/");
    const leaf = levels.join("/");
    // Who keeps it subscribes to it.
    if (leaf === "history") return id;
    if (this.#protocol !== "5") return leaf === "availability" ? id : undefined;
    if (leaf === "info" || leaf === `${queuePagesLeaf}/${levels.at(-1)}`)
      return this.#isSettled ? id : undefined;
    const [folder, tag = ""] = levels;
    const isSetting = folder === settingsFolder && settingLeaves(tag).some((one) => one === leaf);
    return leafSet.has(leaf) || isSetting ? id : undefined;
  }
}
