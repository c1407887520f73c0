import * as z from "zod";
import { type ListedOption, withUniqueTitles } from "../../core/resources/choice-list.ts";
import { once } from "../../lib/once.ts";
import { pictureAddress } from "../http/picture-address.ts";

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

/** The schema of an answer with these fields; the others are dropped. */
export function answerOf<T extends z.ZodRawShape>(fields: () => T) {
  return once(() => z.compile(z.object(fields())));
}

/** The same with all other fields as they came. */
export function looseAnswerOf<T extends z.ZodRawShape>(fields: () => T) {
  return once(() => z.compile(z.looseObject(fields())));
}

/** An object with these fields; any other value is omitted. */
export function part<T extends z.ZodRawShape>(fields: T) {
  return z.looseObject(fields).optional().catch(undefined);
}

/**
 * A list of objects with these fields; any other value is omitted. What is no object in it becomes an empty one, since
 * the index of an entry matters.
 */
export function listOf<T extends z.ZodRawShape>(fields: T) {
  const entry = z.preprocess((value) => (isObject(value) ? value : {}), z.looseObject(fields));
  return z.array(entry).optional().catch(undefined);
}

export const statusAnswer = answerOf(() => ({ status: number }));

/** The fields of an option in a list. */
export const optionFields = { index: number, title: text, name: text, icon: text };

interface OptionEntry {
  readonly index?: number | string | undefined;
  readonly title?: string | undefined;
  readonly name?: string | undefined;
  readonly icon?: string | undefined;
}

/**
 * The options of a list; the first one has this index unless the player says otherwise. Their pictures are told with the
 * player's origin.
 */
export function optionsIn(
  entries: readonly OptionEntry[] = [],
  { firstIndex = 0, origin }: { readonly firstIndex?: number; readonly origin?: string } = {},
): readonly ListedOption[] {
  return withUniqueTitles(
    entries.map(({ index, title, name, icon }, place) => {
      const own = asNumber(index) ?? firstIndex + place;
      const picture = origin === undefined ? undefined : pictureAddress(icon, origin)?.href;
      return { index: own, title: title ?? name ?? String(own), ...(picture !== undefined && { picture }) };
    }),
  );
}
