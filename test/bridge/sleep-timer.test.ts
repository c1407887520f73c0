import { expect, it } from "vitest";
import { SleepTimer } from "../../src/bridge/sleep-timer.ts";
import { levelOf } from "../../src/bridge/restore-volume.ts";
import { Steps } from "../../src/bridge/steps.ts";
import type { Outcome } from "../../src/core/controls/effect.ts";
import { music, player } from "../core/sample-player.ts";
import { settled } from "../core/samples.ts";
import { FakeClock } from "../support/fake-clock.ts";

it.each<Outcome>([
  { kind: "failed", reason: "not applied" },
  { kind: "rejected", reason: "the source denies it" },
  { kind: "expired" },
])("what could not be paused does not become loud again: $kind", async (outcome) => {
  const clock = new FakeClock();
  const { video: _film, ...audioPlayer } = player;
  const session = settled({ player: { ...audioPlayer, music } });
  const level = levelOf(session) ?? 0;
  const asked: string[] = [];
  const steps = new Steps({
    clock,
    deadlineMs: 5000,
    offer: (step) => {
      asked.push(`${step.target} ${step.request}`);
      steps.ended(step, outcome);
    },
  });
  const timer = new SleepTimer({
    clock,
    steps,
    state: () => session,
    switchesOff: false,
    store: () => {},
    settle: () => {},
  });
  timer.remembered({
    endsAt: clock.date().toISOString(),
    volume: { before: level + 5, set: level, from: level },
  });
  const stop = new AbortController();
  const running = timer.run(stop.signal);
  await clock.advance(1000);
  stop.abort();
  await running;
  expect(asked).toEqual(["music/playback pause"]);
});
