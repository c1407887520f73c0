import { expect, it } from "vitest";
import { wishFor } from "../../src/core/controls/command.ts";
import { PlayerSession } from "../../src/bridge/player-session.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";

/** A clock that counts the timers that are cancelled after their end: who does that has kept them until then. */
class CountingClock extends FakeClock {
  cancelledLate = 0;

  override after(ms: number, callback: () => void): () => void {
    let isOver = false;
    const cancel = super.after(ms, () => {
      isOver = true;
      callback();
    });
    return () => {
      if (isOver) this.cancelledLate += 1;
      cancel();
    };
  }
}

it("a session keeps nothing of a command whose time is over, however many came", async () => {
  await using bench = new SessionBench();
  const clock = new CountingClock();
  const session = new PlayerSession({ ...bench.options, clock });
  for (let number = 0; number < 50; number += 1) {
    const receivedAt = clock.now();
    const life = { transaction: undefined, replyTo: undefined, receivedAt, expiresAt: receivedAt + 5000 };
    session.offer({ ...wishFor("volume", "+1"), ...life });
    // Every other one is begun in time.
    if (number % 2 === 0) session.takeCommand();
    await clock.advance(6000);
  }
  session.close();
  expect([session.waiting, clock.cancelledLate, clock.pending]).toEqual([0, 0, 0]);
});
