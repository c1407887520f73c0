import { families } from "../families/index.ts";
import type { Search } from "../tools/finder/find-players.ts";

/** The default search: every method of every family, with enough time for a player on Wi-Fi. */
export const networkSearch: Omit<Search, "clock"> = { families, listenMs: 4000 };
