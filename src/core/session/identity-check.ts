import type { KnownPlayer } from "../controls/known-player.ts";
import { isKnownByMac } from "../mac.ts";
import type { PlayerModel } from "../resources/model.ts";
import type { Answer, ResourceName } from "../resources/player.ts";

/** Whether the device at the address is the player. */
export interface IdentityCheck {
  /**
   * asking: it is asked for its model before anything else. unclear: the answer to that has no meaning, so the next usable
   * answer decides.
   */
  readonly status: "confirmed" | "asking" | "unclear";
  /** The device that answers at the address instead of the player. */
  readonly otherDevice: PlayerModel | undefined;
  /** Answers that arrived while it was being asked who it is. */
  readonly held: Readonly<Partial<Record<ResourceName, Answer>>>;
  readonly disconnectedAt: number;
  /**
   * From then on, nothing is read before the player was asked who it is; undefined if no connection has ended since it was
   * last asked.
   */
  readonly recheckIdentityAt: number | undefined;
}

/** How often a player is asked who it is that ends every connection, or every idle one. */
const provenForMs = 60_000;

/** The player itself answers, as far as known. */
export const confirmed: IdentityCheck = {
  status: "confirmed",
  otherDevice: undefined,
  held: {},
  disconnectedAt: Number.NEGATIVE_INFINITY,
  recheckIdentityAt: undefined,
};

/** Whether the player has to be asked who it is before anything else is read. */
export function mustAskWho({ status, recheckIdentityAt }: IdentityCheck, now: number): boolean {
  return status === "asking" || (recheckIdentityAt !== undefined && recheckIdentityAt <= now);
}

type Checked = Pick<KnownPlayer, "config" | "player" | "resources"> & {
  readonly identityCheck: IdentityCheck;
};

/** Another device may be at the address now. A player that can tell by its MAC is asked before anything else. */
export function withDoubt<State extends Checked>(state: State): State {
  if (!isKnownByMac(state)) return state;
  return { ...state, identityCheck: { ...state.identityCheck, status: "asking" } };
}

/** The connection ended, so another device may be at the address when it is made again. */
export function withDisconnection<State extends Checked>(state: State, now: number): State {
  if (!isKnownByMac(state)) return state;
  const { disconnectedAt, recheckIdentityAt } = state.identityCheck;
  const isRare = now - disconnectedAt >= provenForMs;
  const from = isRare ? now : state.resources.model.triedAt + provenForMs;
  const at = Math.min(recheckIdentityAt ?? from, from);
  return { ...state, identityCheck: { ...state.identityCheck, disconnectedAt: now, recheckIdentityAt: at } };
}

/** An answer of a device that may be another one is held until it is known which it is. */
export function withHeld(check: IdentityCheck, name: ResourceName, answer: Answer): IdentityCheck {
  // What did not change since an answer that is held is still to be taken from it.
  const isKept = answer.kind === "unchanged" && check.held[name] !== undefined;
  return isKept ? check : { ...check, held: { ...check.held, [name]: answer } };
}
