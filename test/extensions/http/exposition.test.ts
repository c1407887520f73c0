import { expect, it } from "vitest";
import { PlayerStats } from "../../../src/core/session/counters.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import { expose } from "../../../src/extensions/http/exposition.ts";
import type { Measured, MeasuredPlayer } from "../../../src/extensions/http/metrics.ts";
import { measured } from "./measured.ts";
import { parseExposition } from "./parse-exposition.ts";

function player(id: string): MeasuredPlayer {
  const stats = Object.assign(new PlayerStats(), { polls: 7, unchanged: 3, failures: 1, malformed: 1 });
  return { id, state: newSession(0), waiting: 2, stats };
}

async function tell(bridge: Measured) {
  const metrics = parseExposition(await expose(bridge));
  return (name: string) => metrics.get(`player2mqtt_${name}`)?.samples ?? [];
}

it("what is measured survives the way through the text, whatever is in a label", async () => {
  const told = await tell(measured([player("den")]));
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
  const fleet = { problem: undefined, awaited: 0, members, orphans: 2, otherLists: [] };
  const base = measured();
  base.counters.refusedReloads = 4;
  const told = await tell({ ...base, bridge: { ...base.bridge, ownership: { fleet } } });
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
  const told = await tell(measured(Array.from({ length: 1234 }, (_, place) => player(`p${place}`))));
  expect(told("player_online")).toHaveLength(1000);
  expect(told("players_without_series")[0]?.value).toBe(234);
  expect(told("players").map(({ value }) => value)).toEqual([0, 0, 1234]);
  expect(told("inbox_commands")[0]?.value).toBe(2468);
});
