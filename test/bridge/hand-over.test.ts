import { expect, it } from "vitest";
import type { ScriptedPlayer } from "../support/bridge/scripted-player.ts";
import { BridgeBench, mqtt } from "../support/bridge/bridge-bench.ts";
import { incoming } from "../support/bridge/incoming.ts";

/** A bridge that has read its player; `bridge-a` comes before a member `b` for it. */
async function settled(member = "") {
  const bench = new BridgeBench({ den: {} }, member);
  const { bridge, broker, clock } = bench;
  const echo = (leaf: string): void => {
    const topic = `base/bridge-${member}/${leaf}`;
    bridge.received(incoming(topic, broker.retained.get(topic) ?? ""));
  };
  bridge.connected(mqtt);
  await clock.advance(1000);
  bridge.accepted(`base/bridge-${member}/state`);
  echo("state");
  echo("info");
  await clock.advance(2000);
  echo("info");
  await clock.advance(2000);
  const den = bench.players["den"] as ScriptedPlayer;
  den.requests.length = 0;
  return { bench, den };
}

/** Has the player take a selection of TV that it does not show at once. */
async function selectTv(bench: BridgeBench, den: ScriptedPlayer): Promise<void> {
  den.follow((what) => (what.startsWith("select") ? den.listing() : den.plainly(what)));
  bench.bridge.received(incoming("base/den/audio/input/set", "TV"));
  await bench.clock.advance(0);
  den.chosen.input = "TV";
}

function hearOf(bench: BridgeBench, other: string, info: object): void {
  bench.bridge.received(incoming(`base/${other}/state`, "online", { retain: true }));
  bench.bridge.received(incoming(`base/${other}/info`, JSON.stringify(info), { retain: true }));
}

it("a bridge reads back what its player has taken before it stands by, and sends nothing more", async () => {
  const { bench, den } = await settled();
  await using _ = bench;
  await selectTv(bench, den);
  bench.bridge.received(incoming("base/den/audio/input/set", "BT"));
  hearOf(bench, "bridge", { mqtt: { clientId: "other" }, term: 9, players: [{ id: "den" }] });
  expect(bench.bridge.standsByFor).toBe("other");
  await bench.clock.advance(10_000);
  expect(den.requests).toEqual(["select input TV", "read audio"]);
  expect(bench.broker.results).toMatchObject([
    { request: "TV", outcome: "applied" },
    { request: "BT", outcome: "failed", reason: "another bridge of this name took over first" },
  ]);
});

it("a member reads back what a player has taken before it gives it to another member", async () => {
  const { bench, den } = await settled("b");
  await using _ = bench;
  await selectTv(bench, den);
  hearOf(bench, "bridge-a", { mqtt: { clientId: "a" }, sequence: 1, players: [], fleet: { wants: ["den"] } });
  await bench.clock.advance(10_000);
  expect(den.requests).toEqual(["select input TV", "read audio"]);
  expect(bench.broker.results).toMatchObject([{ request: "TV", outcome: "applied" }]);
  expect(JSON.parse(bench.broker.retained.get("base/bridge-b/info") ?? "")).toMatchObject({ players: [] });
});

it("a member asks nothing more of a player that another member has, too", async () => {
  const { bench, den } = await settled("b");
  await using _ = bench;
  hearOf(bench, "bridge-a", { mqtt: { clientId: "a" }, sequence: 1, players: [{ id: "den" }] });
  await bench.clock.advance(900);
  await selectTv(bench, den);
  await bench.clock.advance(10_000);
  expect(den.requests).toEqual(["select input TV"]);
  expect(bench.broker.results).toMatchObject([
    {
      outcome: "failed",
      reason: "sent, but not confirmed before the player moved to another bridge of the fleet",
    },
  ]);
});
