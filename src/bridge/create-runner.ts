import type { BrokerPort, Log } from "../core/ports.ts";
import type { Settled } from "../core/controls/result.ts";
import type { Session } from "../core/session/session.ts";
import type { Counters } from "../core/session/counters.ts";
import { Beat } from "../lib/beat.ts";
import type { Alarm, Clock } from "../lib/clock.ts";
import { phaseOf } from "../lib/hash.ts";
import { PlayerSession } from "./player-session.ts";
import { type BridgePlayer, PlayerRunner } from "./player-runner.ts";

/** What all seats of a bridge have in common. */
export interface RunnerFactoryOptions {
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
/**
 * Polls of several players begin in the same turn of the process: that costs a quarter less CPU from a hundred players
 * on. Each player is still asked one thing at a time, and a command waits for no beat.
 */
const beatMs = 25;

/** Makes seats for players, all with one beat; `place` is a player's place among those that come with it. */
export function runnerFactory(
  options: RunnerFactoryOptions,
): (player: BridgePlayer, place: number) => PlayerRunner {
  const alarm = new Beat(options.clock, beatMs);
  return (player, place) => createRunner(player, place, alarm, options);
}

function createRunner(
  player: BridgePlayer,
  place: number,
  alarm: Alarm,
  options: RunnerFactoryOptions,
): PlayerRunner {
  const { base, broker, clock, log, counters, onChanged, onSettled } = options;
  const { id, name, address, mac, policy, inboxSize, deadlineMs, longestStepMs } = player;
  const { withoutOperations, mostPictureBytes } = player;
  const { gapMs, offlineAfter, idleFactor, positionIntervalMs } = policy;
  // Field by field: an object that is spread has a shape of its own, which is kept with it for each player.
  const session: PlayerSession = new PlayerSession({
    broker,
    clock,
    alarm,
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
