import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SeenRequest } from "../../src/tools/simulator/traffic.ts";
import { bridgeNameOf, ownerOf } from "../../src/core/fleet.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { isMosquittoMissing, type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { Fleet } from "./fleet.ts";

/** From the last request of one bridge to the first of the next, and never the other way round. */
interface HandOver {
  readonly from: string;
  readonly to: string;
  readonly overlapMs: number;
}

/** The bridges that polled a player one after another, and for how long two did so at once. */
function handOvers(requests: readonly SeenRequest[]): HandOver[] {
  const spans = new Map<string, { first: number; last: number }>();
  for (const { psk = "", atMs } of requests) {
    const span = spans.get(psk) ?? { first: atMs, last: atMs };
    spans.set(psk, { ...span, last: atMs });
  }
  const inOrder = [...spans].toSorted(([, a], [, b]) => a.first - b.first);
  return inOrder.slice(1).map(([to, span], place) => {
    const [from, before] = inOrder[place] ?? ["", span];
    return { from, to, overlapMs: Math.max(0, before.last - span.first) };
  });
}

describe.skipIf(isMosquittoMissing)("a fleet on a real broker", { timeout: 120_000 }, () => {
  let broker: Mosquitto;
  let fleet: Fleet;

  beforeEach(async () => {
    broker = await startMosquitto();
    fleet = await Fleet.create(broker.url, 8);
  });
  afterEach(async () => {
    await fleet[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
  });

  /** Each player is polled by its owner, announced by it, and says what is true; nothing else lies at the broker. */
  async function everythingIsTrue(count: number): Promise<void> {
    await eventually(async () => {
      const held = await readRetained(broker.url, "#");
      const bridges = [...held.keys()].filter((topic) => /^player2mqtt\/bridge[^/]*\/state$/.test(topic));
      const wanted = Array.from({ length: count }, (_, index) => bridgeNameOf({ count, index }));
      expect(bridges.toSorted()).toEqual(wanted.map((name) => `player2mqtt/${name}/state`));
      for (const topic of bridges) expect(held.get(topic)).toBe("online");
      for (const id of fleet.ids) {
        const owner = ownerOf(id, count);
        expect(held.get(`player2mqtt/${id}/availability`)).toBe("online");
        expect(held.get(`player2mqtt/${id}/audio/output`)).toBe(fleet.truthOf(id));
        const info = JSON.parse(held.get(`player2mqtt/${owner}/info`) ?? "{}") as {
          players?: { id: string }[];
        };
        expect(info.players?.map((player) => player.id)).toContain(id);
        expect(held.get(fleet.discoveryTopic(id))).toContain(`"player2mqtt/${owner}/state"`);
      }
      const devices = [...held.keys()].filter((topic) => topic.startsWith("homeassistant/"));
      expect(devices).toHaveLength(fleet.ids.length + count);
    }, 60_000);
  }

  it("grows from 2 to 3 and shrinks again in rolling restarts: no player has two bridges, and topics stay true", async () => {
    await Promise.all([fleet.start(0, 2), fleet.start(1, 2)]);
    await everythingIsTrue(2);
    fleet.forgetRequests();

    // As a StatefulSet does it: the new one first, then the others from the last to the first.
    await fleet.start(2, 3);
    await fleet.pause(1000);
    await fleet.restart(1, 3);
    await fleet.restart(0, 3);
    await everythingIsTrue(3);
    for (const id of fleet.ids) {
      const [before, after] = [ownerOf(id, 2), ownerOf(id, 3)];
      const expected = before === after ? [] : [{ from: before, to: after, overlapMs: 0 }];
      expect([id, handOvers(fleet.requestsOf(id))]).toEqual([id, expected]);
    }
    fleet.forgetRequests();

    await fleet.restart(0, 2);
    await fleet.restart(1, 2);
    await fleet.pause(1000);
    await fleet.stop(2);
    await everythingIsTrue(2);
    for (const id of fleet.ids) {
      for (const { overlapMs } of handOvers(fleet.requestsOf(id))) expect([id, overlapMs]).toEqual([id, 0]);
    }
  });

  it("grows out of a bridge that was alone, and becomes one again", async () => {
    await fleet.start(0, 1);
    await everythingIsTrue(1);
    fleet.forgetRequests();
    await fleet.start(1, 2);
    await fleet.pause(1000);
    await fleet.restart(0, 2);
    await everythingIsTrue(2);
    for (const id of fleet.ids) {
      for (const { overlapMs } of handOvers(fleet.requestsOf(id))) expect([id, overlapMs]).toEqual([id, 0]);
    }
    await fleet.restart(0, 1);
    await fleet.stop(1);
    await everythingIsTrue(1);
  });

  it("does without one that was killed, whose will says so, and takes it back", async () => {
    await Promise.all([fleet.start(0, 2), fleet.start(1, 2)]);
    await everythingIsTrue(2);
    await fleet.stop(1);
    const held = await readRetained(broker.url, "player2mqtt/+/state");
    expect(Object.fromEntries(held)).toEqual({
      "player2mqtt/bridge-0/state": "online",
      "player2mqtt/bridge-1/state": "offline",
    });
    await fleet.start(1, 2);
    await everythingIsTrue(2);
  });
});
