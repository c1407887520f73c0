import type { Settled } from "../core/controls/result.ts";
import type { PlayerSession } from "./player-session.ts";

/** What an onlooker is told: a player's state changed, a command ended, players came or went, the broker came or went. */
export type BridgeNews =
  | { readonly kind: "changed"; readonly session: PlayerSession }
  | ({ readonly kind: "settled"; readonly session: PlayerSession } & Settled)
  | { readonly kind: "arranged" | "connected" | "disconnected" };
