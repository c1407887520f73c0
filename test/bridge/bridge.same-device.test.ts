import { expect, it } from "vitest";
import { model } from "../core/sample-player.ts";
import { BridgeBench } from "../support/bridge/bridge-bench.ts";

it("two players of one device are told of once, whichever way they write its MAC, and those with none or nobody's never", async () => {
  const nobodys = "02:00:00:00:00:00";
  const macs = {
    attic: "80:0a:80:5e:00:54",
    hall: "80:0a:80:5e:00:53",
    stairs: "80-0A-80-5E-00-53",
    den: undefined,
    study: undefined,
    loft: nobodys,
    cellar: nobodys,
  };
  await using bench = new BridgeBench({});
  const players = Object.entries(macs).map(([id, mac]) => {
    const player = bench.player(id);
    const device = bench.players[id];
    device?.follow((what) =>
      what === "read model"
        ? { kind: "reading", reading: { resource: "model", value: { ...model, mac } } }
        : device.plainly(what),
    );
    return player;
  });
  await bench.bridge.arrange(players);
  await bench.clock.advance(120_000);
  const line = "two players have the same MAC: is one device configured twice?";
  expect(bench.log.saying(line)).toEqual([
    { level: "warn", message: line, fields: { player: "stairs", other: "hall" } },
  ]);
});
