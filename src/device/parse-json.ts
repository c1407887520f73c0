import { DeviceError } from "../core/errors.ts";

/** A JSON object of a thousand bytes can become sixty thousand of memory: `{},{},…`. No player sends so many values. */
const mostValues = 30_000;

/**
 * Reads a body as JSON, whatever its content type says. With `exact`, integers that a double cannot hold come as
 * strings with every digit; that costs a walk over the text, so it is for small bodies.
 */
export function parseJson(body: Buffer, exact: boolean): unknown {
  if (hasMoreValues(body, mostValues)) {
    throw new DeviceError("malformed", `the answer has more than ${mostValues} values`);
  }
  const text = decodeText(body);
  if (text.trim() === "") throw new DeviceError("malformed", "the answer is empty: wanted JSON");
  try {
    const parsed: unknown = JSON.parse(text);
    // Only text that is known to be JSON is walked over: on anything else the pattern may take for ever.
    return exact && largeInteger.test(text) ? JSON.parse(quoteLargeIntegers(text)) : parsed;
  } catch (error) {
    const begin = JSON.stringify(text.trimStart().slice(0, 16));
    throw new DeviceError("malformed", `the answer is no JSON: it begins with ${begin}`, { cause: error });
  }
}

/** UTF-16 has a mark or a zero beside the first sign. A program in C may send the zero that ends its text. */
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
 * Whether a text may hold more JSON values than this: it has as many commas and opening brackets, wherever they stand. A
 * short text cannot.
 */
export function hasMoreValues(body: Buffer, most: number): boolean {
  if (body.length <= most) return false;
  let signs = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if ((byte === 0x2c || byte === 0x5b || byte === 0x7b) && ++signs > most) return true;
  }
  return false;
}

/** Whether a text begins with the mark that some programs put before UTF-8. */
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
