import { expect, it } from "vitest";
import type { ScriptedPlayer } from "../../support/bridge/scripted-player.ts";
import { BridgeBench, mqtt } from "../../support/bridge/bridge-bench.ts";
import { incoming } from "../../support/bridge/incoming.ts";

/** A bridge that has read its player; with a name, it is that member of a fleet. */
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
  den.follow((what) => (what.startsWith("select") ? den.listing() : den.plainly(what)));
  /** Has the player take a selection of TV that it does not show at once. */
  const selectTv = async (): Promise<void> => {
    bridge.received(incoming("base/den/audio/input/set", "TV"));
    await clock.advance(0);
    den.chosen.input = "TV";
  };
  return Object.assign(bench, { den, selectTv });
}

function hearOf(bench: BridgeBench, other: string, info: object): void {
  bench.bridge.received(incoming(`base/${other}/state`, "online", { retain: true }));
  bench.bridge.received(incoming(`base/${other}/info`, JSON.stringify(info), { retain: true }));
}

it("a bridge reads back what its player has taken before it stands by, and sends nothing more", async () => {
  await using bench = await settled();
  await bench.selectTv();
  bench.bridge.received(incoming("base/den/audio/input/set", "BT"));
  hearOf(bench, "bridge", { mqtt: { clientId: "other" }, term: 9, players: [{ id: "den" }] });
  expect(bench.bridge.ownership.standsByFor).toBe("other");
  await bench.clock.advance(10_000);
  expect(bench.den.requests).toEqual(["select input TV", "read audio"]);
  expect(bench.broker.results).toMatchObject([
    { request: "TV", outcome: "applied" },
    { request: "BT", outcome: "failed", reason: "another bridge of this name took over first" },
  ]);
});

const reason = "sent, but not confirmed before the player moved to another bridge of the fleet";

// `bridge-a` comes before a member `b` for this player.
it.each([
  ["reads back what a player has taken before it gives it to", { fleet: { wants: ["den"] } }],
  ["asks nothing more of a player that is also one of", { players: [{ id: "den" }] }],
])("a member %s another member", async (what, info) => {
  await using bench = await settled("b");
  const gives = what.startsWith("reads");
  if (gives) await bench.selectTv();
  hearOf(bench, "bridge-a", { mqtt: { clientId: "a" }, sequence: 1, players: [], ...info });
  await bench.clock.advance(900);
  if (!gives) await bench.selectTv();
  await bench.clock.advance(9000);
  expect(bench.den.requests).toEqual(["select input TV", ...(gives ? ["read audio"] : [])]);
  expect(bench.broker.results).toMatchObject([
    gives ? { outcome: "applied" } : { outcome: "failed", reason },
  ]);
  expect(JSON.parse(bench.broker.retained.get("base/bridge-b/info") ?? "")).toMatchObject({ players: [] });
});
