import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { isOnline } from "./player.ts";
import type { Ask, Outcome } from "./requests.ts";
import type { Values } from "./values.ts";

/** The bridge, as every part of the page reaches it. */
export interface Bridge {
  readonly ask: Ask;
  readonly send: (playerId: string, command: string, request: string) => Promise<Outcome>;
  /** While the page has lost the bridge, nothing is live. */
  readonly isLive: boolean;
  /** Whether the page writes settings. */
  readonly canSetUp: boolean;
  /** The bridge's clock, in epoch milliseconds. */
  readonly now: () => number;
}

export const BridgeContext = createContext<Bridge | undefined>(undefined);

export function useBridge(): Bridge {
  const bridge = useContext(BridgeContext);
  if (bridge === undefined) throw new Error("drawn outside of the app");
  return bridge;
}

/** Whether a player can be told anything now. */
export function useReachable(player: Values): boolean {
  return useBridge().isLive && isOnline(player);
}
