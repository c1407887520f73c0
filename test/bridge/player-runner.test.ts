import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { PlayerRunner } from "../../src/bridge/player-runner.ts";
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
