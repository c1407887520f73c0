import { expect, it } from "vitest";
import type { Observation, PlayerObservation } from "../../src/extensions/http/observation.ts";
import { Counters } from "../../src/core/session/counters.ts";
import { expose } from "../../src/extensions/http/exposition.ts";
import { parseExposition } from "./parse-exposition.ts";

const yes = { isOk: true, reasons: [] };

function observation(players: readonly PlayerObservation[]): Observation {
  return {
    version: '1.0"\\\n',
    health: yes,
    readiness: { isOk: false, reasons: ["because"] },
    lagMs: 1500,
    broker: { isConnected: false, published: 1, publishedBytes: 2, waiting: 3, waitingMs: 2500, dropped: 4 },
    counters: new Counters(),
    fleet: undefined,
    players,
  };
}

function player(id: string): PlayerObservation {
  return {
    id,
    availability: "unknown",
    waiting: 2,
    polls: 7,
    unchanged: 3,
    failures: 1,
    malformed: 1,
    silentSeconds: undefined,
  };
}

async function tell(observed: Observation) {
  const metrics = parseExposition(await expose(observed));
  return (name: string) => metrics.get(`player2mqtt_${name}`)?.samples ?? [];
}

it("what is measured survives the way through the text, whatever is in a label", async () => {
  const told = await tell(observation([player("den")]));
  expect(told("build_info")[0]?.labels["version"]).toBe('1.0"\\\n');
  expect([told("healthy")[0]?.value, told("ready")[0]?.value]).toEqual([1, 0]);
  expect(told("event_loop_lag_seconds")[0]?.value).toBe(1.5);
  expect(told("outbox_oldest_seconds")[0]?.value).toBe(2.5);
  expect(told("player_failed_polls_total")).toEqual([
    { name: "player2mqtt_player_failed_polls_total", labels: { player: "den" }, value: 2 },
  ]);
  expect(told("player_silent_seconds")).toEqual([]);
});

it("a member of a fleet counts the others, their players and orphans, and any bridge its refused reloads", async () => {
  const members = new Map([
    ["bridge-a", { isUp: true, players: 3 }],
    ["bridge-b", { isUp: false, players: 2 }],
  ]);
  const fleet = {
    isRead: true,
    isOnHold: false,
    isSettled: true,
    awaited: new Map(),
    members,
    orphans: 2,
    otherLists: [],
  };
  const base = observation([]);
  base.counters.refusedReloads = 4;
  const told = await tell({ ...base, fleet });
  const byMember = (name: string) => told(name).map(({ labels, value }) => [labels["member"], value]);
  expect(byMember("fleet_member_up")).toEqual([
    ["bridge-a", 1],
    ["bridge-b", 0],
  ]);
  expect(byMember("fleet_member_players")).toEqual([
    ["bridge-a", 3],
    ["bridge-b", 2],
  ]);
  expect(told("fleet_orphans")[0]?.value).toBe(2);
  expect(told("refused_reloads_total")[0]?.value).toBe(4);
  const single = await tell(base);
  expect([single("fleet_member_up"), single("fleet_orphans")]).toEqual([[], []]);
});

it("at most a thousand players have separate series, and the rest are counted", async () => {
  const told = await tell(observation(Array.from({ length: 1234 }, (_, place) => player(`p${place}`))));
  expect(told("player_online")).toHaveLength(1000);
  expect(told("players_without_series")[0]?.value).toBe(234);
  expect(told("players").map(({ value }) => value)).toEqual([0, 0, 1234]);
  expect(told("inbox_commands")[0]?.value).toBe(2468);
});
