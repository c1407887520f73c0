import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { CommandResult } from "../src/extensions/page/response-views.ts";

export type Outcome = Pick<
  CommandResult,
  "outcome" | "reason" | "reasonCode" | "reasonValues" | "lost" | "steps"
>;

export interface BridgeActions {
  readonly send: (playerId: string, command: string, request: string) => Promise<Outcome>;
  /** Switches a setting of a player on; resolves to why it stays off. Undefined where the page writes no settings. */
  readonly switchOn: ((playerId: string, setting: string) => Promise<string | undefined>) | undefined;
  readonly startCheck: () => void;
  /** Resolves to why nobody was signed out. */
  readonly signOut: () => Promise<string | undefined>;
  /** The bridge's clock, in epoch milliseconds. */
  readonly now: () => number;
}

const nowhere: BridgeActions = {
  send: () => Promise.resolve({ outcome: "failed", reason: "the page has no bridge" }),
  switchOn: undefined,
  startCheck: () => {},
  signOut: () => Promise.resolve(undefined),
  now: () => Date.now(),
};

export const BridgeContext = createContext<BridgeActions>(nowhere);

export function useBridge(): BridgeActions {
  return useContext(BridgeContext);
}
