import { describe, expect, it } from "vitest";
import { SessionBench } from "../support/bridge/session-bench.ts";

/** A bench whose player keeps a selection of TV waiting. */
async function withSelectionInFlight(): Promise<SessionBench> {
  const bench = await SessionBench.settled();
  bench.player.follow((what) => (what.startsWith("select") ? undefined : bench.player.plainly(what)));
  bench.send("TV");
  await bench.clock.advance(0);
  return bench;
}

describe("a player's loop that is told to stop", () => {
  it("gives up a poll at once", async () => {
    await using bench = await SessionBench.settled();
    bench.player.follow(() => undefined);
    bench.session.tick(["video"], 1000);
    await bench.clock.advance(0);
    bench.stop();
    await bench.ended;
    expect(bench.clock.pending).toBe(0);
    expect(bench.session.stats.failures).toBe(0);
  });

  it("lets the command in flight finish, and tells its outcome", async () => {
    await using bench = await withSelectionInFlight();
    bench.stop();
    await bench.clock.advance(900);
    bench.player.held.answer(bench.player.plainly("select input TV"));
    await bench.ended;
    expect(bench.outcomes).toEqual(["TV applied"]);
    expect(bench.clock.pending).toBe(0);
  });

  it("gives the command in flight one second and no more", async () => {
    await using bench = await withSelectionInFlight();
    bench.stop();
    await bench.clock.advance(999);
    expect(bench.outcomes).toEqual([]);
    await bench.clock.advance(1);
    await bench.ended;
    expect(bench.broker.results).toMatchObject([
      { outcome: "failed", tag: "TV", reason: "no answer before the bridge stopped" },
    ]);
  });

  it("tells every command that waits that it was not done", async () => {
    await using bench = await withSelectionInFlight();
    bench.send("BT");
    bench.send("RCA", { target: "audio/output" });
    bench.refresh();
    bench.stop();
    bench.player.held.answer(bench.player.plainly("select input TV"));
    await bench.ended;
    expect(bench.outcomes).toEqual(["TV applied", "BT failed", "RCA failed", "failed"]);
    expect(bench.player.requests).toEqual(["select input TV"]);
  });

  it("tells a selection in doubt and a refresh that is under way that they stay open", async () => {
    await using bench = await SessionBench.settled();
    bench.player.follow((what) => (what === "read video" ? undefined : bench.player.listing()));
    bench.refresh();
    await bench.clock.advance(300);
    bench.send("TV");
    bench.player.held.answer({ kind: "absent" });
    await bench.clock.advance(0);
    bench.stop();
    await bench.ended;
    expect(bench.outcomes.toSorted()).toEqual(["TV failed", "failed"]);
  });

  it("tells a command that comes too late that it will not be done", async () => {
    await using bench = await SessionBench.settled();
    bench.stop();
    await bench.ended;
    bench.send("TV");
    expect(bench.broker.results).toMatchObject([{ outcome: "failed", reason: "the bridge stopped first" }]);
  });
});

describe("a bug", () => {
  it("ends the loop with itself, and no command is left without an outcome", async () => {
    await using bench = await withSelectionInFlight();
    bench.send("RCA", { target: "audio/output" });
    bench.player.held.fail(new TypeError("a bug"));
    await expect(bench.ended).rejects.toThrow(TypeError);
    expect(bench.outcomes).toEqual(["TV failed", "RCA failed"]);
  });
});
