import { expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { namedOperations } from "../support/named-operations.ts";

it.each(namedOperations)("$name works with a simulated player", async ({ sets, asks, says, preset }) => {
  const now = () => performance.now();
  await using sim = await startSimulator({ preset, wakePort: 0, bootMs: 50, deafMs: 0, now });
  const wakeAddress = `127.0.0.1:${sim.wakePort}`;
  const args = { "controls.experimental": "true", "controls.wakeAddress": wakeAddress };
  await using bridged = await Bridged.settled(sim, { args });
  const countBefore = sets.length === 0 ? 0 : sim.traffic.count(asks);
  for (const [control, value] of sets) {
    expect(await bridged.set(control, value)).toMatchObject({ outcome: "applied" });
  }
  expect(sim.traffic.count(asks)).toBeGreaterThan(countBefore);
  const [topic, wanted] = says;
  await until(() => {
    const said =
      topic === "result" ? JSON.stringify(bridged.subscriber.results.at(-1)) : bridged.payload(topic);
    expect(said).toMatch(wanted);
    return true;
  });
});
