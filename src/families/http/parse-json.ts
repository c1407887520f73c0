import { DeviceError } from "../../core/errors.ts";
import type { Json, JsonObject } from "../../core/resources/json.ts";
import { cutText } from "../../lib/cut-text.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";
import { isUnsafe, plainText } from "../../lib/plain-text.ts";

/** A few bytes of JSON can take hundreds in memory: `{},{},…`. No list of a player has this many values. */
const maxValues = 30_000;
const maxDigits = 1000;

/**
 * Parses a body as JSON, whatever its content type. With `exact`, integers that a double cannot hold become strings
 * with every digit; that takes another pass over the text, so it is for small bodies only.
 */
export function parseJson(body: Buffer, exact: boolean, max = maxValues): unknown {
  const excess = findExcess(body, max);
  if (excess !== undefined)
    throw new DeviceError("malformed", translatable("answer.excess", "the answer has {excess}", { excess }));
  const text = decodeText(body);
  if (text.trim() === "")
    throw new DeviceError("malformed", translatable("answer.empty", "the answer is empty: expected JSON"));
  try {
    const [json, parsed] = parseTolerantly(text);
    // The replacement runs on valid JSON only: on any other text the pattern may take very long.
    const value = exact && largeInteger.test(json) ? JSON.parse(quoteLargeIntegers(json)) : parsed;
    const mayNeedCleaning = isUnsafe(text) || (text.includes("\\") && unsafeEscapes.test(text));
    return mayNeedCleaning ? withPlainTexts(value) : value;
  } catch (error) {
    const begin = JSON.stringify(cutText(text.trimStart(), 16));
    throw new DeviceError(
      "malformed",
      translatable("answer.not-json", "the answer is not JSON: it begins with {begin}", { begin }),
      { cause: error },
    );
  }
}

/** The text as JSON, and its value. What C programs print for no number, and raw control characters, cost their field only. */
function parseTolerantly(text: string): [json: string, value: unknown] {
  try {
    return [text, JSON.parse(text)];
  } catch (error) {
    if (text.length > longestRepaired) throw error;
    const repaired = text.replace(stringOrNoNumber, (token) =>
      token.startsWith('"') ? token.replace(rawControls, escapeControl) : "null",
    );
    return [repaired, JSON.parse(repaired)];
  }
}

const longestRepaired = 1_048_576;
// A text that is not closed matches up to the end: a pattern that fails there would start anew at each quote.
const stringOrNoNumber =
  /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|-?(?<![\w.])(?:NaN|Infinity|nan|inf|undefined)(?![\w.])/g;
// oxlint-disable-next-line no-control-regex -- they are what is searched for
const rawControls = /[\0-\x1f]/g;

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A program in C may send the zero that terminates its text. */
function decodeText(body: Buffer): string {
  let end = body.length;
  while (body[end - 1] === 0) end--;
  return body.toString("utf8", hasByteOrderMark(body) ? 3 : 0, end);
}

/**
 * Why a text would take much more memory than it has bytes: too many JSON values, counted by commas and opening
 * brackets anywhere, or an endless number. A text shorter than `most` is always acceptable.
 */
export function findExcess(text: Buffer, max: number): Phrase | undefined {
  if (text.length <= max) return undefined;
  let values = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) {
      if (++digits > maxDigits)
        return translatable("excess.digits", "a number of more than {max} digits", { max: maxDigits });
      continue;
    }
    digits = 0;
    if ((byte === 0x2c || byte === 0x5b || byte === 0x7b) && ++values > max)
      return translatable("excess.values", "more than {max} values", { max });
  }
  return undefined;
}

/** Whether a text begins with the byte order mark that some programs put before UTF-8. */
export function hasByteOrderMark(body: Buffer): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
}

/** What plainText removes, as JSON escapes it. */
const unsafeEscapes = /\\(?:[bfr]|u(?:00[0189]|007f|202[89a-e]|206[6-9]|d[89a-f]))/i;
/** Cleaning takes up to 0.1 ms for a thousand characters, and no player has more that need it. */
const mostCleaned = 200_000;
/** Fields for programs: tags, ids, paths and addresses are sent back to the player as they are. */
const rawField = /(?:tag|id|path|url|uri|icon|image|picture|poster|art|mac)$|^package/i;

/**
 * Makes the texts for people plain at any depth that is read. Deeper values become null, and texts that would take too long
 * to clean become U+FFFD.
 */
function withPlainTexts(json: unknown): unknown {
  let left = mostCleaned;
  const clean = (value: unknown, field: string, depth: number): unknown => {
    if (typeof value === "string") {
      if (rawField.test(field) || !isUnsafe(value)) return value;
      left -= value.length;
      return left < 0 ? "\ufffd" : plainText(value);
    }
    if (typeof value !== "object" || value === null) return value;
    if (depth === 0) return null;
    if (Array.isArray(value)) return value.map((item) => clean(item, field, depth - 1));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clean(item, key, depth - 1)]));
  };
  return clean(json, "", 2 * deepest);
}

const largeInteger = /[:[,]\s*-?\d{16,}/;
const stringOrLargeInteger = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

function quoteLargeIntegers(text: string): string {
  return text.replace(stringOrLargeInteger, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
}

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
  copyInto(copy, value, deepest, asIs);
  copyInto(copy, over, deepest, asIs);
  return copy;
}

/** The same without the query of addresses: in an entry of a streaming service it is a key to someone's account. */
export function sanitizeJsonWithoutQueries(value: Readonly<Record<string, unknown>>): JsonObject {
  const copy: Record<string, Json> = {};
  copyInto(copy, value, deepest, cutQuery);
  return copy;
}

export function cutQuery(text: string): string {
  return /^\s*https?:/i.test(text) ? text.replace(/[?#].*$/s, "") : text;
}

type ChangeText = (text: string) => string;

const asIs: ChangeText = (text) => text;

function copyInto(
  copy: Record<string, Json>,
  value: Readonly<Record<string, unknown>>,
  depth: number,
  change: ChangeText,
): void {
  for (const key of Object.keys(value)) {
    const item = copyValue(value[key], depth - 1, change);
    if (item !== undefined && key !== "__proto__") copy[key] = item;
  }
}

function copyValue(value: unknown, depth: number, change: ChangeText): Json | undefined {
  if (typeof value === "string") return change(value);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || depth <= 0) return undefined;
  if (Array.isArray(value)) return value.map((item) => copyValue(item, depth - 1, change) ?? null);
  const copy: Record<string, Json> = {};
  copyInto(copy, value as Record<string, unknown>, depth, change);
  return copy;
}
