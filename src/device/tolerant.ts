import * as z from "zod";

/*
 * Firmware versions write the same value in different ways: numbers as strings, 0 and 1 for booleans, or not at all.
 * Each of these reads what can be read and omits the rest.
 */

/** A text; numbers and booleans are written out. */
export const text = z.unknown().transform(toText).optional();

/** A number; numeric text is read. An integer that a double cannot hold stays text, with every digit. */
export const number = z.unknown().transform(toNumber).optional();

/** A yes or no; 0, 1 and their texts are read. */
export const flag = z.unknown().transform(toFlag).optional();

/** A list of texts; anything else is left out. */
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

/** A number, as `number` reads it. */
export function toNumber(value: unknown): number | string | undefined {
  // JSON's 1e999 is read as infinity, which no JSON can say again.
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "boolean") return Number(value);
  // Firmware in some languages writes a decimal comma.
  if (typeof value !== "string" || !/^\s*-?\d+([.,]\d+)?\s*$/.test(value)) return undefined;
  const read = Number(value.replace(",", "."));
  const isHeld = Number.isSafeInteger(read) || (Number.isFinite(read) && !Number.isInteger(read));
  return isHeld ? read : value.trim();
}

/** A yes or no, as `flag` reads it. */
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

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The number a tolerant field holds, where a calculation needs one. */
export function asNumber(value: number | string | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
