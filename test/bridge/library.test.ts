import { expect, it } from "vitest";
import { SessionBench } from "../support/bridge/session-bench.ts";
import { unreachable } from "../support/bridge/scripted-player.ts";

const library = { enabled: true, requestsPerHour: 100, slowMs: 60_000, without: [] };

it("answers a request to the library that waits when the player goes offline", async () => {
  await using bench = await SessionBench.settled({ library, offlineAfter: 1 });
  bench.player.follow(() => undefined);
  bench.session.tick(["video"], 1000);
  await bench.clock.advance(0);
  const page = bench.session.browse({ operation: "libraryAlbums", of: "", start: 0, count: 50 });
  bench.player.follow(unreachable);
  bench.player.held.fail(unreachable());
  await bench.clock.advance(0);
  expect(await page).toEqual({ kind: "none", reason: "the player is offline" });
});
