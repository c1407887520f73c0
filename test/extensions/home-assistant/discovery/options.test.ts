import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Routing } from "../../../../src/core/resources/audio.ts";
import { optionsOf } from "../../../../src/extensions/home-assistant/discovery/options.ts";
import { audio, entry, routing } from "../../../core/sample-player.ts";
import { FakeHomeAssistant } from "../../../home-assistant/fake-home-assistant.ts";
import { startBench } from "../../../home-assistant/discovery-bench.ts";
import { anyRouting, everything, offering } from "../../../home-assistant/players.ts";

async function watched(digestMs: () => number) {
  const bench = startBench();
  const home = new FakeHomeAssistant(bench.broker, bench.clock, digestMs);
  bench.broker.listen((message) => {
    home.receive(message);
  });
  await bench.connect();
  return { ...bench, home };
}

it("a renamed output always keeps a valid state, and ends with its new name", async () => {
  const { home, clock, publish } = await watched(() => 400);
  publish("cinema", offering(routing([entry("XLR"), entry("USB", { displayName: "USB" })], "USB")));
  await clock.advance(5000);
  expect(home.selects.get("output")?.option).toBe("USB");
  publish("cinema", offering(routing([entry("XLR"), entry("USB", { displayName: "My DAC" })], "USB")));
  await clock.advance(900);
  expect(home.selects.get("output")).toMatchObject({
    option: "USB",
    config: { options: ["The XLR", "My DAC", "USB"] },
  });
  await clock.advance(10_000);
  expect(home.selects.get("output")).toMatchObject({
    option: "My DAC",
    config: { options: ["The XLR", "My DAC"] },
  });
  expect({ errors: home.errors, unknowns: home.unknowns }).toEqual({ errors: [], unknowns: 0 });
});

it("a select never has a state outside its options, and ends correct, whatever happens to the list and when", async () => {
  const anyStep = fc.record({
    lists: fc.record({ input: anyRouting, output: anyRouting }),
    pauseMs: fc.constantFrom(0, 100, 700, 1500, 2500, 6000),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 2, maxLength: 8 }),
      fc.infiniteStream(fc.integer({ min: 50, max: 900 })),
      async (steps, delays) => {
        const { home, clock, publish, homeAssistant } = await watched(() => delays.next().value ?? 100);
        for (const { lists, pauseMs } of steps) {
          const player = { ...everything.player, audio: { ...audio(), ...lists } };
          publish("cinema", { ...everything, player });
          await clock.advance(pauseMs);
        }
        await clock.advance(20_000);
        expect(home.errors).toEqual([]);
        for (const name of ["input", "output"] as const)
          expect(home.selects.get(name)?.option).toBe(endOf(steps.map(({ lists }) => lists[name])));
        homeAssistant.stop();
        expect(clock.pending).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});

/** The options of a select after these lists: an empty list changes the selected entry, not the options. */
function endOf(lists: readonly Routing[]): string | undefined {
  const offered = lists.findLast((list) => optionsOf(list).length > 0);
  const tag = lists.at(-1)?.current?.tag;
  return offered === undefined ? undefined : optionsOf(offered).find((option) => option.tag === tag)?.text;
}
