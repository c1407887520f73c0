import type { Json, JsonObject } from "../core/resources/json.ts";

/** Twice the nesting of any known answer; writing JSON of unlimited depth would exhaust the stack. */
const deepest = 12;

/**
 * A copy of a player's object that is safe to publish: of limited depth, and valid JSON. The fields of `over` replace
 * those of the object, except undefined ones.
 */
export function sanitizeJson(
  value: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>> = {},
): JsonObject {
  const copy: Record<string, Json> = {};
  copyInto(copy, value, deepest);
  copyInto(copy, over, deepest);
  return copy;
}

/** The same without the query of addresses: in an entry of a streaming service it is a key to someone's account. */
export function sanitizeJsonWithoutQueries(value: Readonly<Record<string, unknown>>): JsonObject {
  return mapTexts(sanitizeJson(value), cutQuery);
}

/** An address without its query and fragment. */
export function cutQuery(text: string): string {
  return /^\s*https?:/i.test(text) ? text.replace(/[?#].*$/s, "") : text;
}

function copyObject(value: Readonly<Record<string, unknown>>, depth: number): JsonObject {
  const copy: Record<string, Json> = {};
  copyInto(copy, value, depth);
  return copy;
}

function copyInto(copy: Record<string, Json>, value: Readonly<Record<string, unknown>>, depth: number): void {
  for (const key of Object.keys(value)) {
    const item = copyValue(value[key], depth - 1);
    if (item !== undefined && key !== "__proto__") copy[key] = item;
  }
}

function copyValue(value: unknown, depth: number): Json | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || depth <= 0) return undefined;
  if (Array.isArray(value)) return value.map((item) => copyValue(item, depth - 1) ?? null);
  return copyObject(value as Record<string, unknown>, depth);
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
