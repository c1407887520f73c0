import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import type { LeaseStore, LeaseStoreEvents } from "../../src/core/lease-store.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { NatsLeaseStore } from "../../src/nats/nats-lease-store.ts";
import { eventually } from "../support/eventually.ts";
import { isNatsMissing, type Nats, startNats, startNatsCluster } from "../support/start-nats.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

const leaseMs = 2000;
const options = {
  username: "",
  password: "",
  tls: { ca: undefined, cert: undefined, key: undefined },
  bucket: "house",
  leaseMs,
};
const kept: AsyncDisposable[] = [];
const keep = <One extends AsyncDisposable>(one: One): One => {
  kept.unshift(one);
  return one;
};
afterEach(async () => {
  for (const one of kept.splice(0)) await one[Symbol.asyncDispose]();
});

/** A store, and all that it reported. */
function open(nodes: readonly { readonly url: string }[]) {
  const values = new Map<string, string>();
  const revisions = new Map<string, number>();
  const reasons: string[] = [];
  const connects: boolean[] = [];
  const events: LeaseStoreEvents = {
    connected: (isNew) => void connects.push(isNew),
    changed: (bucket, key, { revision, value }) => {
      values.set(`${bucket} ${key}`, value);
      revisions.set(`${bucket} ${key}`, revision);
    },
    heard: (text) => values.set("heard", text),
    failed: (reason) => reasons.push(reason),
  };
  const urls = nodes.map(({ url }) => url);
  const store = keep(new NatsLeaseStore({ ...options, urls }, events, systemClock));
  return { store, values, revisions, reasons, connects };
}

/** Writes once the store is connected. */
const write = (store: LeaseStore, key: string, value: string, revision: number, patienceMs = 15_000) =>
  eventually(() => store.write("players", key, value, revision), patienceMs, 50);

describe.skipIf(isNatsMissing)("leases in NATS", { timeout: 120_000 }, () => {
  it("have one winner, whoever writes at the same revision, and everybody hears of it", async () => {
    const nats = keep(await startNats());
    const [one, other] = [open([nats]), open([nats])];
    await write(one.store, "den", "first", 0);
    const both = await Promise.all([
      write(one.store, "attic", "one", 0),
      write(other.store, "attic", "other", 0),
    ]);
    expect(both.filter((revision) => revision !== undefined)).toHaveLength(1);
    await eventually(() => expect(other.values.get("players den")).toBe("first"));
    const revision = other.revisions.get("players den") ?? 0;
    expect(await other.store.write("players", "den", "", revision)).toBeGreaterThan(revision);
    expect(await one.store.write("players", "den", "late", revision)).toBeUndefined();
    expect(await one.store.write("players", "cellar", "one", 7)).toBeUndefined();
    expect([one.values.get("players cellar"), one.revisions.get("players cellar")]).toEqual(["", 0]);
    await eventually(() =>
      expect([one, other].map(({ values }) => values.get("players den"))).toEqual(["", ""]),
    );
    one.store.say("all of it");
    await eventually(() => expect(other.values.get("heard")).toBe("all of it"));
    expect(one.values.has("heard")).toBe(false);
  });

  it("of members end by themselves, and those of players do not", async () => {
    const nats = keep(await startNats());
    const { store, revisions, values } = open([nats]);
    await write(store, "den", "held", 0);
    await store.write("members", "a", "there", 0);
    await eventually(
      async () => {
        // What is refused is read.
        await store.write("members", "a", "again", 99);
        expect(revisions.get("members a")).toBe(0);
      },
      20_000,
      100,
    );
    expect(await store.write("players", "den", "other", 0)).toBeUndefined();
    expect(values.get("players den")).toBe("held");
  });

  it("are there again after each restart, and each time it is told why they were missed", async () => {
    const nats = keep(await startNats());
    const { store, values, reasons, connects } = open([nats]);
    await write(store, "den", "held", 0);
    for (const known of [
      [true, false],
      [true, false, false],
    ]) {
      reasons.length = 0;
      await nats.kill();
      await expect(store.write("players", "den", "", 1)).rejects.toThrow(/closed|connect|timeout/i);
      await eventually(() => expect(reasons).not.toEqual([]));
      values.clear();
      await nats.start();
      await eventually(() => expect(connects).toEqual(known));
      await eventually(() => expect(values.get("players den")).toBe("held"));
    }
    const connection = await connect({ servers: nats.url });
    const { streams } = await jetstreamManager(connection);
    for (const bucket of ["members", "players"]) await streams.delete(`KV_house-${bucket}`);
    await connection.close();
    // A store that was made anew knows nothing of who has what.
    await eventually(() => expect(connects).toEqual([true, false, false, true]));
  });

  it("are not kept by one that may not hear the others, and each time it is told why", async () => {
    const config = [
      "jetstream { store_dir: {dir} }",
      'authorization { users: [{ user: house, password: right, permissions: { subscribe: ["_INBOX.>"] } }] }',
      "no_auth_user: house",
    ];
    const { reasons, connects } = open([keep(await startNats(config))]);
    const reason: unknown = expect.stringMatching(/denies a right: .*Subscription to "house"/);
    await eventually(() => expect(reasons.slice(0, 2)).toEqual([reason, reason]));
    expect(connects).toEqual([]);
  });

  it("stay at a node that fails to confirm a write now and then", async () => {
    const nats = keep(await startNats());
    const way = keep(await startTcpProxy(Number(new URL(nats.url).port)));
    const { store, connects } = open([{ url: `nats://127.0.0.1:${way.port}` }]);
    for (const name of ["den", "attic", "cellar"]) {
      await write(store, name, "held", 0);
      way.freeze();
      await expect(store.write("players", `${name}-2`, "held", 0)).rejects.toThrow(/timeout/i);
      way.thaw();
    }
    await write(store, "hall", "held", 0);
    expect(connects).toEqual([true]);
  });

  it("go on at the other nodes of a cluster where one is killed, and where one is parted", async () => {
    const ways: TcpProxy[] = [];
    const nodes: readonly Nats[] = await startNatsCluster(3, async (from, to, port) => {
      const way = keep(await startTcpProxy(port));
      if (from === 2 || to === 2) ways.push(way);
      return way.port;
    });
    for (const node of nodes) keep(node);
    const [first, parted] = [open(nodes), open(nodes.toReversed())];
    await write(first.store, "den", "one", 0, 60_000);
    const revision = await eventually(() => {
      expect(parted.values.get("players den")).toBe("one");
      return parted.revisions.get("players den") ?? 0;
    });
    // The third node, to which this store is connected, hears nothing of the others, and can confirm nothing.
    for (const way of ways) way.freeze();
    const written = await write(parted.store, "attic", "two", 0, 60_000);
    expect(written).toBeGreaterThan(0);
    expect(await write(first.store, "den", "three", revision, 60_000)).toBeGreaterThan(0);
    for (const way of ways) way.thaw();
    await nodes[0]?.kill();
    await write(first.store, "hall", "four", 0, 60_000);
    // The watch of this store may have been served by the node that was killed.
    await eventually(() => expect(parted.values.get("players hall")).toBe("four"), 60_000);
    await eventually(() => expect(first.values.get("players attic")).toBe("two"), 60_000);
  }, 300_000);
});
