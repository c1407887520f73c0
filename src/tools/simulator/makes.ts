import { bluos } from "./bluos/simulated-make.ts";
import type { SimulatedMake } from "./simulated-make.ts";
import { zidoo } from "./zidoo/simulated-make.ts";

/** Every make, by the name of its family; the first one is simulated by default. */
export const simulatedMakes: Readonly<Record<string, SimulatedMake>> = { zidoo, bluos };
