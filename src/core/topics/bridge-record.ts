import { asList, asObject, asText, type Json, parseObject } from "../resources/json.ts";

export type InfoPages = ReadonlyMap<number, string>;

export interface BridgeRecord {
  readonly clientId: string | undefined;
  /** Of two bridges of one name, that with the higher term runs the players. */
  readonly term: number;
  readonly players: readonly string[];
  /** Players whose topics it was still clearing. */
  readonly leaving: readonly string[];
  readonly pages: number;
  /** Counts the infos of the bridge. */
  readonly sequence: number | undefined;
  /** Whether all pages are present and of one revision. */
  readonly isComplete: boolean;
}

/** No bridge has thousands of pages: a forged number must not cause that many subscriptions. */
const maxPages = 1000;
/** No bridge starts so often: the term after a forged number must still be one. */
const maxTerm = 1_000_000_000;

/** Parses the info of a bridge; undefined if it is malformed. Pages of another revision are ignored. */
export function readRecord(pages: InfoPages): BridgeRecord | undefined {
  const info = parseObject(pages.get(0));
  if (info === undefined) return undefined;
  const count = pageCount(info["pages"]);
  const following = Array.from({ length: count }, (_, place) => parseObject(pages.get(place + 1)));
  const current = following
    .filter((page) => page !== undefined)
    .filter(({ revision }) => revision === info["revision"]);
  const all = [info, ...current];
  return {
    clientId: asText(asObject(info["mqtt"])?.["clientId"]),
    term: termOf(info["term"]),
    players: all.flatMap((page) =>
      known(asList(page["players"]).map((player) => asText(asObject(player)?.["id"]))),
    ),
    leaving: all.flatMap((page) => known(asList(page["leaving"]).map(asText))),
    pages: count,
    sequence: countOf(info["sequence"]) || undefined,
    isComplete: current.length === count,
  };
}

function countOf(value: Json | undefined): number {
  return Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0;
}

function termOf(value: Json | undefined): number {
  const term = countOf(value);
  return term > maxTerm ? 0 : term;
}

function pageCount(value: Json | undefined): number {
  return Math.min(countOf(value), maxPages);
}

function known(ids: readonly (string | undefined)[]): string[] {
  return ids.filter((id) => id !== undefined);
}
