import { test } from "vitest";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../../src/tools/simulator/zidoo/start-simulator.ts";
import { Bridged, type BridgedOptions } from "./bridged.ts";

/** Tests that name `sim` get a simulated player. */
export function withSimulator(options: SimulatorOptions = {}) {
  return test.extend<{ readonly sim: Simulator }>({
    // oxlint-disable-next-line no-empty-pattern -- the fixtures that it depends on
    sim: async ({}, use) => {
      await using sim = await startSimulator(options);
      await use(sim);
    },
  });
}

/** Tests that name `bridged` get a bridge that has read this player. */
export function withBridge(simulated: SimulatorOptions = {}, options: BridgedOptions = {}) {
  return withSimulator(simulated).extend<{ readonly bridged: Bridged }>({
    bridged: async ({ sim }, use) => {
      await using bridged = await Bridged.settled(sim, options);
      await use(bridged);
    },
  });
}
