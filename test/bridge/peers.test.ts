import { describe, expect, it } from "vitest";
import { Peers } from "../../src/bridge/fleet/peers.ts";
import { FakeClock } from "../support/fake-clock.ts";

/** The first of a fleet, and what is said by the second. */
function watch() {
  const clock = new FakeClock();
  const released: string[] = [];
  const peers = new Peers({
    base: "base",
    bridge: "bridge-0",
    clock,
    onChanged: () => {},
    onReleased: (id) => released.push(id),
  });
  const hear = (leaf: string, text: string): void =>
    peers.received({
      topic: `base/bridge-1/${leaf}`,
      payload: Buffer.from(text),
      retain: true,
      replyTo: undefined,
      expirySeconds: undefined,
    });
  const info = (players: readonly string[], leaving: readonly string[] = []): void =>
    hear("info", JSON.stringify({ players: players.map((id) => ({ id })), leaving }));
  return { clock, peers, released, hear, info };
}

describe("the other bridges", () => {
  it("are known when nothing more was heard for two seconds", async () => {
    const { clock, peers, hear, info } = watch();
    peers.connected();
    await clock.advance(1500);
    hear("state", "online");
    info(["den"]);
    await clock.advance(1500);
    expect(peers.isRead).toBe(false);
    await clock.advance(500);
    expect(peers.isRead).toBe(true);
    peers.disconnected();
    expect([peers.isRead, clock.pending]).toEqual([false, 0]);
  });

  it("are not known while one that is there did not say what it has", async () => {
    const { clock, peers, hear, info } = watch();
    peers.connected();
    hear("state", "online");
    await clock.advance(5000);
    expect(peers.isRead).toBe(false);
    info(["den"]);
    expect(peers.isRead).toBe(true);
  });

  it("are not taken for gone after a long disconnect of our own", async () => {
    const { clock, peers, hear, info } = watch();
    hear("state", "online");
    info(["den"]);
    peers.disconnected();
    await clock.advance(600_000);
    expect(peers.isOnline("bridge-1")).toBe(false);
    peers.connected();
    expect([peers.isOnline("bridge-1"), peers.holderOf("den")]).toEqual([true, "bridge-1"]);
    peers.disconnected();
  });

  it("keep the players whose topics they are still clearing", () => {
    const { peers, released, hear, info } = watch();
    hear("state", "online");
    info(["den", "attic"]);
    info(["attic"], ["den"]);
    expect([peers.holderOf("den"), released]).toEqual(["bridge-1", []]);
    info(["attic"]);
    expect([peers.holderOf("den"), released]).toEqual([undefined, ["den"]]);
    expect(peers.holderOf("attic")).toBe("bridge-1");
  });

  it("keep their players while pages of another list arrive", () => {
    const { peers, released, hear } = watch();
    const page = (revision: string, ...ids: string[]): string =>
      JSON.stringify({ revision, players: ids.map((id) => ({ id })) });
    const first = (revision: string, pages: number, ...ids: string[]): string =>
      JSON.stringify({ ...(JSON.parse(page(revision, ...ids)) as object), pages });
    hear("state", "online");
    hear("info", first("a", 1, "den"));
    expect(peers.holderOf("den")).toBeUndefined();
    hear("info/1", page("a", "attic"));
    expect([peers.holderOf("den"), peers.holderOf("attic")]).toEqual(["bridge-1", "bridge-1"]);
    expect(peers.subscriptions.map(({ filter }) => filter)).toContain("base/bridge-1/info/1");
    hear("info/1", page("b", "den"));
    expect([peers.holderOf("den"), peers.holderOf("attic"), released]).toEqual(["bridge-1", "bridge-1", []]);
    hear("info", first("b", 1, "hall"));
    expect([peers.holderOf("attic"), peers.holderOf("hall"), released]).toEqual([
      undefined,
      "bridge-1",
      ["attic"],
    ]);
  });

  it("that said nothing for two and a half minutes are gone, whatever their state says", async () => {
    const { clock, peers, hear, info } = watch();
    hear("state", "online");
    info(["den"]);
    await clock.advance(149_000);
    hear("health", "{}");
    await clock.advance(149_000);
    expect(peers.isOnline("bridge-1")).toBe(true);
    await clock.advance(1000);
    expect(peers.isOnline("bridge-1")).toBe(false);
    expect([...peers.absent]).toEqual([["bridge-1", { players: new Set(["den"]), pages: 0 }]]);
  });
});
