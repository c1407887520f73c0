import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bridgeNameOf, ownerOf } from "../../src/core/fleet.ts";
import type { SeenRequest } from "../../src/tools/simulator/traffic.ts";
import { type BuiltProgram, buildProgram } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, TestClient } from "../support/mqtt-client.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { ProcessFleet } from "./process-fleet.ts";

/** Whose turn it was, one after another: a process has one connection to a player at a time. */
function turnsTaken(requests: readonly SeenRequest[]): readonly (number | undefined)[] {
  const turns = requests.map(({ connection }) => connection);
  return turns.filter((connection, index) => connection !== turns[index - 1]);
}

describe.skipIf(isMosquittoMissing)("a fleet of processes", () => {
  let program: BuiltProgram;
  let broker: Mosquitto;
  let fleet: ProcessFleet;
  let witness: TestClient;

  beforeAll(async () => {
    program = await buildProgram();
    broker = await startMosquitto();
    fleet = await ProcessFleet.create(program, broker.url, 6);
    witness = await TestClient.connect(broker.url, ["#"]);
  }, 60_000);
  afterAll(async () => {
    await witness[Symbol.asyncDispose]();
    await fleet[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
    await program[Symbol.asyncDispose]();
  });

  /** Each player is claimed by its owner alone, announced as its own, and its topics say what the player would. */
  async function everythingIsTrue(count: number): Promise<void> {
    const bridges = Array.from({ length: count }, (_, index) => bridgeNameOf({ count, index }));
    await eventually(() => {
      const topics = witness.state;
      const claims = bridges.flatMap((bridge) => {
        expect([bridge, topics.get(`player2mqtt/${bridge}/state`)]).toEqual([bridge, "online"]);
        const info = JSON.parse(topics.get(`player2mqtt/${bridge}/info`) ?? "{}") as {
          readonly players?: readonly { readonly id: string }[];
        };
        return (info.players ?? []).map(({ id }) => `${id} ${bridge}`);
      });
      expect(claims.toSorted()).toEqual(fleet.ids.map((id) => `${id} ${ownerOf(id, count)}`));
      for (const id of fleet.ids) {
        expect([id, topics.get(`player2mqtt/${id}/availability`)]).toEqual([id, "online"]);
        expect([id, topics.get(`player2mqtt/${id}/audio/output`)]).toEqual([id, fleet.truthOf(id)]);
        expect(topics.get(fleet.discoveryTopic(id))).toContain(`"player2mqtt/${ownerOf(id, count)}/state"`);
      }
    });
  }

  /** Never two requests at once, and nobody asks any more once another one has begun. */
  function nobodyHadTwo(): void {
    for (const [id, { traffic }] of fleet.players) {
      const turns = turnsTaken(traffic.requests);
      expect([id, traffic.maxConcurrent, turns]).toEqual([id, 1, [...new Set(turns)]]);
    }
  }

  /** Waits until each of these was polled some more. */
  async function polledFurther(ids: readonly string[]): Promise<void> {
    const wanted = new Map(ids.map((id) => [id, fleet.countOf(id) + 8]));
    await eventually(() => {
      for (const [id, count] of wanted) expect(fleet.countOf(id)).toBeGreaterThanOrEqual(count);
    });
  }

  /** Selects by the command of the program, which has to find out whose the player is. */
  async function selectIn(ids: readonly string[], code: number, said: string): Promise<void> {
    for (const id of ids) {
      const set = fleet.run("set", id, "output", "HDMI2");
      expect([id, (await set.ended).code, set.stdout + set.stderr]).toEqual([
        id,
        code,
        expect.stringContaining(said),
      ]);
    }
  }

  it("does without one that was killed, and grows by an edit of the file that all share", async () => {
    await fleet.writeFile(2);
    const first = fleet.start(0);
    const killed = fleet.start(1);
    await everythingIsTrue(2);
    const ownedBy = (index: number, count: number): string[] =>
      fleet.ids.filter((id) => ownerOf(id, count) === `bridge-${index}`);
    const orphans = ownedBy(1, 2);
    expect(orphans.length).toBeGreaterThan(0);

    killed.kill("SIGKILL");
    expect((await killed.ended).signal).toBe("SIGKILL");
    await eventually(() => expect(witness.state.get("player2mqtt/bridge-1/state")).toBe("offline"));
    const countsThen = orphans.map((id) => fleet.countOf(id));
    fleet.turnEveryKnob();
    await polledFurther(ownedBy(0, 2));
    const topics = await readRetained(broker.url, "#");
    expect(orphans.map((id) => fleet.countOf(id))).toEqual(countsThen);
    for (const id of orphans) {
      // Its entities hang on the state of the bridge that it had, so they are unavailable; its topics say what was last seen.
      expect(topics.get(fleet.discoveryTopic(id))).toContain('"player2mqtt/bridge-1/state"');
      expect(topics.get(`player2mqtt/${id}/audio/output`)).not.toBe(fleet.truthOf(id));
    }
    await selectIn(orphans.slice(0, 1), 1, "bridge-1, which has the player, is offline");
    const second = fleet.start(1);
    await everythingIsTrue(2);

    await fleet.writeFile(3);
    const changed = /"fleet.shardCount was changed"/;
    await Promise.all([first.until("stdout", changed), second.until("stdout", changed)]);
    // Nobody lets a player go before there is somebody to take it.
    await polledFurther(ownedBy(2, 3));
    const third = fleet.start(2);
    await everythingIsTrue(3);
    fleet.turnEveryKnob();
    await everythingIsTrue(3);
    nobodyHadTwo();
    await selectIn(fleet.ids.slice(0, 2), 0, "output HDMI2");
    for (const id of fleet.ids) {
      const turns = turnsTaken(fleet.requestsOf(id)).length;
      const wasKilled = orphans.includes(id) ? 1 : 0;
      const hasMoved = ownerOf(id, 2) === ownerOf(id, 3) ? 0 : 1;
      expect([id, turns]).toEqual([id, 1 + wasKilled + hasMoved]);
    }

    const running = [first, second, third];
    for (const one of running) one.kill("SIGTERM");
    expect((await Promise.all(running.map(({ ended }) => ended))).map(({ code }) => code)).toEqual([0, 0, 0]);
    const states = await readRetained(broker.url, "player2mqtt/+/state");
    expect([...states.values()]).toEqual(["offline", "offline", "offline"]);
  }, 90_000);
});
