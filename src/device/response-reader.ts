import { parseHead, type ResponseHead } from "./response-head.ts";

/** Whoever is told of an answer while it comes. */
export interface ResponseListener {
  onHead(head: ResponseHead): void;
  /** A piece of the body, which is only lent: the bytes that come next are written over it. */
  onPiece(piece: Buffer): void;
}

/** Where in an answer the next byte belongs. */
type Place = "head" | "body" | "chunk size" | "chunk" | "chunk end" | "trailer" | "over";

/** As much as Node's own client takes. */
const longestHeadBytes = 16_384;
const longestLineBytes = 1024;

/** Reads answers of HTTP/1.1 out of the bytes of a connection, wherever they are cut. */
export class ResponseReader {
  #listener: ResponseListener | undefined;
  #head: ResponseHead | undefined;
  #place: Place = "over";
  /** Of the body, or of the present chunk; infinite where the connection's end is the end of the body. */
  #missingBytes = 0;
  /** The beginning of a head, whose end is still to come. */
  #begunHead: Buffer | undefined;
  /** The same of a line between two chunks. */
  #begunLine = "";

  /** From now on an answer to this one is read. */
  begin(listener: ResponseListener): void {
    this.#listener = listener;
    this.#head = undefined;
    this.#place = "head";
    this.#begunHead = undefined;
    this.#begunLine = "";
  }

  /** What stood before the body; undefined until it came. */
  get head(): ResponseHead | undefined {
    return this.#head;
  }

  /** Whether all of the answer came. */
  get isOver(): boolean {
    return this.#place === "over";
  }

  /** No more will come: whether the answer is whole. */
  end(): boolean {
    if (this.#place === "body" && this.#missingBytes === Number.POSITIVE_INFINITY) this.#place = "over";
    return this.#place === "over";
  }

  /** Takes bytes that came: how many of them are the answer's, or what is wrong with them. */
  take(bytes: Buffer): number | string {
    let at = 0;
    while (at < bytes.byteLength && this.#place !== "over") {
      const next = this.#step(this.#place, bytes, at);
      if (typeof next === "string") return next;
      at = next;
    }
    return at;
  }

  #step(place: Exclude<Place, "over">, bytes: Buffer, at: number): number | string {
    switch (place) {
      case "head":
        return this.#takeHead(bytes, at);
      case "body":
      case "chunk":
        return this.#takePiece(bytes, at);
      case "chunk size":
        return this.#takeLine(bytes, at, (line) => this.#chunkSize(line));
      case "chunk end":
        return this.#takeLine(bytes, at, (line) => {
          this.#place = "chunk size";
          return line === "" ? undefined : "a chunk is longer than it says";
        });
      case "trailer":
        return this.#takeLine(bytes, at, (line) => {
          if (line === "") this.#place = "over";
          return undefined;
        });
    }
  }

  #takeHead(bytes: Buffer, at: number): number | string {
    const before = this.#begunHead?.byteLength ?? 0;
    const came = at === 0 ? bytes : bytes.subarray(at);
    const head = this.#begunHead === undefined ? came : Buffer.concat([this.#begunHead, came]);
    const end = endOfHead(head);
    if (end > longestHeadBytes || (end < 0 && head.byteLength > longestHeadBytes)) {
      return "the answer's headers never end";
    }
    // Who speaks something else may never come to an empty line.
    if (!isBegunAs(head, "HTTP/1.")) return "the answer is no HTTP/1.1";
    // The bytes are only lent.
    this.#begunHead = end < 0 ? Buffer.from(head) : undefined;
    if (end < 0) return bytes.byteLength;
    return this.#readHead(head.toString("latin1", 0, end)) ?? at + end - before;
  }

  #readHead(text: string): string | undefined {
    const head = parseHead(text);
    if (typeof head === "string") return head;
    // Nobody asked for another protocol.
    if (head.status === 101) return "the answer is no HTTP/1.1";
    // What is announced by 100 to 199 is still to come, with a head of its own.
    if (head.status >= 200) this.#bodyOf(head);
    return undefined;
  }

  #bodyOf(head: ResponseHead): void {
    const { bodyEnd } = head;
    if (bodyEnd === "chunked") {
      this.#place = "chunk size";
    } else {
      this.#missingBytes = bodyEnd === "close" ? Number.POSITIVE_INFINITY : bodyEnd;
      this.#place = this.#missingBytes === 0 ? "over" : "body";
    }
    this.#head = head;
    this.#listener?.onHead(head);
  }

  #takePiece(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.byteLength, at + this.#missingBytes);
    this.#missingBytes -= end - at;
    if (this.#missingBytes === 0) this.#place = this.#place === "body" ? "over" : "chunk end";
    this.#listener?.onPiece(at === 0 && end === bytes.byteLength ? bytes : bytes.subarray(at, end));
    return end;
  }

  #takeLine(bytes: Buffer, at: number, read: (line: string) => string | undefined): number | string {
    const end = bytes.indexOf(lineFeed, at);
    const line = this.#begunLine + bytes.toString("latin1", at, end < 0 ? bytes.byteLength : end);
    if (line.length > longestLineBytes) return "a line of the answer never ends";
    this.#begunLine = end < 0 ? line : "";
    if (end < 0) return bytes.byteLength;
    return read(line.endsWith("\r") ? line.slice(0, -1) : line) ?? end + 1;
  }

  #chunkSize(line: string): string | undefined {
    const size = /^([0-9a-f]{1,12})[ \t]*(?:;|$)/i.exec(line)?.[1];
    if (size === undefined) return "a chunk's size makes no sense";
    this.#missingBytes = Number.parseInt(size, 16);
    this.#place = this.#missingBytes === 0 ? "trailer" : "chunk";
    return undefined;
  }
}

/** Whether bytes, as far as they came, begin with a text. */
function isBegunAs(bytes: Buffer, text: string): boolean {
  return text.startsWith(bytes.toString("latin1", 0, text.length));
}

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Where the body begins: behind the first empty line; -1 where that is still to come. Lines end with CR and LF; simple
 * devices leave the CR out.
 */
function endOfHead(bytes: Buffer): number {
  for (let start = 0; ; ) {
    const end = bytes.indexOf(lineFeed, start);
    if (end < 0) return -1;
    if (end === start || (end === start + 1 && bytes[start] === carriageReturn)) return end + 1;
    start = end + 1;
  }
}
