import type { BrokerPort, Log } from "../core/ports.ts";
import type { Settled } from "../core/controls/result.ts";
import type { Session } from "../core/session/session.ts";
import type { Counters } from "../core/session/counters.ts";
import type { Clock } from "../lib/clock.ts";
import { phaseOf } from "../lib/hash.ts";
import { PlayerSession } from "./player-session.ts";
import { type BridgePlayer, PlayerRunner } from "./player-runner.ts";

/** What all runners of a bridge share. */
export interface RunnerOptions {
  readonly base: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
  readonly onChanged: (session: PlayerSession, state: Session) => void;
  readonly onSettled: (session: PlayerSession, settled: Settled) => void;
}

/** A player that is off is asked again after one second, then two, up to half a minute. */
const offlineBackoff = { firstMs: 1000, maxMs: 30_000 };
/** Players make their first request a few at a time: a thousand of them take a second to begin. */
const startStepMs = 1;
/** Creates the runner of a player; `place` is its place among the players that start together. */
export function createRunner(player: BridgePlayer, place: number, options: RunnerOptions): PlayerRunner {
  const { base, broker, clock, log, counters, onChanged, onSettled } = options;
  const { id, name, address, mac, policy, inboxSize, deadlineMs, longestStepMs } = player;
  const { withoutOperations, mostPictureBytes } = player;
  const { gapMs, offlineAfter, idleFactor, positionIntervalMs } = policy;
  const session: PlayerSession = new PlayerSession({
    broker,
    clock,
    log,
    counters,
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
  return new PlayerRunner(player, session);
}
