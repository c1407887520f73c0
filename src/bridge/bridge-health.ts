import type { BrokerPort } from "../core/ports.ts";
import type { BridgeHealth, PlayerHealth } from "../core/render-bridge.ts";
import type { PlayerSession } from "./player-session.ts";

/** A broker whose traffic is counted. */
export type CountedBroker = BrokerPort & { readonly published: number; readonly waiting: number };

/** How the bridge and each of its players are doing. */
export function describeHealth(
  sessions: Iterable<PlayerSession>,
  broker: CountedBroker,
  startedAt: number,
  now: number,
): BridgeHealth {
  return {
    uptimeSeconds: Math.round((now - startedAt) / 1000),
    memoryBytes: process.memoryUsage.rss(),
    published: broker.published,
    waiting: broker.waiting,
    players: Object.fromEntries([...sessions].map((session) => [session.id, playerHealth(session, now)])),
  };
}

function playerHealth({ state, stats }: PlayerSession, now: number): PlayerHealth {
  const { lastAnswerAt, latencyMs } = stats;
  return {
    availability: state.availability,
    lastAnswerSeconds: lastAnswerAt === undefined ? null : Math.round((now - lastAnswerAt) / 1000),
    polls: stats.polls,
    unchanged: stats.unchanged,
    failures: stats.failures,
    malformed: stats.malformed,
    latencyMs: latencyMs === undefined ? null : Math.round(latencyMs * 10) / 10,
  };
}
