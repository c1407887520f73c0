import type { JsonObject } from "../resources/player.ts";
import { asList, asObject, asText } from "./as-json.ts";
import { unpackIds } from "./packed-ids.ts";

/** What a bridge said of itself when it last connected. */
export interface BridgeRecord {
  readonly clientId: string | undefined;
  /** The players that it has. */
  readonly players: readonly string[];
  /** Those whose topics it was still clearing. */
  readonly leaving: readonly string[];
}

/** Reads the info of a bridge; undefined where it makes no sense. */
export function readRecord(text: string): BridgeRecord | undefined {
  const info = parseObject(text);
  if (info === undefined) return undefined;
  const packed = asObject(info["packed"]);
  const players = asList(info["players"]).map((player) => asText(asObject(player)?.["id"]));
  const leaving = asList(info["leaving"]).map(asText);
  return {
    clientId: asText(asObject(info["mqtt"])?.["clientId"]),
    players: [...known(players), ...unpackIds(asText(packed?.["players"]) ?? "")],
    leaving: [...known(leaving), ...unpackIds(asText(packed?.["leaving"]) ?? "")],
  };
}

function known(ids: readonly (string | undefined)[]): string[] {
  return ids.filter((id) => id !== undefined);
}

function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text) as JsonObject);
  } catch {
    return undefined;
  }
}
