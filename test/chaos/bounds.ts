/*
 * The bounds of what may be wrong, and for how long. They come from the documentation and from the configuration of the
 * bridge, and are measured at the players and at the proxy: never by what the bridge says.
 */

export const pollIntervalMs = 1000;
/** The minimum time between two published positions during playback. */
export const positionIntervalMs = 2000;
export const timeoutMs = 600;
/** The maximum age at which a command is still sent to a player. */
export const deadlineMs = 3000;
/** MQTT's keep-alive interval. A broker declares a client dead after one and a half of them. */
export const keepaliveSeconds = 3;

const longestPauseOfNearBrokerMs = 5000;
/** A broker whose connections were short and ended without a reason this often may have two clients with one id. */
const suspiciousShortLives = 4;
const contestedPauseMs = 30_000;

/** A connection that lasted this long does not count as short. */
export const stableMs = 10_000;

export const patience = {
  /**
   * The bridge that stands still is `offline`: one and a half keep-alive intervals, and the broker's check. Mosquitto 2.0
   * checks every six seconds, in whole seconds.
   */
  willMs: keepaliveSeconds * 1500 + 6500,
  /** The bridge whose connection ended without a farewell is `offline`. */
  lostMs: 1000,
  /** The bridge has ended after SIGTERM. */
  stopMs: 3000,
  /** A program that stands by has started. */
  startMs: 4000,
  /** Everything is true for the first time: the harness does not judge how long the machine takes to start it all. */
  openingMs: 180_000,
  /** Everything is true after a disturbance: the longest pause, a start, the reads of a new model, and the announcements. */
  recoveryMs: 45_000,
  /**
   * A command has its outcome: one that is sent at the last moment is verified for four seconds, on a player that may
   * be slow or confused.
   */
  outcomeMs: deadlineMs + 6000,
  /** The announcements for Home Assistant are true: they follow the topics, one step after the other. */
  announcementMs: 4000,
  /** A command read by the bridge this long after it was sent must not act any more. */
  actMs: deadlineMs + 1500,
} as const;

/** The longest pause before the next connection to a broker on this machine. */
export function reconnectWithinMs(shortLives: number): number {
  return shortLives < suspiciousShortLives
    ? longestPauseOfNearBrokerMs
    : contestedPauseMs * 2 ** (shortLives - suspiciousShortLives);
}
