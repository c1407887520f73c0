import type { Json, JsonObject } from "../core/resources/json.ts";

/** No player nests its answers half as deep; writing JSON of any depth would exhaust the stack. */
const deepest = 12;

/**
 * A copy of what a player sent that is safe to publish whole: of bounded depth, and nothing that is no JSON. What is
 * given beside it is laid over it, but for what is undefined there. It is made in one go: an object that is spread into
 * another costs more than all the rest of it, and has a shape of its own, which is kept with it.
 */
export function sanitizeJson(
  value: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>> = {},
): JsonObject {
  const carried: Record<string, Json> = {};
  carryInto(carried, value, deepest);
  carryInto(carried, over, deepest);
  return carried;
}

/** The same, without the query part of addresses: in a streamed entry it is a key to someone's account. */
export function sanitizeJsonWithoutQueries(value: Readonly<Record<string, unknown>>): JsonObject {
  return mapTexts(sanitizeJson(value), cutQuery);
}

/** An address without its query and fragment. */
export function cutQuery(text: string): string {
  return /^\s*https?:/i.test(text) ? text.replace(/[?#].*$/s, "") : text;
}

function carryObject(value: Readonly<Record<string, unknown>>, depth: number): JsonObject {
  const carried: Record<string, Json> = {};
  carryInto(carried, value, depth);
  return carried;
}

function carryInto(
  carried: Record<string, Json>,
  value: Readonly<Record<string, unknown>>,
  depth: number,
): void {
  for (const key of Object.keys(value)) {
    const item = carryValue(value[key], depth - 1);
    if (item !== undefined && key !== "__proto__") carried[key] = item;
  }
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
