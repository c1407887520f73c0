import { bluos } from "./bluos/family.ts";
import type { Family } from "./family.ts";
import { wiim } from "./wiim/family.ts";
import { zidoo } from "./zidoo/family.ts";

/** Every family, in the order in which an unknown player is asked. */
export const families: readonly Family[] = [zidoo, bluos, wiim];
