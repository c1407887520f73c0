import { DeviceError } from "../../core/errors.ts";
import type { RawAnswer, RecordedAnswer } from "./read-player.ts";
import { cutList } from "./cut-list.ts";
import type { Framing } from "./recording.ts";

/** Headers that describe the answer and reveal nothing about the owner. */
const keptHeaders = ["content-type", "server", "location"];

type Headers = RecordedAnswer["headers"];

/** An answer as text, so that secrets can be found and hidden. */
export interface TextAnswer extends Omit<RawAnswer, "answer"> {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly framing: Framing;
  readonly isUtf8: boolean;
  readonly text: string;
}

/** Converts an answer to text and cuts it if it is too long; adds a note for the reader. */
export function textAnswer(
  { atMs, latencyMs, answer }: RawAnswer,
  path: string,
  maxBytes: number,
  notes: Set<string>,
): TextAnswer {
  if (answer instanceof DeviceError) {
    const { message: text } = answer;
    notes.add(`${path} did not answer: ${text}`);
    return { atMs, latencyMs, status: undefined, headers: {}, framing: "close", isUtf8: true, text };
  }
  const { status, headers } = answer;
  const bytes = readable(answer.body, headers, path, notes);
  const isUtf8 = Buffer.from(bytes.toString("utf8")).equals(bytes);
  const text = bytes.toString(isUtf8 ? "utf8" : "latin1");
  return {
    atMs,
    latencyMs,
    status,
    headers: kept(headers),
    framing: framingOf(headers),
    isUtf8,
    text: bytes.length > maxBytes ? cut(text, path, maxBytes, notes) : text,
  };
}

/** Omits a body that is not text, since nothing can be hidden in it. */
function readable(bytes: Buffer, headers: Headers, path: string, notes: Set<string>): Buffer {
  const isPacked = (headers["content-encoding"] ?? "identity") !== "identity";
  if (!isPacked && !bytes.includes(0)) return bytes;
  notes.add(`${path}: the body is not plain text and is omitted`);
  return Buffer.alloc(0);
}

function cut(text: string, path: string, maxBytes: number, notes: Set<string>): string {
  const list = cutList(text, maxBytes);
  if (list !== undefined && list.text.length <= maxBytes) {
    notes.add(`${path}: ${list.kept} of ${list.entries} entries are kept; --whole keeps all`);
    return list.text;
  }
  notes.add(`${path}: cut off after ${maxBytes} characters; --whole keeps all`);
  return text.slice(0, maxBytes);
}

function kept(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

function framingOf(headers: Headers): Framing {
  if (headers["transfer-encoding"] !== undefined) return "chunked";
  return headers["content-length"] === undefined ? "close" : "length";
}
