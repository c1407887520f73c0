import type { SimulatorOptions } from "../tools/simulator/start-simulator.ts";

/** A simulated player of the demo. */
export interface DemoPlayer {
  readonly id: string;
  readonly name: string;
  readonly simulator: SimulatorOptions;
}

/** The household of the demo, in the order in which it grows. */
export const demoPlayers: readonly DemoPlayer[] = [
  { id: "living-room", name: "Living room", simulator: { preset: "video", prefix: "Zidoo" } },
  { id: "study", name: "Study", simulator: { preset: "audio", prefix: "Device" } },
  { id: "cellar", name: "Cellar", simulator: { preset: "old", prefix: "Zidoo" } },
  { id: "workshop", name: "Workshop", simulator: { preset: "twins", prefix: "Device" } },
  { id: "guest-room", name: "Guest room", simulator: { preset: "idle", prefix: "Device" } },
];
