import { expect, it } from "vitest";
import { startBench } from "../../home-assistant/discovery-bench.ts";
import { everything } from "../../home-assistant/players.ts";

it.each([
  [false, 0],
  [true, 1],
])("the options of selects are only worked out for discovery (enabled: %s)", async (isEnabled, atLeast) => {
  let reads = 0;
  const { audio, ...others } = everything.player;
  const player = Object.defineProperty({ ...others }, "audio", {
    enumerable: true,
    get: () => {
      reads += 1;
      return audio;
    },
  });
  const bench = startBench({ isEnabled });
  await bench.connect();
  bench.publish("cinema", { ...everything, player });
  expect(bench.identities).toHaveLength(1);
  reads = 0;
  bench.homeAssistant.changed({ id: "cinema" }, [{ leaf: "audio/output/options", payload: "[]" }]);
  expect(Math.min(reads, 1)).toBe(atLeast);
});
