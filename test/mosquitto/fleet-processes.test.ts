import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SeenRequest } from "../../simulator/traffic.ts";
import { programOfTests } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, TestClient } from "../support/mqtt-client.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { claimsOf as claimsIn, ProcessFleet, type RunningMember } from "./process-fleet.ts";

/** Whose turn it was, one after another: a process has one connection to a player at a time. */
function turnsTaken(requests: readonly SeenRequest[]): readonly (number | undefined)[] {
  const turns = requests.map(({ connection }) => connection);
  return turns.filter((connection, index) => connection !== turns[index - 1]);
}

/** A process with a date and a clock of its own. */
const withTime = (change: string): NodeJS.ProcessEnv => {
  const code = `let [dateMs, clockMs] = [0, 0];
    const [Right, now] = [Date, performance.now.bind(performance)];
    globalThis.Date = class extends Right {
      constructor(...given) { super(...(given.length === 0 ? [Date.now()] : given)); }
      static now() { return Right.now() + dateMs; }
    };
    performance.now = () => now() + clockMs;
    ${change}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};
const wrongDate = withTime("dateMs = 365 * 86_400_000;");
const dayLater = withTime(`process.on("SIGUSR2", () => { dateMs += 86_400_000; clockMs += 86_400_000; });`);

describe.skipIf(isMosquittoMissing)("a fleet of processes", { timeout: 200_000 }, () => {
  const program = programOfTests();
  let broker: Mosquitto;
  let fleet: ProcessFleet;
  let witness: TestClient;

  beforeEach(async () => {
    broker = await startMosquitto();
    fleet = await ProcessFleet.create({ program, brokerUrl: broker.url, size: 9 });
    witness = await TestClient.connect(broker.url, ["#"]);
    await fleet.writeFile();
  });
  afterEach(async () => {
    await witness[Symbol.asyncDispose]();
    await fleet[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
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
    const newcomer = await fleet.start("c", undefined, wrongDate);
    await everythingIsTrue(["a", "b", "c"]);
    const years = ["a", "c"].map((member) => {
      const info = JSON.parse(witness.state.get(`player2mqtt/bridge-${member}/info`) ?? "{}") as {
        startedAt: string;
      };
      return new Date(info.startedAt).getFullYear();
    });
    expect((years[1] ?? 0) - (years[0] ?? 0)).toBe(1);
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

  it("replaces one that died for good after the grace, and answers for its players until then", async () => {
    const survivors = [
      await fleet.start("a", undefined, dayLater),
      await fleet.start("c", undefined, dayLater),
    ];
    const victim = await fleet.start("b");
    await everythingIsTrue(["a", "b", "c"]);
    const orphans = fleet.shareOf("b", ["a", "b", "c"]);
    const others = fleet.ids.filter((id) => !orphans.includes(id));
    const turnsBefore = others.map((id) => turnsTaken(fleet.requestsOf(id)).length);
    const killedAt = Date.now();
    victim.kill("SIGKILL");
    await eventually(() => {
      for (const id of orphans) {
        expect([id, witness.state.get(`player2mqtt/${id}/availability`)]).toEqual([id, "offline"]);
      }
    }, 3000);
    const [orphan = ""] = orphans;
    await witness.publish(
      `player2mqtt/${orphan}/audio/output/set`,
      '{"tag": "HDMI2", "transaction": "orphan"}',
    );
    await eventually(() => {
      const results = witness.on(`player2mqtt/${orphan}/result`).filter((text) => text.includes('"orphan"'));
      expect(results).toEqual([expect.stringMatching(/"outcome":"failed".*the bridge of the player died/)]);
    }, 3000);
    // Nobody takes them before the grace of five seconds has passed.
    await delay(Math.max(0, killedAt + 4000 - Date.now()));
    expect(orphans.flatMap((id) => fleet.requestsOf(id).filter(({ atMs }) => atMs > killedAt + 100))).toEqual(
      [],
    );
    expect((await askedAfter(orphans, killedAt + 100)) - killedAt).toBeLessThan(10_000);
    await everythingIsTrue(["a", "c"]);
    nobodyHadTwo();
    expect(others.map((id) => turnsTaken(fleet.requestsOf(id)).length)).toEqual(turnsBefore);
    for (const member of survivors) await ready(member);
    await witness.publish(
      `player2mqtt/${orphan}/audio/output/set`,
      '{"tag": "HDMI2", "transaction": "taken"}',
    );
    await eventually(() => {
      const results = witness.on(`player2mqtt/${orphan}/result`).filter((text) => text.includes('"taken"'));
      expect(results).toEqual([expect.stringMatching(/"outcome":"(applied|unchanged)"/)]);
    });

    const left = (): string[] =>
      [...witness.state].filter((entry) => entry.join().includes("bridge-b")).map(([topic]) => topic);
    expect(left()).toContain("player2mqtt/bridge-b/info");
    expect(left().some((topic) => topic.startsWith("homeassistant/"))).toBe(true);
    // The one that does not come first clears nothing, and takes nobody for silent after its sleep.
    survivors[1]?.kill("SIGUSR2");
    await survivors[1]?.until("stdout", /was suspended/);
    await delay(7000);
    await everythingIsTrue(["a", "c"]);
    expect(left()).toContain("player2mqtt/bridge-b/info");
    survivors[0]?.kill("SIGUSR2");
    await eventually(() => expect(left()).toEqual([]), 30_000);
    await everythingIsTrue(["a", "c"]);
    nobodyHadTwo();
  });

  it("moves nothing when one that died is back within the grace", async () => {
    // A busy machine takes its time to start a process.
    const patient = { FLEET_GRACE_MS: "60000" };
    await fleet.start("a", program, patient);
    const victim = await fleet.start("b", program, patient);
    await everythingIsTrue(["a", "b"]);
    const others = fleet.shareOf("a", ["a", "b"]);
    const turnsBefore = others.map((id) => turnsTaken(fleet.requestsOf(id)).length);
    const infos = witness.on("player2mqtt/bridge-a/info").length;
    victim.kill("SIGKILL");
    await victim.ended;
    await fleet.start("b", program, patient);
    await eventually(() => expect(claimsOf("b")).toEqual(fleet.shareOf("b", ["a", "b"])));
    await everythingIsTrue(["a", "b"]);
    nobodyHadTwo();
    const countOf = (id: string): number => turnsTaken(fleet.requestsOf(id)).length;
    expect(others.map(countOf)).toEqual(turnsBefore);
    for (const text of witness.on("player2mqtt/bridge-a/info").slice(infos)) {
      for (const id of fleet.shareOf("b", ["a", "b"])) expect(text).not.toContain(`"id":"${id}"`);
    }
  });

  it("sends nothing from one that was frozen before it knows whose its players are", async () => {
    await fleet.start("a");
    const frozen = await fleet.start("b");
    await everythingIsTrue(["a", "b"]);
    const share = fleet.shareOf("b", ["a", "b"]);
    const connections = new Map(share.map((id) => [id, fleet.requestsOf(id).at(-1)?.connection]));
    const frozenAt = Date.now();
    frozen.kill("SIGSTOP");
    // One and a half keep-alives and what mosquitto takes to look, the grace, and a second for the rest.
    expect((await askedAfter(share, frozenAt + 200)) - frozenAt).toBeLessThan(6000 + 6000 + 5000 + 1000);
    await everythingIsTrue(["a"]);
    const [id = ""] = share;
    await witness.publish(`player2mqtt/${id}/audio/output/set`, '{"tag": "RCA", "transaction": "frozen"}');
    const wokenAt = Date.now();
    frozen.kill("SIGCONT");
    // It asks on its old connections again, but only after the other has withdrawn its claims.
    const [seen, early] = [new Set<string>(), new Array<string>()];
    await eventually(() => {
      for (const one of share) {
        const again = fleet
          .requestsOf(one)
          .find(({ atMs, connection }) => atMs > wokenAt && connection === connections.get(one));
        if (again !== undefined && !seen.has(one) && claimsOf("a").includes(one)) early.push(one);
        if (again !== undefined) seen.add(one);
      }
      expect(fleet.shareOf("b", ["a", "b"])).toEqual(claimsOf("b"));
    }, 30_000);
    expect(early).toEqual([]);
    await everythingIsTrue(["a", "b"]);
    for (const [one, { traffic }] of fleet.players) expect([one, traffic.maxConcurrent]).toEqual([one, 1]);
    const results = witness.on(`player2mqtt/${id}/result`).filter((text) => text.includes('"frozen"'));
    expect(results).toEqual([expect.stringMatching(/"outcome":"(applied|unchanged)"/)]);
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

  it("has one of two members of one name stand by for the other", async () => {
    await fleet.start("a");
    const older = await fleet.start("b", program, { MQTT_CLIENT_ID: "older" });
    await everythingIsTrue(["a", "b"]);
    await fleet.start("b", program, { MQTT_CLIENT_ID: "newer" });
    await eventually(async () =>
      expect(await older.readiness()).toMatchObject({
        status: 503,
        reasons: ["standing by for the bridge with the client id newer-b"],
      }),
    );
    fleet.turnEveryKnob();
    await everythingIsTrue(["a", "b"]);
    for (const [id, { traffic }] of fleet.players) expect([id, traffic.maxConcurrent]).toEqual([id, 1]);
  });

  it("shares what two different lists have in common, polls the rest, and says so", async () => {
    const [only = "", ...shared] = fleet.ids;
    await fleet.writeFile(shared, "shorter.json");
    const whole = await fleet.start("a");
    const shorter = await fleet.start("b", program, { CONFIG_FILE: "shorter.json" });
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

  it("follows a bridge without a fleet, and gives way to one", async () => {
    const single = await fleet.start();
    await eventually(() => expect(witness.state.get("player2mqtt/bridge/state")).toBe("online"));
    const member = await fleet.start("a");
    await eventually(async () =>
      expect(await member.readiness()).toMatchObject({
        status: 503,
        reasons: ["waiting for bridge to hand over players: 9"],
      }),
    );
    expect(claimsOf("a")).toEqual([]);
    single.kill("SIGTERM");
    await everythingIsTrue(["a"]);
    await ready(member);
    nobodyHadTwo();
    await fleet.start();
    await eventually(() => expect(claimsOf("a")).toEqual([]));
    await eventually(() => {
      for (const id of fleet.ids)
        expect(witness.state.get(fleet.discoveryTopic(id))).toContain('"player2mqtt/bridge/state"');
    }, 40_000);
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

  it("leaves only what is true when all of them stop", async () => {
    const members = [await fleet.start("a"), await fleet.start("b")];
    await everythingIsTrue(["a", "b"]);
    for (const member of members) member.kill("SIGTERM");
    expect((await Promise.all(members.map(({ ended }) => ended))).map(({ code }) => code)).toEqual([0, 0]);
    const states = await readRetained(broker.url, "player2mqtt/+/state");
    expect([...states.values()]).toEqual(["offline", "offline"]);
  });
});
