import type { BrokerPort, Log } from "../core/ports.ts";
import type { Settled } from "../core/result.ts";
import type { Session } from "../core/session.ts";
import type { Tally } from "../core/tally.ts";
import type { Clock } from "../lib/clock.ts";
import { phaseOf } from "../lib/hash.ts";
import { PlayerSession } from "./player-session.ts";
import { type BridgePlayer, Seat } from "./seat.ts";

/** What all seats of a bridge have in common. */
export interface SeatMaker {
  readonly base: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly tally: Tally;
  readonly onChanged: (session: PlayerSession, state: Session) => void;
  readonly onSettled: (session: PlayerSession, settled: Settled) => void;
}

/** A player that is off is asked again after one second, then two, up to half a minute. */
const offlineBackoff = { firstMs: 1000, maxMs: 30_000 };
/** Players make their first request one after another: a thousand of them take a second to begin. */
const startStepMs = 1;

/** Makes a seat for a player; `place` is its place among those that come with it. */
export function createSeat(player: BridgePlayer, place: number, maker: SeatMaker): Seat {
  const { base, broker, clock, log, tally, onChanged, onSettled } = maker;
  const { id, name, address, mac, policy, inboxSize, deadlineMs, longestStepMs } = player;
  const { withoutOperations, mostPictureBytes } = player;
  const { gapMs, offlineAfter, idleFactor, positionIntervalMs } = policy;
  // Field by field: an object that is spread has a shape of its own, which is kept with it for each player.
  const session: PlayerSession = new PlayerSession({
    broker,
    clock,
    log,
    tally,
    target: { base, id, name, address },
    policy: {
      gapMs,
      offlineAfter,
      idleFactor,
      positionIntervalMs,
      backoff: offlineBackoff,
      phase: phaseOf(id),
    },
    inboxSize,
    foreknowledge: { mac, withoutOperations, mostPictureBytes },
    deadlineMs,
    longestStepMs,
    startDelayMs: place * startStepMs,
    onChanged: (state) => onChanged(session, state),
    onSettled: (settled) => onSettled(session, settled),
  });
  return new Seat(player, session);
}
