import type { JsonObject } from "./player.ts";
import { asList, asObject, asText } from "./discovery/as-json.ts";

/** What a bridge said of itself when it last connected. */
export interface BridgeRecord {
  readonly clientId: string | undefined;
  /** The players that it has, and those whose topics it was still clearing. */
  readonly players: readonly string[];
}

/** Reads the info of a bridge; undefined where it makes no sense. */
export function readRecord(text: string): BridgeRecord | undefined {
  const info = parseObject(text);
  if (info === undefined) return undefined;
  const players = asList(info["players"]).map((player) => asText(asObject(player)?.["id"]));
  const leaving = asList(info["leaving"]).map(asText);
  return {
    clientId: asText(asObject(info["mqtt"])?.["clientId"]),
    players: [...players, ...leaving].filter((id) => id !== undefined),
  };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text) as JsonObject);
  } catch {
    return undefined;
  }
}
