import type { BridgeInfo } from "../core/topics/render-bridge.ts";
import type { BridgeName } from "../core/topics/topics.ts";
import type { Extension } from "./extension.ts";

/** Listens to the other bridges below the same base topic. */
export interface OtherBridges
  extends Pick<Extension, "subscriptions" | "connected" | "disconnected" | "received"> {
  /** Whether their states and players are known. */
  readonly isRead: boolean;
  /** Bridges that are absent for long, if this one has to clear their topics. */
  readonly absent: ReadonlyMap<BridgeName, { readonly players: readonly string[]; readonly pages: number }>;
  /** Whether another bridge polls the player, or may return to it. */
  isClaimed(playerId: string): boolean;
  /** What our info says to them: the players that are ours, unless that is all that run here. */
  claims(): Pick<BridgeInfo, "fleet"> & { readonly players: ReadonlySet<string> | undefined };
  /** Our info was handed to the broker. */
  published(sequence: number): void;
  /** Another bridge of our name runs the players now. */
  dropped(): void;
  /** Forgets a bridge whose topics are cleared. */
  forget(bridge: BridgeName): void;
}
