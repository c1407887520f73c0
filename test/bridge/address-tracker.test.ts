import { expect, it } from "vitest";
import { model } from "../core/sample-player.ts";
import { BridgeBench } from "../support/bridge/bridge-bench.ts";

const macs = { den: "02:5e:11:00:00:0a", attic: "02:5e:11:00:00:0c" } as const;

it("asks a player who it is when another one finds it at its own address, and both exchange theirs", async () => {
  await using bench = new BridgeBench({});
  const ids = { [bench.player("den").address]: "den", [bench.player("attic").address]: "attic" } as const;
  const sessionOf = (id: string) => bench.bridge.sessions.find((session) => session.id === id);
  let isSwapped = false;
  for (const [id, device] of Object.entries(bench.players)) {
    device.follow((what) => {
      if (what !== "read model") return device.plainly(what);
      const isDen = (ids[sessionOf(id)?.address ?? ""] === "den") !== isSwapped;
      const value = { ...model, mac: isDen ? macs.den : macs.attic, wifiMac: undefined };
      return { kind: "reading", reading: { resource: "model", value } };
    });
  }
  await bench.bridge.arrange([bench.player("den", { audio: "every 7" }), bench.player("attic")]);
  await bench.clock.advance(60_000);
  isSwapped = true;
  const { attic } = bench.players;
  attic?.requests.splice(0);
  // Only the end of this connection is noticed, and only this player is polled.
  sessionOf("den")?.apply({ kind: "disconnected" });
  bench.schedule.fire("every 7");
  await bench.clock.advance(1000);
  expect(attic?.requests[0]).toBe("read model");
  for (const session of bench.bridge.sessions) {
    expect(session.state).toMatchObject({
      presence: { availability: "online" },
      player: { model: { mac: macs[session.id as "den"] } },
    });
    expect(ids[session.address]).not.toBe(session.id);
  }
});
