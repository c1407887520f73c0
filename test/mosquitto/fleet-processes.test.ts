import { beforeEach, describe, expect, it } from "vitest";
import type { SeenRequest } from "../../simulator/traffic.ts";
import { programOfTests } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { opened } from "../support/opened.ts";
import { isNatsMissing, startNats } from "../support/start-nats.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { claimsOf, ProcessFleet, type RunningMember } from "./process-fleet.ts";

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

  /** Each player is claimed by its member alone, announced as its own, and its topics say what the player would. */
  async function everythingIsTrue(members: readonly string[], patienceMs = 40_000): Promise<void> {
    await eventually(() => {
      const topics = witness.state;
      for (const member of members) {
        expect([member, topics.get(`player2mqtt/bridge-${member}/state`)]).toEqual([member, "online"]);
        expect([member, claimsOf(witness, member)]).toEqual([member, fleet.shareOf(member, members)]);
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

  it("takes in a newcomer with a wrong clock and replaces one member after another: each player has one member, and is polled all the time", async () => {
    const members = new Map<string, RunningMember>();
    for (const name of ["a", "b"]) members.set(name, await fleet.start(name));
    await everythingIsTrue(["a", "b"]);
    const names = ["a", "b", "c"];
    const arriving = fleet.shareOf("c", names);
    const staying = fleet.ids.filter((id) => !arriving.includes(id));
    const turns = () => staying.map((id) => turnsTaken(fleet.requestsOf(id)).length);
    const turnsBefore = turns();
    const startedAt = Date.now();
    members.set("c", await fleet.start("c", undefined, dayOff));
    await everythingIsTrue(names);
    fleet.turnEveryKnob();
    await everythingIsTrue(names);
    expect(turns()).toEqual(turnsBefore);
    // Each is polled every second.
    expect(longestGapMs(staying, startedAt)).toBeLessThan(3000);
    for (const member of members.values()) await ready(member);

    const since = Date.now();
    for (const [name, member] of members) {
      member.kill("SIGTERM");
      expect(await member.ended).toMatchObject({ code: 0 });
      await ready(await fleet.start(name));
    }
    await everythingIsTrue(names);
    // Never two requests at once, and nobody asks any more once another one has begun.
    for (const [id, { traffic }] of fleet.players) {
      const taken = turnsTaken(fleet.requestsOf(id));
      expect([id, traffic.maxConcurrent, taken]).toEqual([id, 1, [...new Set(taken)]]);
    }
    // docs/fleet.md says 2.4 s; the rest is for a loaded machine.
    expect(longestGapMs(fleet.ids, since)).toBeLessThan(4000);
  });
});
