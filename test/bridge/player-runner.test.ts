import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { type BridgePlayer, PlayerRunner } from "../../src/bridge/player-runner.ts";
import { TaskScope } from "../../src/lib/task-scope.ts";
import { BridgeBench } from "../support/bridge/bridge-bench.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";

it("leaves no listener on the signal of the bridge when its player is stopped", async () => {
  await using bridge = new BridgeBench({});
  await using bench = new SessionBench();
  const stop = new AbortController();
  await using scope = new TaskScope(stop.signal);
  const runner = new PlayerRunner(bridge.player("den"), bench.session);
  runner.start(scope, bench.clock);
  expect(getEventListeners(scope.signal, "abort")).toHaveLength(1);
  await runner.stop({ text: "the player was removed" });
  expect(getEventListeners(scope.signal, "abort")).toEqual([]);
});

it("forgets pages with the ids of a device that was opened anew, and asks a player who it is after a disconnection", async () => {
  await using bench = new BridgeBench({});
  const events: Parameters<BridgePlayer["open"]>[0][] = [];
  const den = bench.player("den");
  const library = { enabled: true, requestsPerHour: 100, slowMs: 1000 };
  const open: BridgePlayer["open"] = (given) => {
    events.push(given);
    return den.open(given);
  };
  await bench.bridge.arrange([{ ...den, open, library, mac: "02:5e:11:00:00:0a" }]);
  await bench.clock.advance(10_000);
  const [session] = bench.bridge.sessions;
  const asked = async (): Promise<number | undefined> => {
    const page = session?.browse({ operation: "libraryAlbums", of: "", start: 0, count: 50 });
    await bench.clock.advance(1000);
    expect(await page).toMatchObject({ kind: "page" });
    return bench.players["den"]?.requests.filter((what) => what.startsWith("browse")).length;
  };
  expect([await asked(), await asked()]).toEqual([1, 1]);
  events[0]?.onReopened();
  expect(await asked()).toBe(2);
  expect(session?.state.identityCheck.recheckIdentityAt).toBeUndefined();
  events[0]?.onDisconnected();
  expect(session?.state.identityCheck.recheckIdentityAt).toBe(bench.clock.now());
});
