import { bluos } from "./bluos/simulated-make.ts";
import type { SimulatedMake } from "./simulated-make.ts";
import { wiim } from "./wiim/simulated-make.ts";
import { zidoo } from "./zidoo/simulated-make.ts";

/** Every make, by the name of its family. */
export const simulatedMakes = { zidoo, bluos, wiim } satisfies Readonly<Record<string, SimulatedMake>>;

export const defaultMakeName = "zidoo";
