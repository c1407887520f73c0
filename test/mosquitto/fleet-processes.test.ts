import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import type { SeenRequest } from "../../simulator/traffic.ts";
import { programOfTests } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { opened } from "../support/opened.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { isNatsMissing, startNats } from "../support/start-nats.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { claimsOf as claimsIn, ProcessFleet, type RunningMember } from "./process-fleet.ts";

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
  let fleet: ProcessFleet;
  let witness: TestClient;

  beforeEach(async () => {
    broker = opened(await startMosquitto());
    const store = opened(await startNats());
    const options = { program, brokerUrl: broker.url, storeUrl: store.url, size: 9 };
    fleet = opened(await ProcessFleet.create(options));
    witness = opened(await TestClient.connect(broker.url, ["#"]));
    await fleet.writeFile();
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

  /** How long one of these players was without a poll, at most. */
  function longestGapMs(ids: readonly string[], since: number): number {
    const until = Date.now();
    const gaps = ids.flatMap((id) => {
      const polls = fleet
        .requestsOf(id)
        .flatMap(({ atMs }) => (atMs >= since && atMs <= until ? [atMs] : []));
      return [...polls, until].map((at, index) => at - (polls[index - 1] ?? since));
    });
    console.info(
      `within ${until - since} ms, ${ids.length} players without a poll for ${Math.max(...gaps)} ms at most`,
    );
    return Math.max(...gaps);
  }

  it("takes in a newcomer with a wrong clock: every player has one member, and those that stay lose no poll", async () => {
    const first = [await fleet.start("a"), await fleet.start("b")];
    await everythingIsTrue(["a", "b"]);
    const arriving = fleet.shareOf("c", ["a", "b", "c"]);
    const staying = fleet.ids.filter((id) => !arriving.includes(id));
    const turnsBefore = staying.map((id) => turnsTaken(fleet.requestsOf(id)).length);
    const startedAt = Date.now();
    const newcomer = await fleet.start("c", undefined, dayOff);
    await everythingIsTrue(["a", "b", "c"]);
    fleet.turnEveryKnob();
    await everythingIsTrue(["a", "b", "c"]);
    nobodyHadTwo();
    expect(staying.map((id) => turnsTaken(fleet.requestsOf(id)).length)).toEqual(turnsBefore);
    // Each is polled every second.
    expect(longestGapMs(staying, startedAt)).toBeLessThan(3000);
    for (const member of [...first, newcomer]) await ready(member);
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
    const names = ["a", "b", "c"];
    const members = new Map<string, RunningMember>();
    for (const name of names) members.set(name, await fleet.start(name));
    await everythingIsTrue(names);
    const since = Date.now();
    for (const [name, member] of members) {
      member.kill("SIGTERM");
      expect(await member.ended).toMatchObject({ code: 0 });
      await ready(await fleet.start(name));
    }
    await everythingIsTrue(names);
    nobodyHadTwo();
    // docs/fleet.md says 2.4 s; the rest is for a loaded machine.
    expect(longestGapMs(fleet.ids, since)).toBeLessThan(4000);
  });
});
