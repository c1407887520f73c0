import { CommandError } from "../errors.ts";
import { cutText } from "../../lib/cut-text.ts";
import { type Phrase, translatable, translatableTerm } from "../../lib/phrase.ts";
import { plainText } from "../../lib/plain-text.ts";
import { parseObject } from "../resources/json.ts";

/** The sender's own mark on a command, repeated in the outcome. */
export type Transaction = string | number;

export interface CommandText {
  readonly request: string;
  readonly transaction: Transaction | undefined;
}

/** No tag or name comes near this length; a longer payload is a mistake, or an attack on a log. */
const longestPayloadBytes = 1024;
const longestTransaction = 128;
/** At most this many characters of a request that is refused are repeated. */
export const longestEchoedRequest = 64;

/** Parses the payload of a refresh: any payload is valid, and a transaction is looked for. */
export function parseRefresh(payload: Uint8Array): CommandText {
  const isTooLong = payload.byteLength > longestPayloadBytes;
  const fields = isTooLong ? undefined : parseObject(new TextDecoder().decode(payload));
  return { request: "", transaction: readTransaction(fields?.["transaction"]) };
}

/** Shared, because creating a decoder takes longer than using it. */
const strictDecoder = new TextDecoder("utf-8", { fatal: true });

export interface Wording {
  /** The field of a JSON payload with the requested value. */
  readonly field: "tag" | "value";
  /** The description of a valid value, as a noun. */
  readonly expected: string | Phrase;
  /** Further fields of a JSON payload. With any of them the request is an object of all of them, as JSON. */
  readonly fields?: readonly string[];
}

/** Parses the payload of a control: plain text, or JSON with a value and `transaction`. Throws CommandError. */
export function parseRequest(payload: Uint8Array, wording: Wording): CommandText {
  checkLength(payload);
  const text = decode(payload, wording).trim();
  if (text === "")
    throw new CommandError(
      translatable("request.empty", "empty: expected {expected}", {
        expected: translatableTerm(wording.expected),
      }),
      "",
    );
  if (text.startsWith("{")) return parseFields(text, wording);
  return { request: unquote(text), transaction: undefined };
}

export function checkLength({ byteLength }: Uint8Array, most = longestPayloadBytes): void {
  if (byteLength <= most) return;
  throw new CommandError(
    translatable("request.too-long", "too long: {bytes} bytes, at most {most} are read", {
      bytes: byteLength,
      most,
    }),
    "",
  );
}

function decode(payload: Uint8Array, { expected }: Wording): string {
  try {
    return strictDecoder.decode(payload);
  } catch {
    throw new CommandError(
      translatable("request.not-utf8", "not UTF-8: expected {expected} as UTF-8 text", {
        expected: translatableTerm(expected),
      }),
      "",
    );
  }
}

function parseFields(text: string, { field, fields: further = [] }: Wording): CommandText {
  const expected = `expected {"${field}": ${field === "tag" ? '"..."' : "..."}}`;
  const fields = parseObject(text);
  if (fields === undefined)
    throw new CommandError(`malformed JSON: ${expected}`, cutText(text, longestEchoedRequest));
  const transaction = readTransaction(fields["transaction"]);
  if (further.some((name) => fields[name] !== undefined)) {
    const wanted = [field, ...further].map((name) => [name, fields[name]] as const);
    return { request: JSON.stringify(Object.fromEntries(wanted)), transaction };
  }
  // A tag is a value as well, but a value such as a volume is no tag.
  const given = field === "tag" ? (fields["tag"] ?? fields["value"]) : fields["value"];
  const request = field === "tag" && Array.isArray(given) ? undefined : toPlainText(given);
  if (request === undefined) {
    const problem =
      given === undefined
        ? `it has no "${field}"`
        : `"${field}" is no ${field === "tag" ? "text or number" : "text, number or list"}`;
    throw new CommandError(
      `malformed JSON: ${problem}, ${expected}`,
      cutText(text, longestEchoedRequest),
      transaction,
    );
  }
  if (request.trim() === "")
    throw new CommandError(
      translatable("request.no-text", 'empty: "{field}" has no text', { field }),
      "",
      transaction,
    );
  return { request: request.trim(), transaction };
}

/** A value as it would be written in plain text; a list stays JSON. */
function toPlainText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === "string" ? value : undefined;
}

/** A transaction is an echo for the sender's own use: a number, or a text that is truncated if too long. */
export function readTransaction(value: unknown): Transaction | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? cutText(value, longestTransaction) : undefined;
}

/** Flows that stringify everything send "XLR" with its quotes; no tag contains quotes. */
function unquote(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "string" && parsed.trim() !== "" ? parsed.trim() : text;
  } catch {
    return text;
  }
}

/** The beginning of an address as far as it is shown: scheme and host, without the credentials. */
const origin =
  /([a-z][a-z\d+.-]{0,15}:\/\/)(?:[^/?#"]*@)?((?:\[[\da-f:.]*\]|[^/?#\s"':@]*)(?::\d{1,5}(?![^/?#\s"']))?)/
    .source;
/** An address may hold blanks and quotes where they do not belong, so it reaches to the end of the text. */
const address = {
  inText: new RegExp(`${origin}.*`, "gis"),
  inJson: new RegExp(`${origin}(?:\\\\.|[^"\\\\])*`, "gis"),
};

/** A request as outcomes and logs may show it: the path and the query of an address may be a key to an account. */
export function shownRequest(request: string): string {
  const isJson = /^\s*[{[]/.test(request);
  return plainText(request.replace(isJson ? address.inJson : address.inText, "$1$2/…"));
}
