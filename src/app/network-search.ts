import { families } from "../families/index.ts";
import type { Search } from "../tools/finder/find-players.ts";

export const networkSearch: Omit<Search, "clock"> = { families, listenMs: 4000 };
