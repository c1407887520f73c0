import type { BrokerPort } from "../../core/ports.ts";
import { clearBridge } from "../../core/topics/render-bridge.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import type { Departures } from "./departures.ts";
import type { HomeAssistant } from "../../extensions/home-assistant/home-assistant.ts";
import type { Peers } from "../fleet/peers.ts";

/** What it takes to clear up behind bridges that are gone. */
export interface FormerBridgesOptions {
  readonly base: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly peers: Peers;
  readonly departures: Departures;
  readonly homeAssistant: () => HomeAssistant;
  /** Whether the fleet has no such bridge any more, and it is for us to clear up behind it. */
  readonly isFormer: (bridge: BridgeName) => boolean;
}

/** It is looked after so often, until it is done. */
const everyMs = 5000;

/** Clears what bridges said that the fleet has no more, once nothing is left of players that nobody took over. */
export class FormerBridges {
  readonly #options: FormerBridgesOptions;
  readonly #timers: NamedTimers;

  constructor(options: FormerBridgesOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  disconnected(): void {
    this.#timers.cancelAll();
  }

  tidyUp(): void {
    const { base, broker, departures, isFormer, peers } = this.#options;
    const homeAssistant = this.#options.homeAssistant();
    if (!peers.isRead) return;
    const former = [...peers.absent].filter(([bridge]) => isFormer(bridge));
    for (const [bridge, players] of former) {
      homeAssistant.reconsider();
      departures.add(players);
      const isLeft = departures.ids.some((id) => players.has(id));
      if (isLeft || homeAssistant.isBridgeAnnounced(bridge)) continue;
      for (const message of clearBridge(base, bridge)) broker.publish(message);
      peers.forget(bridge);
    }
    if (former.length > 0) this.#timers.after("tidy", everyMs, () => this.tidyUp());
  }
}
