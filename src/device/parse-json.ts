import { DeviceError } from "../core/errors.ts";

/**
 * Reads a body as JSON, whatever its content type says. With `exact`, integers that a double cannot hold come as
 * strings with every digit; that costs a walk over the text, so it is for small bodies.
 */
export function parseJson(body: Buffer, exact: boolean): unknown {
  const text = body.toString("utf8", hasByteOrderMark(body) ? 3 : 0);
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

/** Whether a text begins with the mark that some programs put before UTF-8. */
export function hasByteOrderMark(body: Buffer): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
}

const largeInteger = /[:[,]\s*-?\d{16,}/;
const stringOrLargeInteger = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

function quoteLargeIntegers(text: string): string {
  return text.replace(stringOrLargeInteger, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
}
