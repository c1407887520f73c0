import { reachable, type SimulatedMake } from "../simulated-make.ts";
import { faultUsages, parseBehavior } from "./faults.ts";
import { presets } from "./presets.ts";
import { searchWays } from "./search-ways.ts";
import { startSimulator, usualPort } from "./start-simulator.ts";

const maxZones = 8;

export const bluos: SimulatedMake = {
  usualPort,
  presets: Object.keys(presets),
  faultUsages,
  flags: { zones: { value: "<count>", about: "zones of its chassis, each a player of its own" } },
  example: "--zones 2",
  parseFault: parseBehavior,
  async start(given, common) {
    const preset = given.choice("preset", presets) ?? "node";
    const count = given.wholeNumber("zones", { min: 1, max: maxZones }) ?? 1;
    const simulator = await startSimulator({ ...common, preset });
    const zones = [simulator];
    const dispose = async (): Promise<void> => {
      await Promise.all(zones.map((zone) => zone[Symbol.asyncDispose]()));
    };
    const notes = [`It is rebooted by its web pages on port ${simulator.webPort}`];
    try {
      while (zones.length < count) {
        // Further zones have a port of ten more each.
        const port = common.port === 0 ? 0 : common.port + 10 * zones.length;
        const name = `${simulator.player.name} ${zones.length + 1}`;
        const zone = await startSimulator({ ...common, preset, port, name, chassis: simulator });
        zones.push(zone);
        notes.push(`Zone ${zones.length} listens on ${reachable(zone.url)}`);
      }
    } catch (error) {
      await dispose();
      throw error;
    }
    return {
      ...simulator,
      title: `${simulator.player.name} (${simulator.player.model.modelName})`,
      searchWays: searchWays(zones.map(({ player }) => player)),
      notes,
      [Symbol.asyncDispose]: dispose,
    };
  },
  demoPlayers: [{ id: "kitchen", name: "Kitchen", start: () => startSimulator() }],
};
