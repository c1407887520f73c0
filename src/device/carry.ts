import type { Json, JsonObject } from "../core/player.ts";

/** No player nests its answers half as deep; writing JSON of any depth would exhaust the stack. */
const deepest = 12;

/** A copy of what a player sent that is safe to publish whole: of bounded depth, and nothing that is no JSON. */
export function carry(value: Readonly<Record<string, unknown>>): JsonObject {
  return carryObject(value, deepest);
}

/** The same, without the query part of addresses: in a streamed entry it is a key to someone's account. */
export function carryWithoutQueries(value: Readonly<Record<string, unknown>>): JsonObject {
  return mapTexts(carry(value), cutQuery);
}

/** An address without its query and fragment. */
export function cutQuery(text: string): string {
  return /^\s*https?:/i.test(text) ? text.replace(/[?#].*$/s, "") : text;
}

function carryObject(value: Readonly<Record<string, unknown>>, depth: number): JsonObject {
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const carried = carryValue(item, depth - 1);
    if (carried !== undefined && key !== "__proto__") entries.push([key, carried]);
  }
  return Object.fromEntries(entries);
}

function carryValue(value: unknown, depth: number): Json | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || depth <= 0) return undefined;
  if (Array.isArray(value)) return value.map((item) => carryValue(item, depth - 1) ?? null);
  return carryObject(value as Record<string, unknown>, depth);
}

function mapTexts(value: JsonObject, change: (text: string) => string): JsonObject {
  const mapValue = (item: Json): Json => {
    if (typeof item === "string") return change(item);
    if (typeof item !== "object" || item === null) return item;
    return isList(item) ? item.map(mapValue) : mapTexts(item, change);
  };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapValue(item)]));
}

/** Array.isArray does not narrow a readonly list. */
function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
