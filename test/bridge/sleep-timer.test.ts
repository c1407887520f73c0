import { expect, it } from "vitest";
import { SleepTimer } from "../../src/bridge/sleep-timer.ts";
import { levelOf } from "../../src/bridge/restore-volume.ts";
import { InternalCommands } from "../../src/bridge/internal-commands.ts";
import type { Availability } from "../../src/core/resources/resource.ts";
import type { Outcome } from "../../src/core/controls/effect.ts";
import { music, player } from "../core/sample-player.ts";
import { settled } from "../core/samples.ts";
import { FakeClock } from "../support/fake-clock.ts";

/** What a timer that has run out asks of a player that goes on playing, and whose steps all end in this way. */
async function asked(outcome: Outcome, availability: Availability = "online"): Promise<string[]> {
  const clock = new FakeClock();
  const { video: _film, ...audioPlayer } = player;
  const session = settled({ player: { ...audioPlayer, music }, availability });
  const level = levelOf(session) ?? 0;
  const said: string[] = [];
  const commands: InternalCommands = new InternalCommands({
    clock,
    deadlineMs: 5000,
    offer: (step) => {
      const isHidden = commands.ended(step, outcome);
      said.push(`${step.target} ${step.request}${isHidden ? ", in silence" : ""}`);
    },
  });
  const timer = new SleepTimer({
    clock,
    commands,
    state: () => session,
    switchesOff: false,
    store: () => {},
    settle: () => {},
  });
  timer.resume({
    endsAt: clock.date().toISOString(),
    volume: { before: level + 5, set: level, from: level },
  });
  const stop = new AbortController();
  const running = timer.run(stop.signal);
  await clock.advance(1000);
  stop.abort();
  await running;
  return said;
}

it.each<Outcome>([
  { kind: "failed", reason: "not applied" },
  { kind: "rejected", reason: "the source denies it" },
  { kind: "expired" },
])("what could not be paused does not become loud again: $kind", async (outcome) => {
  expect(await asked(outcome)).toEqual(["music/playback pause"]);
});

it("a player that has not said anything since the start is asked for nothing", async () => {
  expect(await asked({ kind: "applied" }, "unknown")).toEqual([]);
});
