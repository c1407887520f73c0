import { DeviceError } from "../core/errors.ts";

/** A few bytes of JSON can take hundreds in memory: `{},{},…`. No list of a player has this many values. */
const maxValues = 30_000;
const maxDigits = 1000;

/**
 * Parses a body as JSON, whatever its content type. With `exact`, integers that a double cannot hold become strings
 * with every digit; that takes another pass over the text, so it is for small bodies only.
 */
export function parseJson(body: Buffer, exact: boolean, max = maxValues): unknown {
  const excess = findExcess(body, max);
  if (excess !== undefined) throw new DeviceError("malformed", `the answer has ${excess}`);
  const text = decodeText(body);
  if (text.trim() === "") throw new DeviceError("malformed", "the answer is empty: expected JSON");
  try {
    const parsed: unknown = JSON.parse(text);
    // The replacement runs on valid JSON only: on any other text the pattern may take very long.
    return exact && largeInteger.test(text) ? JSON.parse(quoteLargeIntegers(text)) : parsed;
  } catch (error) {
    const begin = JSON.stringify(text.trimStart().slice(0, 16));
    throw new DeviceError("malformed", `the answer is not JSON: it begins with ${begin}`, { cause: error });
  }
}

/**
 * UTF-16 has a mark, or a zero next to the first character. A program in C may send the zero that terminates its text.
 */
function decodeText(body: Buffer): string {
  const isUtf16 = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0x7b && body[1] === 0);
  if (isUtf16) return body.toString("utf16le").replace(/^\uFEFF/, "");
  const isBigEndian = (body[0] === 0xfe && body[1] === 0xff) || (body[0] === 0 && body[1] === 0x7b);
  if (isBigEndian)
    throw new DeviceError("malformed", "the answer is in big-endian UTF-16, which is not supported");
  let end = body.length;
  while (body[end - 1] === 0) end--;
  return body.toString("utf8", hasByteOrderMark(body) ? 3 : 0, end);
}

/**
 * Why a text would take much more memory than it has bytes: too many JSON values, counted by commas and opening
 * brackets anywhere, or an endless number. A text shorter than `most` is always acceptable.
 */
export function findExcess(text: Buffer, max: number): string | undefined {
  if (text.length <= max) return undefined;
  let values = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) {
      if (++digits > maxDigits) return `a number of more than ${maxDigits} digits`;
      continue;
    }
    digits = 0;
    if ((byte === 0x2c || byte === 0x5b || byte === 0x7b) && ++values > max) return `more than ${max} values`;
  }
  return undefined;
}

/** Whether a text begins with the byte order mark that some programs put before UTF-8. */
export function hasByteOrderMark(body: Buffer): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
}

const largeInteger = /[:[,]\s*-?\d{16,}/;
const stringOrLargeInteger = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

function quoteLargeIntegers(text: string): string {
  return text.replace(stringOrLargeInteger, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
}
