import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { Departures } from "./departures.ts";
import { FormerBridges } from "./former-bridges.ts";
import type { HomeAssistant } from "../../extensions/home-assistant/home-assistant.ts";
import type { Peers } from "../fleet/peers.ts";

/** What it takes to clear up behind players and bridges that are gone. */
export interface CleanUpOptions {
  readonly base: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly peers: Peers;
  readonly homeAssistant: () => HomeAssistant;
  readonly isConfigured: (playerId: string) => boolean;
  readonly isListComplete: () => boolean;
  readonly isFormer: (bridge: BridgeName) => boolean;
  /** There is more to clear, or less. */
  readonly onChanged: () => void;
}

/** Clears what players and bridges said that are there no more, and nothing else. */
export class CleanUp {
  readonly #departures: Departures;
  readonly #formerBridges: FormerBridges;

  constructor(options: CleanUpOptions) {
    const { homeAssistant, isConfigured, peers } = options;
    this.#departures = new Departures({
      ...options,
      isAnnounced: (id) => homeAssistant().isAnnounced(id),
      isWanted: (id) => isConfigured(id) || peers.holderOf(id) !== undefined,
    });
    this.#formerBridges = new FormerBridges({ ...options, departures: this.#departures });
  }

  /** The players whose topics are not cleared yet. */
  get leaving(): readonly string[] {
    return this.#departures.ids;
  }

  get subscriptions(): Subscription[] {
    return this.#departures.subscriptions;
  }

  /** These players were here, or an earlier run had them: those that nobody has now are cleared up behind. */
  behind(playerIds: readonly string[]): void {
    this.#departures.add(playerIds);
  }

  connected(): void {
    this.#departures.connected();
  }

  disconnected(): void {
    this.#departures.disconnected();
    this.#formerBridges.disconnected();
  }

  received(message: IncomingMessage): void {
    this.#departures.received(message);
  }

  /** Other bridges came or went. */
  peersChanged(): void {
    this.#formerBridges.tidyUp();
  }
}
