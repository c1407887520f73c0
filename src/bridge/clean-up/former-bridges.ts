import { clearBridge } from "../../core/topics/render-bridge.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import type { BridgeContext } from "../bridge-context.ts";
import { isHeld } from "../extension.ts";
import type { OtherBridges } from "../other-bridges.ts";
import type { DepartedPlayers } from "./departed-players.ts";

/** Former bridges are checked at this interval until they are cleared. */
const checkEveryMs = 5000;

/** Clears the records of bridges that no longer exist, once their players are cleared or run elsewhere. */
export class FormerBridges {
  readonly #context: Pick<BridgeContext, "base" | "broker" | "extensions">;
  readonly #others: OtherBridges;
  readonly #departed: DepartedPlayers;
  readonly #timers: NamedTimers;
  /** Those whose players are being cleared. */
  readonly #begun = new Set<BridgeName>();

  constructor(context: BridgeContext, others: OtherBridges, departed: DepartedPlayers) {
    this.#context = context;
    this.#others = others;
    this.#departed = departed;
    this.#timers = new NamedTimers(context.clock);
  }

  disconnected(): void {
    this.#timers.cancelAll();
  }

  othersChanged(): void {
    const { base, broker, extensions } = this.#context;
    if (!this.#others.isRead) return;
    const former = this.#others.absent;
    this.#timers.after("check", checkEveryMs, () => this.othersChanged());
    for (const bridge of this.#begun) if (!former.has(bridge)) this.#begun.delete(bridge);
    if (former.size === 0) return;
    for (const extension of extensions) extension.arranged?.();
    for (const [bridge, { players, pages }] of former) {
      if (!this.#begun.has(bridge)) this.#departed.add(players);
      this.#begun.add(bridge);
      if (isHeld(extensions, bridge) || this.#departed.ids.some((id) => players.includes(id))) continue;
      for (const message of clearBridge(base, bridge, pages)) broker.publish(message);
      this.#others.forget(bridge);
    }
  }
}
