import type { PlayerView } from "../../bridge/extension.ts";
import type { CountedBroker } from "../../core/ports.ts";
import { publicNameOf, resourceNames } from "../../core/resources/player.ts";
import type { Counters, Histogram } from "../../core/session/counters.ts";
import type { FleetView, ProbeResult } from "../../core/session/health.ts";
import type { Session } from "../../core/session/session.ts";
import { unansweredResources } from "../../core/session/unanswered.ts";
import type { Clock } from "../../lib/clock.ts";

/** The parts of a bridge that are measured, as they are at each scrape. */
export interface Measured {
  readonly version: string;
  readonly bridge: {
    readonly sessions: readonly MeasuredPlayer[];
    readonly mqtt: object | undefined;
    readonly ownership: { readonly fleet?: FleetView | undefined };
  };
  readonly broker: Pick<CountedBroker, "published" | "waiting" | "waitingMs" | "dropped"> & {
    readonly publishedBytes: number;
  };
  readonly counters: Counters;
  readonly lag: { readonly worstMs: number };
  readonly clock: Pick<Clock, "now">;
  readonly health: () => ProbeResult;
  readonly readiness: () => ProbeResult;
}

export interface MeasuredPlayer extends Pick<PlayerView, "id" | "stats" | "waiting"> {
  readonly state: Pick<Session, "presence" | "resources">;
}

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number | Histogram;
}

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: (measured: Measured) => Sample[];
}

/** At most this many players have separate series: the first in the configuration. */
export const maxPlayerSeries = 1000;

const availabilities = ["online", "offline", "unknown"] as const;

export const metrics: readonly Metric[] = [
  series(
    "gauge",
    "player2mqtt_build_info",
    "Version of player2mqtt and of Node; always 1.",
    ({ version }) => [{ labels: { version, node: process.version }, value: 1 }],
  ),
  gauge("player2mqtt_healthy", "Whether /healthz returns 200.", ({ health }) => Number(health().isOk)),
  gauge("player2mqtt_ready", "Whether /readyz returns 200.", ({ readiness }) => Number(readiness().isOk)),
  gauge(
    "player2mqtt_event_loop_lag_seconds",
    "Largest delay of the event loop in the last ten seconds.",
    ({ lag }) => lag.worstMs / 1000,
  ),
  gauge("player2mqtt_broker_connected", "Whether the broker is connected.", ({ bridge }) =>
    Number(bridge.mqtt !== undefined),
  ),
  counter(
    "player2mqtt_broker_connections_total",
    "Connections made to the broker; all but the first are reconnects.",
    ({ counters }) => counters.connections,
  ),
  counter(
    "player2mqtt_broker_failed_connections_total",
    "Failed attempts to connect to the broker.",
    ({ counters }) => counters.failedConnections,
  ),
  counter(
    "player2mqtt_published_messages_total",
    "Messages sent to the broker.",
    ({ broker }) => broker.published,
  ),
  counter(
    "player2mqtt_published_bytes_total",
    "Payload bytes sent to the broker.",
    ({ broker }) => broker.publishedBytes,
  ),
  gauge("player2mqtt_outbox_messages", "Messages queued for the broker.", ({ broker }) => broker.waiting),
  gauge(
    "player2mqtt_outbox_oldest_seconds",
    "Age of the oldest queued message.",
    ({ broker }) => broker.waitingMs / 1000,
  ),
  counter(
    "player2mqtt_outcomes_dropped_total",
    "Outcomes of commands that were dropped because too many were queued.",
    ({ broker }) => broker.dropped,
  ),
  counter(
    "player2mqtt_refused_reloads_total",
    "Reloads of the configuration that were refused because it is invalid.",
    ({ counters }) => counters.refusedReloads,
  ),
  ofMembers("member_up", "Whether a member of the fleet is there, 0 after it died.", ({ isUp }) =>
    Number(isUp),
  ),
  ofMembers("member_players", "Players of a member of the fleet.", ({ players }) => players),
  gauge(
    "player2mqtt_fleet_lease",
    "Whether the store confirms that this member may act for its players.",
    ({ bridge: { ownership } }) => ownership.fleet && Number(ownership.fleet.problem === undefined),
  ),
  gauge(
    "player2mqtt_fleet_orphans",
    "Players that nobody polls although it is the turn of this member.",
    ({ bridge: { ownership } }) => ownership.fleet?.orphans,
  ),
  series(
    "counter",
    "player2mqtt_polls_total",
    "Polls by resource and result; unchanged means the same bytes as before.",
    ({ counters }) =>
      resourceNames.flatMap((name) =>
        Object.entries(counters.polls[name].outcomes).map(([outcome, value]) => ({
          labels: { resource: publicNameOf(name), outcome },
          value,
        })),
      ),
  ),
  series("histogram", "player2mqtt_poll_latency_seconds", "Response time of the players.", ({ counters }) =>
    resourceNames.map((name) => ({
      labels: { resource: publicNameOf(name) },
      value: counters.polls[name].latencyMs,
    })),
  ),
  counter(
    "player2mqtt_read_bytes_total",
    "Bytes received in the bodies of players' answers.",
    ({ counters }) => counters.readBytes,
  ),
  series("counter", "player2mqtt_commands_total", "Commands by control and outcome.", ({ counters }) =>
    [...counters.commands].flatMap(([target, { outcomes }]) =>
      Array.from(outcomes, ([outcome, value]) => ({ labels: { target, outcome }, value })),
    ),
  ),
  series(
    "histogram",
    "player2mqtt_command_duration_seconds",
    "Time from the arrival of a command to its outcome.",
    ({ counters }) =>
      Array.from(counters.commands, ([target, { durationMs }]) => ({
        labels: { target },
        value: durationMs,
      })),
  ),
  gauge("player2mqtt_inbox_commands", "Commands queued for all players.", ({ bridge }) =>
    bridge.sessions.reduce((total, { waiting }) => total + waiting, 0),
  ),
  counter(
    "player2mqtt_http_broken_requests_total",
    "HTTP requests that clients closed early.",
    ({ counters }) => counters.brokenRequests,
  ),
  series("gauge", "player2mqtt_players", "Players by availability.", ({ bridge }) =>
    availabilities.map((availability) => ({
      labels: { availability },
      value: bridge.sessions.filter(({ state }) => state.presence.availability === availability).length,
    })),
  ),
  gauge(
    "player2mqtt_players_without_series",
    `Players beyond the ${maxPlayerSeries} that have separate series.`,
    ({ bridge }) => Math.max(0, bridge.sessions.length - maxPlayerSeries),
  ),
  ofPlayer("gauge", "online", "Whether the player answers.", ({ state }) =>
    Number(state.presence.availability === "online"),
  ),
  ofPlayer(
    "gauge",
    "unanswered_resources",
    "Resources that it does not answer, although it answers others.",
    ({ state }) => unansweredResources(state).length,
  ),
  ofPlayer("gauge", "silent_seconds", "Seconds since its last answer.", ({ stats: { lastAnswerAt } }, now) =>
    lastAnswerAt === undefined ? undefined : (now - lastAnswerAt) / 1000,
  ),
  ofPlayer("gauge", "inbox_commands", "Commands queued for it.", ({ waiting }) => waiting),
  ofPlayer("counter", "polls_total", "Polls of it.", ({ stats }) => stats.polls),
  ofPlayer(
    "counter",
    "unchanged_polls_total",
    "Answers with the same bytes as before.",
    ({ stats }) => stats.unchanged,
  ),
  ofPlayer(
    "counter",
    "failed_polls_total",
    "Polls without a valid answer.",
    ({ stats }) => stats.failures + stats.malformed,
  ),
];

function series(
  type: Metric["type"],
  name: string,
  help: string,
  samples: (measured: Measured) => Sample[],
): Metric {
  return { name, help, type, samples };
}

function ofMembers(
  name: string,
  help: string,
  read: (member: { readonly isUp: boolean; readonly players: number }) => number,
): Metric {
  return series("gauge", `player2mqtt_fleet_${name}`, help, ({ bridge }) =>
    Array.from(bridge.ownership.fleet?.members ?? [], ([member, state]) => ({
      labels: { member },
      value: read(state),
    })),
  );
}

function gauge(name: string, help: string, read: (measured: Measured) => number | undefined): Metric {
  return series("gauge", name, help, (measured) => {
    const value = read(measured);
    return value === undefined ? [] : [{ labels: {}, value }];
  });
}

function counter(name: string, help: string, read: (measured: Measured) => number): Metric {
  return { ...gauge(name, help, read), type: "counter" };
}

function ofPlayer(
  type: "gauge" | "counter",
  name: string,
  help: string,
  read: (player: MeasuredPlayer, now: number) => number | undefined,
): Metric {
  return series(type, `player2mqtt_player_${name}`, `${help} Of one player.`, ({ bridge, clock }) =>
    bridge.sessions.slice(0, maxPlayerSeries).flatMap((player) => {
      const value = read(player, clock.now());
      return value === undefined ? [] : [{ labels: { player: player.id }, value }];
    }),
  );
}
