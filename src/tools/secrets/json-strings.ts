export interface JsonString {
  readonly value: string;
  readonly isKey: boolean;
  /** The last key before it; for a key, itself. */
  readonly key: string;
}

// An unterminated string counts, too: a body may be cut anywhere.
const token = /"[^"\\]*(?:\\[\s\S][^"\\]*)*("?)|-?\d[\d.eE+-]*/g;
const farthestColon = 64;

/** Keeps every other byte: order, white space, duplicate keys, and what is not JSON. */
export function rewriteJson(
  text: string,
  rewriteString: (string: JsonString) => string,
  rewriteNumber: (digits: string, key: string) => string = (digits) => digits,
): string {
  let key = "";
  return text.replace(token, (found: string, end: string | undefined, at: number) => {
    if (!found.startsWith('"')) return rewriteNumber(found, key);
    const behind = at + found.length;
    const isKey = /^\s*:/.test(text.slice(behind, behind + farthestColon));
    const value = decode(found, end ?? "");
    if (isKey) key = value;
    const rewritten = rewriteString({ value, isKey, key });
    return rewritten === value ? found : encode(rewritten, found, end ?? "");
  });
}

/** Decodes a literal; an invalid one is taken as written. */
function decode(literal: string, end: string): string {
  try {
    return JSON.parse(end === "" ? `${literal}"` : literal) as string;
  } catch {
    return literal.slice(1, literal.length - end.length);
  }
}

/** Encodes a text in the style of the literal that it replaces. */
function encode(value: string, original: string, end: string): string {
  let literal = JSON.stringify(value).slice(0, -1) + end;
  if (original.includes("\\/")) literal = literal.replaceAll("/", "\\/");
  if (/\\u[\da-f]{4}/i.test(original)) literal = literal.replaceAll(/[\u0080-\uffff]/g, escapeUnicode);
  return literal;
}

function escapeUnicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
