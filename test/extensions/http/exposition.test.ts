import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PlayerStats } from "../../../src/core/session/counters.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import { expose } from "../../../src/extensions/http/exposition.ts";
import {
  maxPlayerSeries,
  type Measured,
  type MeasuredPlayer,
  metrics,
} from "../../../src/extensions/http/metrics.ts";
import { having, settled } from "../../core/samples.ts";
import { sessionWith } from "../../core/session-with.ts";
import { startMs } from "../../support/fake-clock.ts";
import { measured } from "./measured.ts";
import { parseExposition } from "./parse-exposition.ts";

function player(id: string, change: Partial<MeasuredPlayer> = {}): MeasuredPlayer {
  const stats = Object.assign(new PlayerStats(), { polls: 7, unchanged: 3, failures: 4, malformed: 1 });
  return { id, state: newSession(0), waiting: 2, stats, ...change };
}

/** What a metric of ours says, and everything that is not 0. */
async function tell(bridge: Measured) {
  const metrics = [...parseExposition(await expose(bridge))].filter(([name]) =>
    name.startsWith("player2mqtt_"),
  );
  const samples = metrics.flatMap(([, one]) => one.samples).filter(({ value }) => value !== 0);
  return {
    names: metrics.map(([name]) => name),
    all: samples.map(({ name, labels, value }) =>
      [name.replace("player2mqtt_", ""), ...Object.values(labels), value].join(" "),
    ),
    of: (name: string) =>
      samples.filter((one) => one.name === `player2mqtt_${name}`).map(({ value }) => value),
  };
}

it("every metric tells what its name says, in its unit, whatever is in a label", async () => {
  const attic = having(settled(), { audio: { unanswered: { since: 0, failures: 9, isLost: false } } });
  const stats = Object.assign(new PlayerStats(), { polls: 8, lastAnswerAt: startMs - 4000 });
  const base = measured([
    player("den"),
    player("attic", { state: attic, stats, waiting: 6 }),
    player("loft", {
      state: sessionWith(newSession(0), { availability: "offline" }),
      stats: new PlayerStats(),
      waiting: 0,
    }),
  ]);
  const counts = {
    connections: 11,
    failedConnections: 12,
    refusedReloads: 13,
    readBytes: 14,
    brokenRequests: 15,
  };
  Object.assign(base.counters, counts);
  base.counters.commandEnded("mute", "applied", 7000);
  const { outcomes, latencyMs } = base.counters.polls.audio;
  outcomes.changed = 16;
  latencyMs.observe(5000);
  const single = await tell(base);
  expect(single.names).toEqual(metrics.map(({ name }) => name));
  const misnamed = metrics.filter(({ name, type }) => name.endsWith("_total") !== (type === "counter"));
  expect(misnamed).toEqual([]);
  const members = new Map([
    ["bridge-a", { isUp: true, players: 3 }],
    ["bridge-b", { isUp: false, players: 2 }],
  ]);
  const fleet = { problem: undefined, awaited: 0, members, orphans: 5, otherLists: [] };
  const { all } = await tell({ ...base, bridge: { ...base.bridge, ownership: { fleet } } });
  expect(all.join(", ")).toBe(
    [
      `build_info 1.0"\\\n ${process.version} 1`,
      "healthy 1, event_loop_lag_seconds 1.5, broker_connections_total 11",
      "broker_failed_connections_total 12, published_messages_total 1, published_bytes_total 2",
      "outbox_messages 3, outbox_oldest_seconds 2.5, outcomes_dropped_total 4, refused_reloads_total 13",
      "fleet_member_up bridge-a 1, fleet_member_players bridge-a 3, fleet_member_players bridge-b 2",
      "fleet_lease 1, fleet_orphans 5, polls_total audio changed 16",
      "poll_latency_seconds_bucket audio 5 1, poll_latency_seconds_bucket audio +Inf 1",
      "poll_latency_seconds_sum audio 5, poll_latency_seconds_count audio 1, read_bytes_total 14",
      "commands_total mute applied 1, command_duration_seconds_bucket mute 10 1",
      "command_duration_seconds_bucket mute +Inf 1, command_duration_seconds_sum mute 7",
      "command_duration_seconds_count mute 1, inbox_commands 8, http_broken_requests_total 15",
      "players online 1, players offline 1, players unknown 1, player_online attic 1, player_unanswered_resources attic 1",
      "player_silent_seconds attic 4, player_inbox_commands den 2, player_inbox_commands attic 6",
      "player_polls_total den 7, player_polls_total attic 8, player_unchanged_polls_total den 3",
      "player_failed_polls_total den 5",
    ].join(", "),
  );
  expect(all.filter((line) => !single.all.includes(line)).every((line) => line.startsWith("fleet_"))).toBe(
    true,
  );
});

it("at most a thousand players have separate series, and the rest are counted", async () => {
  const { of } = await tell(measured(Array.from({ length: 1234 }, (_, place) => player(`p${place}`))));
  expect(of("player_polls_total")).toHaveLength(1000);
  expect([of("players_without_series"), of("players"), of("inbox_commands")]).toEqual([
    [234],
    [1234],
    [2468],
  ]);
});

it("the documentation names every metric, and no other", () => {
  const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("\n## Metrics\n");
  const named = [...(section.split("\n## ")[0] ?? "").matchAll(/`(player2mqtt_\w+)`/g)].map(
    ([, name]) => name,
  );
  expect(named).toHaveLength(metrics.length);
  expect(new Set(named)).toEqual(new Set(metrics.map(({ name }) => name)));
  expect(section).toContain(maxPlayerSeries.toLocaleString("en"));
});
