import type { BrokerPort, Log } from "../core/ports.ts";
import type { ChangedTopic, PlayerTarget } from "../core/topics/render.ts";
import type { Settled } from "../core/controls/result.ts";
import type { Foreknowledge, Session, SessionPolicy } from "../core/session/session.ts";
import type { Counters } from "../core/session/counters.ts";
import type { Clock } from "../lib/clock.ts";

/** What one player's session works with. */
export interface PlayerSessionOptions {
  readonly target: PlayerTarget;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
  readonly policy: SessionPolicy;
  readonly inboxSize: number;
  /** What is known of the player before it is asked. */
  readonly foreknowledge?: Foreknowledge;
  /** A command that is older is not sent any more. */
  readonly deadlineMs: number;
  /** How long after the start the first request is made. */
  readonly startDelayMs: number;
  /** No request or command may take longer, whatever the player does. */
  readonly longestStepMs: number;
  /** Called after changed topics were published, a command ended or a request failed. */
  readonly onChanged?: (session: Session, topics: readonly ChangedTopic[]) => void;
  /** Told how a command ended, after that was published. */
  readonly onSettled?: (settled: Settled) => void;
}
