import * as fc from "fast-check";
import { expect, it } from "vitest";
import { AddressTracker } from "../../src/bridge/address-tracker.ts";
import type { PlayerRunner } from "../../src/bridge/player-runner.ts";
import type { PlayerSession } from "../../src/bridge/player-session.ts";
import type { PlayerRunners } from "../../src/bridge/player-runners.ts";
import { model } from "../core/sample-player.ts";
import { settled } from "../core/samples.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { FakeClock } from "../support/fake-clock.ts";
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

it("says each time that another device answers at the address of a player", async () => {
  await using bench = new BridgeBench({});
  await bench.bridge.arrange([{ ...bench.player("den"), mac: macs.den }]);
  let mac: string = macs.den;
  bench.players["den"]?.follow((what) => {
    if (what !== "read model") return bench.players["den"]?.plainly(what);
    return { kind: "reading", reading: { resource: "model", value: { ...model, mac, wifiMac: undefined } } };
  });
  for (mac of [macs.den, macs.attic, macs.den, macs.attic]) {
    bench.bridge.sessions[0]?.applyAtOnce({ kind: "doubted" });
    await bench.clock.advance(60_000);
  }
  expect(bench.log.saying("another device answers at the address of the player")).toHaveLength(2);
});

/** A player as the tracker knows it, and where a search finds it. */
function trackedPlayer(id: keyof typeof macs, net: number) {
  const mac = macs[id];
  const online = settled({ mac });
  const session = { id, address: `http://192.0.2.${net}:9529`, state: online };
  const moveTo = async (address: string): Promise<void> => void (session.address = address);
  const player = { id, mac, wakeMacs: [], follow: true };
  const newRunner = () => ({ player, session, moveTo }) as unknown as PlayerRunner;
  const places = {
    here: `http://192.0.2.${net + 1}:9529`,
    there: `http://192.0.2.${net + 2}:9529`,
    nowhere: undefined,
  };
  return {
    session,
    places,
    newRunner,
    online,
    offline: settled({ mac, availability: "offline" }),
    home: session.address,
    place: undefined as string | undefined,
    runner: newRunner(),
    get isMissing(): boolean {
      return session.state !== online;
    },
  };
}

it("looks for each missing player soon and then ever more rarely where it was seen last, and at its configured address where it is found nowhere", async () => {
  const events = ["here", "there", "nowhere", "offline", "online", "added anew"] as const;
  const step = fc.tuple(fc.constantFrom("den", "attic"), fc.constantFrom(...events));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (story) => {
      const clock = new FakeClock();
      const players = { den: trackedPlayer("den", 10), attic: trackedPlayer("attic", 20) };
      const all = Object.values(players);
      let searches = 0;
      const tracker = new AddressTracker({
        clock,
        log: new MemoryLog(),
        events: { endWith: (error) => expect.fail(String(error)) },
        runners: {
          [Symbol.iterator]: () => all.map(({ runner }) => runner)[Symbol.iterator](),
          get: (id: keyof typeof players) => players[id].runner,
        } as unknown as PlayerRunners,
        assignment: { configured: [] },
        findPlayers: async () => {
          searches += 1;
          return all.flatMap(({ place, session: { id } }) =>
            place === undefined ? [] : [{ url: place, model: { ...model, mac: macs[id] } }],
          );
        },
      });
      for (const [id, event] of story) {
        const one = players[id];
        const { session } = one;
        const wasMissing = one.isMissing;
        if (event === "added anew") {
          // Another address was configured.
          session.address = one.home = `http://192.0.2.${id.length}:9529`;
          one.runner = one.newRunner();
        } else if (event !== "offline" && event !== "online") one.place = one.places[event];
        if (event === "offline" || event === "online" || event === "added anew") {
          session.state = event === "offline" ? one.offline : one.online;
          tracker.changed(session as PlayerSession);
        }
        const before = searches;
        // One that has just gone is searched for soon, however rarely others were at last.
        await clock.advance(30_000);
        const hasGone = one.isMissing && !wasMissing;
        expect(searches - before).toBeOneOf(hasGone ? [1] : [0, 1]);
        const wanted = all.map(({ isMissing, session: { address }, place, home }) =>
          isMissing ? (place ?? home) : address,
        );
        await clock.advance(3_600_000);
        expect(all.map(({ session: { address } }) => address)).toEqual(wanted);
        const isAnyMissing = all.some(({ isMissing }) => isMissing);
        expect(searches - before).toBeOneOf(isAnyMissing ? [1, 2, 3, 4, 5, 6, 7] : [0]);
        expect(clock.pending).toBe(isAnyMissing ? 1 : 0);
      }
      tracker.stop();
      expect(clock.pending).toBe(0);
    }),
  );
});
