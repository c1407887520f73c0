import { readModel } from "../families/zidoo/read-model.ts";
import type { Search } from "../tools/finder/find-players.ts";
import { ways } from "../tools/finder/ways.ts";

/** The default search: every method, with enough time for a player on Wi-Fi. */
export const networkSearch: Omit<Search, "clock"> = {
  ways,
  listenMs: 4000,
  port: 9529,
  confirm: readModel,
};
