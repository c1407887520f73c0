import { type DemoSimulator, reachable, type SimulatedMake } from "../simulated-make.ts";
import { externalSources } from "./external-source.ts";
import { faultUsages, parseBehavior } from "./parse-behavior.ts";
import { presets } from "./presets.ts";
import { searchWays } from "./search-ways.ts";
import { type SimulatorOptions, startSimulator, usualPort } from "./start-simulator.ts";

export const zidoo: SimulatedMake = {
  usualPort,
  presets: Object.keys(presets),
  faultUsages,
  flags: {
    prefix: { value: "<word>", about: "path prefix; default Device" },
    source: {
      value: "<source>",
      about: `what it plays instead of its own film or music: ${Object.keys(externalSources).join(", ")}`,
    },
    together: { about: "play a film and music at once, which no real player does" },
    wake: { value: "<port>", about: "UDP port for the magic packet that wakes it; without one it stays off" },
    renderer: {
      value: "<port>",
      about: "UDP port where searches for its DLNA renderer are answered; the bridge asks 1900",
    },
  },
  example: "--fault slow:500 --fault 'status:804@getPlayStatus*3'",
  parseFault: parseBehavior,
  async start(given, common) {
    const preset = given.choice("preset", presets) ?? "video";
    const prefix = given.word("prefix", "Device");
    const source = given.choice("source", externalSources);
    const wakePort = given.wholeNumber("wake", { min: 0, max: 65_535 });
    const ssdpPort = given.wholeNumber("renderer", { min: 1, max: 65_535 });
    const simulator = await startSimulator({
      ...common,
      preset,
      playsTogether: given.has("together"),
      ...(prefix !== undefined && { prefix }),
      ...(source !== undefined && { source }),
      ...(wakePort !== undefined && { wakePort }),
      ...(ssdpPort !== undefined && { ssdpPort }),
    });
    const { name, model } = simulator.player.identity;
    const wakeAddress = `${reachable(common.host)}:${simulator.wakePort}`;
    const notes =
      simulator.wakePort === undefined
        ? []
        : [`To wake it with its magic packet: CONTROLS_WAKE_ADDRESS=${wakeAddress}`];
    return {
      ...simulator,
      title: `${name} (${model})`,
      searchWays: searchWays(name, simulator.renderer?.location),
      notes,
    };
  },
  demoPlayers: [
    { id: "living-room", name: "Living room", start: simulated({ preset: "video", prefix: "Zidoo" }) },
    { id: "study", name: "Study", start: simulated({ preset: "audio", prefix: "Device" }) },
    { id: "bedroom", name: "Bedroom", start: startAsleep },
    { id: "cellar", name: "Cellar", start: simulated({ preset: "old", prefix: "Zidoo" }) },
    { id: "workshop", name: "Workshop", start: simulated({ preset: "twins", prefix: "Device" }) },
  ],
  startSpare: simulated({ preset: "idle" }),
};

function simulated(options: SimulatorOptions) {
  return () => startSimulator({ ...options, playsTogether: false });
}

/** A player that is off, and can be woken. */
async function startAsleep(): Promise<DemoSimulator> {
  const simulator = await startSimulator({ preset: "audio", wakePort: 0, bootMs: 3000, deafMs: 0 });
  const { url, player, wakePort } = simulator;
  simulator.power.perform("poweroff");
  const controls = { wakeAddress: `127.0.0.1:${wakePort}` };
  return {
    url,
    // While it is off, its port is free, and a simulator of another make may take it.
    entry: { family: "zidoo", mac: player.identity.mac, controls },
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  };
}
