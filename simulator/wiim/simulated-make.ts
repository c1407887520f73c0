import { mdnsWay } from "../beacon.ts";
import type { SimulatedMake } from "../simulated-make.ts";
import { faultUsages, parseBehavior } from "./faults.ts";
import { presets } from "./presets.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "./start-simulator.ts";

/** Another port than the usual 443, which needs privileges. */
const usualPort = 4443;
/** The usual one, on which another player of this machine may listen already: then the queue is that one's. */
const upnpPort = 49_152;

async function start(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator({ ...options, upnpPort });
  } catch (error) {
    const { code, port } = error as { readonly code?: unknown; readonly port?: unknown };
    if (code !== "EADDRINUSE" || port !== upnpPort) throw error;
    return startSimulator(options);
  }
}

export const wiim: SimulatedMake = {
  usualPort,
  presets: Object.keys(presets),
  faultUsages,
  flags: {},
  example: "--preset old",
  parseFault: parseBehavior,
  async start(given, common) {
    const preset = given.choice("preset", presets) ?? "pro";
    const simulator = await start({ ...common, preset });
    const { name, model } = simulator.player;
    return {
      ...simulator,
      title: `${name} (${model.project})`,
      searchWays: [
        mdnsWay("mDNS", "_linkplay._tcp.local", [
          { name, mac: model.mac, port: simulator.port, texts: [`MAC=${model.mac}`] },
        ]),
      ],
      notes: [],
    };
  },
  demoPlayers: [{ id: "terrace", name: "Terrace", start: () => start({ name: "Terrace" }) }],
};
