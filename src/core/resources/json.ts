/** A JSON value as a player gave it, under its own field names. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object as a player gave it. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The value if it is an object. */
export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The value if it is a list, else an empty one. */
export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The value if it is a text. */
export function asText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
