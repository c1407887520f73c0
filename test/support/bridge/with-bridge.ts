import { test } from "vitest";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../../simulator/zidoo/start-simulator.ts";
import { Bridged, type BridgedOptions } from "./bridged.ts";

/** How a simulated player is started: by its options, or in a way of its own. */
type Start = SimulatorOptions | (() => Promise<Simulator>);

/** Tests that name `sim` get a simulated player. */
export function withSimulator(start: Start = {}) {
  return test.extend<{ readonly sim: Simulator }>({
    // oxlint-disable-next-line no-empty-pattern -- the fixtures that it depends on
    sim: async ({}, use) => {
      await using sim = await (typeof start === "function" ? start() : startSimulator(start));
      await use(sim);
    },
  });
}

/** Tests that name `bridged` get a bridge that has read this player. */
export function withBridge(start: Start = {}, options: BridgedOptions = {}) {
  return withSimulator(start).extend<{ readonly bridged: Bridged }>({
    bridged: async ({ sim }, use) => {
      await using bridged = await Bridged.settled(sim, options);
      await use(bridged);
    },
  });
}
