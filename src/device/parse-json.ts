import { DeviceError } from "../core/errors.ts";

/**
 * Reads a body as JSON, whatever its content type says. With `exact`, integers that a double cannot hold come as
 * strings with every digit; that costs a walk over the text, so it is for small bodies.
 */
export function parseJson(body: Buffer, exact: boolean): unknown {
  const text = body.toString("utf8", hasByteOrderMark(body) ? 3 : 0);
  if (text.trim() === "") throw new DeviceError("malformed", "the answer is empty: wanted JSON");
  try {
    return JSON.parse(exact ? quoteLargeIntegers(text) : text);
  } catch (error) {
    const begin = JSON.stringify(text.trimStart().slice(0, 16));
    throw new DeviceError("malformed", `the answer is no JSON: it begins with ${begin}`, { cause: error });
  }
}

function hasByteOrderMark(body: Buffer): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
}

const largeInteger = /[:[,]\s*-?\d{16,}/;
const stringOrLargeInteger = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

function quoteLargeIntegers(text: string): string {
  if (!largeInteger.test(text)) return text;
  return text.replace(stringOrLargeInteger, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
}
