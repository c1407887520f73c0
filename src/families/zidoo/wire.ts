import * as z from "zod";
import { once } from "../../lib/once.ts";

/*
 * Firmware versions write the same value differently: numbers as strings, booleans as 0 and 1, or nothing at all. Each
 * of these shapes reads what it can and omits the rest.
 */

/** A text; numbers and booleans are converted. */
export const text = z.unknown().transform(toText).optional();

/** A number, or numeric text. An integer that a double cannot hold stays text, with every digit. */
export const number = z.unknown().transform(toNumber).optional();

/** A boolean; 0, 1 and their texts are converted. */
export const flag = z.unknown().transform(toFlag).optional();

/** A list of texts; anything else is omitted. */
export const texts = z
  .unknown()
  .transform((value) => (Array.isArray(value) ? value.map((item) => toText(item) ?? "") : undefined))
  .optional();

function toText(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
      return String(value);
    default:
      return undefined;
  }
}

export function toNumber(value: unknown): number | string | undefined {
  // JSON.parse reads 1e999 as infinity, which JSON cannot represent.
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "boolean") return Number(value);
  // Firmware in some languages writes a decimal comma.
  if (typeof value !== "string" || !/^\s*-?\d+([.,]\d+)?\s*$/.test(value)) return undefined;
  const read = Number(value.replace(",", "."));
  const isHeld = Number.isSafeInteger(read) || (Number.isFinite(read) && !Number.isInteger(read));
  return isHeld ? read : value.trim();
}

export function toFlag(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  switch (toText(value)?.trim().toLowerCase()) {
    case "1":
    case "true":
      return true;
    case "0":
    case "false":
      return false;
    default:
      return undefined;
  }
}

/** Whether a value is an object and not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asNumber(value: number | string | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The level of a range; undefined for one outside of it, which cannot be true. */
export function within(min: number, max: number, level = Number.NaN): number | undefined {
  return level >= min && level <= max ? level : undefined;
}

/*
 * The common base of the schemas of answers: the fields of the specification's tables and of known players, in the
 * players' spelling. Every field may be missing, and undocumented fields pass through. Each schema is compiled on first
 * use, to keep the start short.
 */

export interface ReadContext {
  /** The player's scheme, host and port. */
  readonly origin: string;
  readonly pathPrefix: string;
  /** The path of the film that plays; undefined if none does. */
  readonly film?: string | undefined;
  readonly settingTags?: readonly string[] | "all" | undefined;
}

/** A list of objects. Other values become empty objects, since the index of an entry matters. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.array(z.preprocess((value) => (isObject(value) ? value : {}), item));
}

/** A list of options, as display and settings have; any other value is omitted. */
export const listedOptions = once(() =>
  listOf(z.looseObject({ index: number, title: text, name: text }))
    .optional()
    .catch(undefined),
);

/** An object; any other value is omitted. */
export function part<T extends z.ZodRawShape>(shape: T) {
  return z.looseObject(shape).optional().catch(undefined);
}

export const statusAnswer = once(() => z.compile(z.object({ status: number })));
