import { describe, expect, it } from "vitest";
import { PlayerSession } from "../../src/bridge/player-session.ts";
import { judgeHealth, type ProbeResult } from "../../src/core/session/health.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";

function judge({ session, clock }: Pick<SessionBench, "session" | "clock">): ProbeResult {
  return judgeHealth(
    { loops: [session.view], isConnected: true, denied: [], isStopping: false, lagMs: 0 },
    clock.now(),
  );
}

describe("a player's loop", () => {
  it.each(["read video", "select input TV"])(
    "is stuck when “%s” comes to no end, and alive again once it does",
    async (what) => {
      await using bench = await SessionBench.settled();
      bench.player.follow((asked) => (asked === what ? undefined : bench.player.plainly(asked)));
      if (what === "read video") bench.session.tick(["video"], 1000);
      else bench.send("TV");
      await bench.clock.advance(15_000);
      expect(judge(bench).isOk).toBe(true);
      await bench.clock.advance(3000);
      expect(judge(bench).reasons).toEqual([
        expect.stringMatching(/^the loop of den has been stuck for 1\d s$/),
      ]);
      bench.player.held.answer(bench.player.plainly(what));
      await bench.clock.advance(0);
      expect(judge(bench).isOk).toBe(true);
    },
  );

  it("is stuck when nobody runs it, unless its player is not to be asked", async () => {
    await using bench = new SessionBench();
    const session = new PlayerSession({ ...bench.options, longestStepMs: 1 });
    expect(judge({ session, clock: bench.clock }).isOk).toBe(true);
    await bench.clock.advance(11_000);
    expect(judge({ session, clock: bench.clock }).reasons).toEqual([
      "the loop of den has been stuck for 11 s",
    ]);
    const held = new PlayerSession({ ...bench.options, longestStepMs: 1, mayAct: () => false });
    await bench.clock.advance(11_000);
    expect(judge({ session: held, clock: bench.clock }).isOk).toBe(true);
  });
});
