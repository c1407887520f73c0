import { resolvePlayer } from "../../config/players.ts";
import type { Config } from "../../config/schema.ts";
import { suggestEntry } from "../finder/suggest-entry.ts";
import type { World } from "./world.ts";

/** The configuration with the players that are on the network now, where it asks for those. */
export async function withFoundPlayers(
  config: Config,
  { search }: Pick<World, "search">,
  signal: AbortSignal,
): Promise<Config> {
  if (!config.findsPlayers) return config;
  const found = await search(signal);
  return { ...config, players: found.map((player) => resolvePlayer(config, suggestEntry(player))) };
}
