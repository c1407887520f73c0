import { expect, it } from "vitest";
import { judgeHealth, judgeReadiness } from "../../../src/core/session/health.ts";
import { statusRoutes } from "../../../src/extensions/http/status-routes.ts";
import { SessionBench } from "../../support/bridge/session-bench.ts";
import { measured } from "./measured.ts";
import { ask, serve } from "./served.ts";

it("a loop that hangs makes 503 of 200, with the reason, until it goes on", async () => {
  await using bench = await SessionBench.settled();
  const look = () => ({
    loops: [bench.session.view],
    isConnected: true,
    denied: [],
    isStopping: false,
    lagMs: 0,
    fleet: { problem: undefined, awaited: 0, members: new Map(), orphans: 0, otherLists: ["bridge-b"] },
  });
  const source = {
    ...measured(),
    get version(): string {
      throw new Error("nobody asked for metrics");
    },
    health: () => judgeHealth(look(), bench.clock.now()),
    readiness: () => judgeReadiness(look()),
  };
  const routes = statusRoutes(source, (load) => load());
  await using served = await serve({ routes: [routes] });
  const well = await ask(served.url, "/healthz");
  expect([well.status, well.headers["cache-control"], JSON.parse(well.body)]).toEqual([
    200,
    "no-store",
    { status: "well", reasons: [] },
  ]);

  bench.player.follow(() => undefined);
  bench.session.tick(["video"], 1000);
  await bench.clock.advance(30_000);
  const stuck = await ask(served.url, "/healthz");
  expect([stuck.status, JSON.parse(stuck.body)]).toEqual([
    503,
    { status: "unwell", reasons: [expect.stringMatching(/^the loop of den has been stuck for \d+ s$/)] },
  ]);
  expect(JSON.parse((await ask(served.url, "/readyz")).body)).toEqual({
    status: "ready",
    reasons: [],
    notes: ["bridge-b has another list of players than this member"],
  });

  bench.player.held.answer({ kind: "absent" });
  await bench.clock.advance(0);
  expect((await ask(served.url, "/healthz")).status).toBe(200);

  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    const { status, headers } = await ask(served.url, path, { method: "POST" });
    expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
  }
});
