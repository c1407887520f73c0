import * as fc from "fast-check";
import { expect, it } from "vitest";
import { AddressTracker } from "../../src/bridge/address-tracker.ts";
import type { PlayerRunner } from "../../src/bridge/player-runner.ts";
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

it("looks for a missing player soon and then ever more rarely where it was seen last, and at its configured address where it is found nowhere", async () => {
  const places = ["http://192.0.2.2:9529", "http://192.0.2.3:9529", "nowhere", "back", "added anew"] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...places), { maxLength: 8 }), async (story) => {
      const clock = new FakeClock();
      let home = "http://192.0.2.1:9529";
      const state = settled({ mac: macs.den, availability: "offline" });
      const session = { id: "den", address: home, state };
      const player = { id: "den", mac: macs.den, wakeMacs: [], follow: true };
      const moveTo = async (address: string): Promise<void> => void (session.address = address);
      const runnerOf = () => ({ player, session, moveTo }) as unknown as PlayerRunner;
      let runner = runnerOf();
      /** What was seen, and what was to be seen. */
      const seen: (readonly [unknown, unknown])[] = [];
      let place: (typeof places)[number] = "nowhere";
      let searches = 0;
      const tracker = new AddressTracker({
        clock,
        log: new MemoryLog(),
        events: { endWith: (error) => expect.fail(String(error)) },
        runners: {
          [Symbol.iterator]: () => [runner][Symbol.iterator](),
          get: () => runner,
        } as unknown as PlayerRunners,
        assignment: { configured: [] },
        findPlayers: async () => {
          searches += 1;
          return place === "nowhere" ? [] : [{ url: place, model: { ...model, mac: macs.den } }];
        },
      });
      tracker.changed(runner.session);
      for (place of story) {
        if (place === "back" || place === "added anew") {
          if (place === "added anew") {
            // Another address was configured.
            session.address = home = "http://192.0.2.9:9529";
            runner = runnerOf();
            session.state = settled({ mac: macs.den });
            const before = searches;
            place = "nowhere";
            // The one before it was missing.
            await clock.advance(3_600_000);
            seen.push([searches, before]);
            session.state = state;
          } else {
            session.state = settled({ mac: macs.den });
            tracker.changed(runner.session);
            seen.push([clock.pending, 0]);
            session.state = state;
          }
          tracker.changed(runner.session);
          const before = searches;
          place = "nowhere";
          // It is searched for soon, however rarely it was at last.
          await clock.advance(30_000);
          seen.push([searches, before + 1]);
          continue;
        }
        await clock.advance(3_600_000);
        seen.push([session.address, place === "nowhere" ? home : place]);
      }
      tracker.stop();
      expect(seen.map(([is]) => is)).toEqual(seen.map(([, wanted]) => wanted));
    }),
  );
});
