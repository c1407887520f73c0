import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { CommandView } from "../wire.ts";

/** The end of a command that this page sent. */
export type Outcome = Pick<CommandView, "outcome" | "reason">;

/** What every part of the page may ask for. */
export interface BridgeActions {
  readonly send: (playerId: string, command: string, request: string) => Promise<Outcome>;
  readonly startCheck: () => void;
  readonly signOut: () => void;
  /** The bridge's date now, in milliseconds. */
  readonly now: () => number;
}

const nowhere: BridgeActions = {
  send: () => Promise.resolve({ outcome: "failed", reason: "the page has no bridge" }),
  startCheck: () => {},
  signOut: () => {},
  now: () => Date.now(),
};

/** How parts of the page reach the bridge. */
export const BridgeContext = createContext<BridgeActions>(nowhere);

/** How this part of the page reaches the bridge. */
export function useBridge(): BridgeActions {
  return useContext(BridgeContext);
}
