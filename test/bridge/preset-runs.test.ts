import { expect, it } from "vitest";
import { PresetRuns } from "../../src/bridge/preset-runs.ts";
import type { Command } from "../../src/core/controls/command.ts";
import type { Outcome } from "../../src/core/controls/effect.ts";
import { FakeClock } from "../support/fake-clock.ts";

it("offers no step of a preset beyond the expiry of its sender, and tells no address of a skipped one", async () => {
  const clock = new FakeClock();
  const offered: Command[] = [];
  const settled: Outcome[] = [];
  const runs = new PresetRuns({
    presets: [
      {
        name: "Film night",
        goesOn: false,
        steps: [
          { target: "audio/input", request: "TV" },
          { target: "volume", request: "30" },
          { target: "play", request: "https://radio.example/live?token=secret" },
        ],
      },
    ],
    clock,
    deadlineMs: 5000,
    offer: (step) => void offered.push(step),
    player: () => ({}),
    withdraw: () => false,
    settle: (_, outcome) => void settled.push(outcome),
  });
  const receivedAt = clock.now();
  runs.begin({
    target: "preset",
    request: "Film night",
    transaction: undefined,
    replyTo: undefined,
    receivedAt,
    expiresAt: receivedAt + 3000,
    senderExpiresAt: receivedAt + 3000,
  });
  await clock.advance(1000);
  const [first] = offered;
  if (first !== undefined) runs.ended(first, { kind: "applied" });
  expect(offered.map((step) => [step.receivedAt - receivedAt, step.expiresAt - receivedAt])).toEqual([
    [0, 3000],
    [1000, 3000],
  ]);
  const [, second] = offered;
  if (second !== undefined) runs.ended(second, { kind: "expired" });
  expect(settled).toMatchObject([
    { steps: [{}, {}, { outcome: "skipped", request: "https://radio.example/…" }] },
  ]);
});
