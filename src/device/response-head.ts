/** The headers of an answer by their names in lower case; one that came several times has its values joined by commas. */
export type HttpHeaders = Readonly<Record<string, string | undefined>>;

/** How the end of a body is told: after so many bytes, by its last chunk, or by the end of the connection. */
type BodyEnd = number | "chunked" | "close";

/** All that stands before the body of an answer. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly bodyEnd: BodyEnd;
  /** For how long the connection may be used again: not at all where the player closes it. */
  readonly keptForMs: number;
}

/** A player that closes a connection after so many seconds may be closing it just when a request is sent: so much before, it is not used any more. */
const keepAliveMarginMs = 1000;

const isLength = /^\d{1,15}$/;

/** Reads the lines before a body, up to the empty one; or says what is wrong with them. */
export function parseHead(text: string): ResponseHead | string {
  const [, version, code] = /^HTTP\/1\.([01]) ([1-9]\d\d)[ \r\n]/.exec(text) ?? [];
  if (code === undefined) return "the answer is no HTTP/1.1";
  const headers = readHeaders(text);
  const status = Number(code);
  const bodyEnd = bodyEndOf(status, headers);
  if (bodyEnd === undefined) return `the answer's length makes no sense: "${headers["content-length"]}"`;
  return { status, headers, bodyEnd, keptForMs: keptForMs(version === "1", headers) };
}

/** A line without a colon says nothing, and harms nobody. */
function readHeaders(text: string): HttpHeaders {
  const headers: Record<string, string | undefined> = {};
  let start = text.indexOf("\n") + 1;
  while (start < text.length) {
    const end = text.indexOf("\n", start);
    const colon = text.indexOf(":", start);
    if (colon > start && colon < end) {
      const name = text.slice(start, colon).trim().toLowerCase();
      const value = text.slice(colon + 1, end).trim();
      const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
      headers[name] = before === undefined ? value : `${before}, ${value}`;
    }
    start = end + 1;
  }
  return headers;
}

/** RFC 9112, 6.3. Undefined where the length is none, or one differs from the other. */
function bodyEndOf(status: number, headers: HttpHeaders): BodyEnd | undefined {
  if (status < 200 || status === 204 || status === 304) return 0;
  const coding = headers["transfer-encoding"];
  if (coding !== undefined) return /(?:^|[,\s])chunked$/i.test(coding) ? "chunked" : "close";
  const length = headers["content-length"];
  if (length === undefined) return "close";
  if (isLength.test(length)) return Number(length);
  const lengths = new Set(length.split(",").map((one) => one.trim()));
  const [only = ""] = lengths;
  return lengths.size === 1 && isLength.test(only) ? Number(only) : undefined;
}

function keptForMs(isKeptByDefault: boolean, headers: HttpHeaders): number {
  const { connection } = headers;
  const isKept = isKeptByDefault ? !hasWord(connection, "close") : hasWord(connection, "keep-alive");
  if (!isKept) return 0;
  const seconds = /(?:^|[,\s])timeout\s*=\s*(\d{1,9})/i.exec(headers["keep-alive"] ?? "")?.[1];
  return seconds === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(0, Number(seconds) * 1000 - keepAliveMarginMs);
}

function hasWord(list: string | undefined, word: string): boolean {
  return list !== undefined && list.split(",").some((one) => one.trim().toLowerCase() === word);
}
