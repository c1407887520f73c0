import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SeenRequest } from "../../simulator/traffic.ts";
import { programOfTests } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { isNatsMissing, type Nats, startNats } from "../support/start-nats.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { claimsOf as claimsIn, leaseMs, ProcessFleet, type RunningMember } from "./process-fleet.ts";

/** Whose turn it was, one after another: a process has one connection to a player at a time. */
function turnsTaken(requests: readonly SeenRequest[]): readonly (number | undefined)[] {
  const turns = requests.map(({ connection }) => connection);
  return turns.filter((connection, index) => connection !== turns[index - 1]);
}

/** A process whose date is wrong by a day. */
const dayOff = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given) { super(...(given.length === 0 ? [Date.now()] : given)); }
      static now() { return Right.now() + 86_400_000; }
    };`)}`,
};

describe.skipIf(isMosquittoMissing || isNatsMissing)("a fleet of processes", { timeout: 200_000 }, () => {
  const program = programOfTests();
  let broker: Mosquitto;
  let store: Nats;
  let fleet: ProcessFleet;
  let witness: TestClient;

  beforeEach(async () => {
    broker = await startMosquitto();
    store = await startNats();
    fleet = await ProcessFleet.create({ program, brokerUrl: broker.url, storeUrl: store.url, size: 9 });
    witness = await TestClient.connect(broker.url, ["#"]);
    await fleet.writeFile();
  });
  afterEach(async () => {
    await witness[Symbol.asyncDispose]();
    await fleet[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });

  const claimsOf = (member: string): string[] => claimsIn(witness, member);

  /** Each player is claimed by its member alone, announced as its own, and its topics say what the player would. */
  async function everythingIsTrue(members: readonly string[], patienceMs = 40_000): Promise<void> {
    await eventually(() => {
      const topics = witness.state;
      for (const member of members) {
        expect([member, topics.get(`player2mqtt/bridge-${member}/state`)]).toEqual([member, "online"]);
        expect([member, claimsOf(member)]).toEqual([member, fleet.shareOf(member, members)]);
        for (const id of fleet.shareOf(member, members)) {
          expect(topics.get(fleet.discoveryTopic(id))).toContain(`"player2mqtt/bridge-${member}/state"`);
        }
      }
      for (const id of fleet.ids) {
        expect([id, topics.get(`player2mqtt/${id}/availability`)]).toEqual([id, "online"]);
        expect([id, topics.get(`player2mqtt/${id}/audio/output`)]).toEqual([id, fleet.truthOf(id)]);
      }
    }, patienceMs);
  }

  /** Never two requests at once, and nobody asks any more once another one has begun. */
  function nobodyHadTwo(): void {
    for (const [id, { traffic }] of fleet.players) {
      const turns = turnsTaken(fleet.requestsOf(id));
      expect([id, traffic.maxConcurrent, turns]).toEqual([id, 1, [...new Set(turns)]]);
    }
  }

  const ready = (member: RunningMember): Promise<void> =>
    eventually(async () => expect(await member.readiness()).toMatchObject({ status: 200, reasons: [] }));

  const command = (id: string, transaction: string): Promise<void> =>
    witness.publish(`player2mqtt/${id}/audio/output/set`, JSON.stringify({ tag: "HDMI2", transaction }));

  /** The only outcome of a command. */
  const outcomeOf = (id: string, transaction: string, what: RegExp): Promise<void> =>
    eventually(() => {
      const results = witness
        .on(`player2mqtt/${id}/result`)
        .filter((text) => text.includes(`"${transaction}"`));
      expect(results).toEqual([expect.stringMatching(what)]);
    });

  /** When a player was asked first after a moment. */
  async function askedAfter(ids: readonly string[], since: number): Promise<number> {
    return eventually(() => {
      const first = ids.map((id) => fleet.requestsOf(id).find(({ atMs }) => atMs > since)?.atMs);
      expect(first).not.toContain(undefined);
      return Math.max(...first.map(Number));
    }, 30_000);
  }

  it("takes in a newcomer with a wrong clock and lets one go: every player has one member, and the others lose no poll", async () => {
    const first = [await fleet.start("a"), await fleet.start("b")];
    await everythingIsTrue(["a", "b"]);
    const arriving = fleet.shareOf("c", ["a", "b", "c"]);
    const stayingHere = fleet.ids.filter((id) => !arriving.includes(id));
    const turnsAlone = stayingHere.map((id) => turnsTaken(fleet.requestsOf(id)).length);
    const newcomer = await fleet.start("c", undefined, dayOff);
    await everythingIsTrue(["a", "b", "c"]);
    fleet.turnEveryKnob();
    await everythingIsTrue(["a", "b", "c"]);
    nobodyHadTwo();
    expect(stayingHere.map((id) => turnsTaken(fleet.requestsOf(id)).length)).toEqual(turnsAlone);
    for (const member of [...first, newcomer]) await ready(member);

    const moving = fleet.shareOf("b", ["a", "b", "c"]);
    const staying = fleet.ids.filter((id) => !moving.includes(id));
    const turnsBefore = staying.map((id) => turnsTaken(fleet.requestsOf(id)).length);
    const leftAt = Date.now();
    first[1]?.kill("SIGTERM");
    expect(await first[1]?.ended).toMatchObject({ code: 0 });
    await everythingIsTrue(["a", "c"]);
    nobodyHadTwo();
    expect(staying.map((id) => turnsTaken(fleet.requestsOf(id)).length)).toEqual(turnsBefore);
    expect((await askedAfter(moving, leftAt + 1000)) - leftAt).toBeLessThan(4000);
    expect(claimsOf("b")).toEqual([]);
    expect(witness.state.get("player2mqtt/bridge-b/state")).toBe("offline");
  });

  it("hands a sleep timer over with its player, and corrects what others write there", async () => {
    const first = await fleet.start("a");
    const second = await fleet.start("b");
    await everythingIsTrue(["a", "b"]);
    const [moving = ""] = fleet.shareOf("b", ["a", "b"]);
    const topic = (leaf: string): string => `player2mqtt/${moving}/${leaf}`;
    const says = (leaf: string, text: unknown): Promise<void> =>
      eventually(() => expect([leaf, witness.state.get(topic(leaf))]).toEqual([leaf, text]));
    await witness.publish(topic("sleep/set"), "45");
    await says("sleep", "45");
    const note = await eventually(() => {
      const text = witness.state.get(topic("note")) ?? "";
      expect(text).toContain("endsAt");
      return text;
    });
    second.kill("SIGTERM");
    await everythingIsTrue(["a"]);
    expect(witness.state.get(topic("note"))).toBe(note);
    await witness.publish(topic("availability"), "forged", { retain: true });
    await eventually(() => expect(witness.state.get(topic("availability"))).toBe("forged"));
    await everythingIsTrue(["a"]);
    await witness.publish(topic("sleep/set"), '{"value": 0, "transaction": "end"}');
    await eventually(() =>
      expect(witness.on(topic("result")).filter((text) => text.includes('"end"'))).toEqual([
        expect.stringContaining('"applied"'),
      ]),
    );
    await says("sleep", undefined);
    await says("note", undefined);
    await ready(first);
  });

  it("replaces one that died after its lease, and answers for what it left behind", async () => {
    const survivors = [await fleet.start("a"), await fleet.start("c")];
    const victim = await fleet.start("b");
    await everythingIsTrue(["a", "b", "c"]);
    const orphans = fleet.shareOf("b", ["a", "b", "c"]);
    const others = fleet.ids.filter((id) => !orphans.includes(id));
    const turnsBefore = others.map((id) => turnsTaken(fleet.requestsOf(id)).length);
    const [orphan = ""] = orphans;
    const killedAt = Date.now();
    victim.kill("SIGKILL");
    await command(orphan, "orphan");
    // Nobody takes them before the lease has passed, whose last refresh is a third of it old at most.
    await delay(Math.max(0, killedAt + (2 / 3) * leaseMs - 500 - Date.now()));
    expect(orphans.flatMap((id) => fleet.requestsOf(id).filter(({ atMs }) => atMs > killedAt + 100))).toEqual(
      [],
    );
    // With a lease of 10 s it is 15 s.
    expect((await askedAfter(orphans, killedAt + 100)) - killedAt).toBeLessThan(1.5 * leaseMs);
    await outcomeOf(orphan, "orphan", /"outcome":"failed".*unknown whether applied/);
    await everythingIsTrue(["a", "c"]);
    nobodyHadTwo();
    expect(others.map((id) => turnsTaken(fleet.requestsOf(id)).length)).toEqual(turnsBefore);
    for (const member of survivors) await ready(member);
    await command(orphan, "taken");
    await outcomeOf(orphan, "taken", /"outcome":"(applied|unchanged)"/);
    const back = await fleet.start("b");
    await everythingIsTrue(["a", "b", "c"]);
    await ready(back);
    nobodyHadTwo();
  });

  it("sends and says nothing from one that was frozen before its lease is confirmed", async () => {
    await fleet.startNamed("a");
    const frozen = await fleet.startNamed("b");
    await everythingIsTrue(["a", "b"]);
    const [id = ""] = fleet.shareOf("b", ["a", "b"]);
    await command(id, "before");
    const frozenAt = Date.now();
    frozen.kill("SIGSTOP");
    await command(id, "frozen");
    const asking = (): readonly (string | undefined)[] =>
      fleet.requestsOf(id).flatMap(({ atMs, psk }) => (atMs > frozenAt + 200 ? [psk] : []));
    await eventually(() => expect(asking()).toContain("a"), 30_000);
    expect(asking()).not.toContain("b");
    await outcomeOf(id, "before", /"outcome"/);
    await outcomeOf(id, "frozen", /unknown whether applied/);
    frozen.kill("SIGCONT");
    await everythingIsTrue(["a", "b"]);
    nobodyHadTwo();
    const turns = (): readonly (string | undefined)[] =>
      asking().filter((name, index, all) => name !== all[index - 1]);
    await eventually(() => expect(turns()).toEqual(["a", "b"]), 30_000);
    for (const transaction of ["before", "frozen"]) await outcomeOf(id, transaction, /"outcome"/);
  });

  it("stops where the store is gone, says so, and goes on with the same players once it is back", async () => {
    const members = [await fleet.startNamed("a"), await fleet.startNamed("b")];
    await everythingIsTrue(["a", "b"]);
    await store.kill();
    for (const member of members)
      await eventually(async () =>
        expect(await member.readiness()).toMatchObject({
          status: 503,
          reasons: [expect.stringMatching(/store/)],
        }),
      );
    const stoppedAt = Date.now();
    await delay(2000);
    for (const id of fleet.ids) expect(fleet.requestsOf(id).at(-1)?.atMs).toBeLessThan(stoppedAt + 200);
    await store.start();
    await everythingIsTrue(["a", "b"]);
    for (const member of members) await ready(member);
    for (const id of fleet.ids)
      expect(new Set(fleet.requestsOf(id).map(({ psk }) => psk))).toEqual(
        new Set([fleet.holderOf(id, ["a", "b"])]),
      );
  });

  it("has one that is cut off, and goes on publishing, stop before another takes its players", async () => {
    await using way = await startTcpProxy(broker.port);
    await fleet.startNamed("a");
    await fleet.startNamed("b", { MQTT_URL: `mqtt://127.0.0.1:${way.port}` });
    await everythingIsTrue(["a", "b"]);
    const share = fleet.shareOf("b", ["a", "b"]);
    const cutAt = Date.now();
    way.freeze();
    const asking = (id: string): (string | undefined)[] =>
      fleet.requestsOf(id).flatMap(({ atMs, psk }) => (atMs > cutAt ? [psk] : []));
    await eventually(async () => {
      // It has something to say several times within its keep-alive.
      fleet.turnEveryKnob();
      await delay(500);
      for (const id of share) expect(asking(id).at(-1)).toBe("a");
    }, 40_000);
    await delay(2000);
    for (const id of share) {
      const turns = asking(id).filter((name, index, all) => name !== all[index - 1]);
      expect([id, turns]).toEqual([id, ["b", "a"]]);
    }
  });

  it("shares what two different lists have in common, polls the rest, and says so", async () => {
    const [only = "", ...shared] = fleet.ids;
    await fleet.writeFile(shared, "shorter.json");
    // Nothing is given to a member with another list: whoever is there first may have all that both know.
    const shorter = await fleet.start("b", program, { CONFIG_FILE: "shorter.json" });
    await ready(shorter);
    const whole = await fleet.start("a");
    await shorter.until("stdout", /"members":\["bridge-a"\].*another list of players/);
    await whole.until("stdout", /"members":\["bridge-b"\].*another list of players/);
    await eventually(() => {
      const claimed = [...claimsOf("a"), ...claimsOf("b")].toSorted();
      expect(claimed).toEqual(fleet.ids);
      expect(claimsOf("a")).toContain(only);
      expect(claimsOf("b").length).toBeGreaterThan(0);
      for (const id of fleet.ids)
        expect([id, witness.state.get(`player2mqtt/${id}/availability`)]).toEqual([id, "online"]);
    }, 30_000);
    await eventually(async () =>
      expect(await whole.readiness()).toEqual({
        status: 200,
        reasons: [],
        notes: ["bridge-b has another list of players than this member"],
      }),
    );
    nobodyHadTwo();
  });

  it("polls every player all the time while one member after another is replaced once /readyz says so", async () => {
    const members = new Map<string, RunningMember>();
    const names = ["a", "b", "c"];
    for (const name of names) members.set(name, await fleet.start(name));
    await everythingIsTrue(names);
    const since = Date.now();
    for (const [name, member] of members) {
      member.kill("SIGTERM");
      expect(await member.ended).toMatchObject({ code: 0 });
      await ready(await fleet.start(name));
    }
    const until = Date.now();
    await everythingIsTrue(names);
    nobodyHadTwo();
    const gaps = fleet.ids.map((id) => {
      const polls = fleet
        .requestsOf(id)
        .flatMap(({ atMs }) => (atMs >= since && atMs <= until ? [atMs] : []));
      const times = [since, ...polls, until];
      return Math.max(...times.map((at, index) => at - (times[index - 1] ?? at)));
    });
    console.info(`replaced in ${until - since} ms; not polled for at most: ${gaps.join(", ")} ms`);
    // Each is polled every second, and one of three members leaves a player at most twice.
    expect(Math.max(...gaps)).toBeLessThan(4000);
  });
});
