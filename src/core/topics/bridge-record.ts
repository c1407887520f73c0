import { asList, asObject, asText, type Json, type JsonObject } from "../resources/json.ts";

/** The pages of a bridge's info as they arrived, by number; page 0 is `info` itself. */
export type InfoPages = ReadonlyMap<number, string>;

/** What a bridge last published about itself. */
export interface BridgeRecord {
  readonly clientId: string | undefined;
  /** The players that it has. */
  readonly players: readonly string[];
  /** Those whose topics it was still clearing. */
  readonly leaving: readonly string[];
  /** How many pages follow `info`. */
  readonly pages: number;
  /** Whether all of them are there, and of one revision. */
  readonly isComplete: boolean;
}

/** No bridge has thousands of pages: a number that a stranger wrote does not become that many subscriptions. */
const mostPages = 1000;

/** Reads the info of a bridge; undefined where it makes no sense. Pages of another revision are left out. */
export function readRecord(pages: InfoPages): BridgeRecord | undefined {
  const info = parseObject(pages.get(0) ?? "");
  if (info === undefined) return undefined;
  const count = pageCount(info["pages"]);
  const following = Array.from({ length: count }, (_, place) => parseObject(pages.get(place + 1) ?? ""));
  const current = following.filter((page) => page !== undefined && page["revision"] === info["revision"]);
  const all = [info, ...current];
  return {
    clientId: asText(asObject(info["mqtt"])?.["clientId"]),
    players: all.flatMap((page) =>
      known(asList(page?.["players"]).map((player) => asText(asObject(player)?.["id"]))),
    ),
    leaving: all.flatMap((page) => known(asList(page?.["leaving"]).map(asText))),
    pages: count,
    isComplete: current.length === count,
  };
}

function pageCount(value: Json | undefined): number {
  const isCount = typeof value === "number" && Number.isSafeInteger(value) && value > 0;
  return isCount ? Math.min(value, mostPages) : 0;
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
