import { describe, expect, it } from "vitest";
import { SessionBench } from "../support/bridge/session-bench.ts";

/** A bench whose player keeps a selection of TV waiting, or has taken it, but does not show it yet. */
async function withSelection(state: "in flight" | "taken"): Promise<SessionBench> {
  const bench = await SessionBench.settled();
  const { player } = bench;
  const reply = () => (state === "taken" ? player.listing() : undefined);
  player.follow((what) => (what.startsWith("select") ? reply() : player.plainly(what)));
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
    await using bench = await withSelection("in flight");
    bench.stop();
    await bench.clock.advance(900);
    bench.player.held.answer(bench.player.plainly("select input TV"));
    await bench.ended;
    expect(bench.outcomes).toEqual(["TV applied"]);
    expect(bench.clock.pending).toBe(0);
  });

  it("reads back soon what the player has taken, and nothing else", async () => {
    await using bench = await withSelection("taken");
    bench.send("BT");
    bench.session.tick(["video"], 1000);
    bench.stop();
    bench.player.chosen.input = "TV";
    await bench.clock.advance(300);
    await bench.ended;
    expect(bench.player.requests).toEqual(["select input TV", "read audio"]);
    expect(bench.broker.results).toMatchObject([
      { outcome: "applied", tag: "TV" },
      { outcome: "failed", reason: "the bridge stopped first" },
    ]);
    expect(bench.clock.pending).toBe(0);
  });

  it("reads back what the player takes after the signal", async () => {
    await using bench = await withSelection("in flight");
    bench.stop();
    await bench.clock.advance(500);
    bench.player.held.answer(bench.player.listing());
    bench.player.chosen.input = "TV";
    await bench.clock.advance(300);
    await bench.ended;
    expect(bench.outcomes).toEqual(["TV applied"]);
  });

  it("lets a read-back in flight finish", async () => {
    await using bench = await withSelection("taken");
    bench.player.follow(() => undefined);
    await bench.clock.advance(1000);
    bench.stop();
    bench.player.chosen.input = "TV";
    await bench.clock.advance(900);
    bench.player.held.answer(bench.player.listing());
    await bench.ended;
    expect(bench.player.requests).toEqual(["select input TV", "read audio"]);
    expect(bench.outcomes).toEqual(["TV applied"]);
  });

  const unproven = "sent, but not confirmed before the bridge stopped";
  it.each([
    ["does not answer", "in flight", [], "no answer before the bridge stopped"],
    ["does not show its effect", "taken", ["read audio", "read audio", "read audio"], unproven],
    ["hangs when it is read back", "taken", ["read audio"], unproven],
  ] as const)(
    "gives the command that was sent one second and no more if the player %s",
    async (what, state, reads, reason) => {
      await using bench = await withSelection(state);
      if (what.startsWith("hangs")) bench.player.follow(() => undefined);
      bench.stop();
      await bench.clock.advance(999);
      expect(bench.outcomes).toEqual([]);
      await bench.clock.advance(1);
      await bench.ended;
      expect(bench.player.requests).toEqual(["select input TV", ...reads]);
      expect(bench.broker.results).toMatchObject([{ outcome: "failed", tag: "TV", reason }]);
      expect(bench.clock.pending).toBe(0);
    },
  );

  it("asks a player that may be another device who it is before it reads back", async () => {
    await using bench = await withSelection("taken");
    bench.session.apply({ kind: "disconnected" });
    bench.stop();
    bench.player.chosen.input = "TV";
    await bench.clock.advance(300);
    await bench.ended;
    expect(bench.outcomes).toEqual(["TV applied"]);
  });

  it("sends no more keys, and tells that some were sent", async () => {
    await using bench = await SessionBench.settled();
    bench.player.follow(() => bench.player.listing());
    bench.send("Up 500 Ok", { target: "key" });
    await bench.clock.advance(100);
    bench.stop();
    await bench.ended;
    expect(bench.player.requests).toEqual(["sendKey Key.Up"]);
    expect(bench.broker.results).toMatchObject([
      { outcome: "failed", reason: "only partly sent before the bridge stopped" },
    ]);
  });

  it("tells every command that waits that it was not done", async () => {
    await using bench = await withSelection("in flight");
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
    await bench.clock.advance(1000);
    await bench.ended;
    expect(bench.outcomes.toSorted()).toEqual(["TV failed", "failed"]);
  });

  it("tells a command, or a request to the library, that comes too late that it will not be done", async () => {
    await using bench = await SessionBench.settled();
    bench.stop();
    await bench.ended;
    bench.send("TV");
    expect(bench.broker.results).toMatchObject([{ outcome: "failed", reason: "the bridge stopped first" }]);
    const page = bench.session.browse({ operation: "libraryAlbums", of: "", start: 0, count: 50 });
    expect(await page).toMatchObject({ kind: "none", reason: "the bridge stopped" });
  });
});

it("a bug ends the loop with itself, and no command is left without an outcome", async () => {
  await using bench = await withSelection("in flight");
  bench.send("RCA", { target: "audio/output" });
  bench.player.held.fail(new TypeError("a bug"));
  await expect(bench.ended).rejects.toThrow(TypeError);
  expect(bench.outcomes).toEqual(["TV failed", "RCA failed"]);
});
