import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { DeviceError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import { BodyCompare, type ChangedBody } from "./body-compare.ts";
import { type Phrase, message } from "../../lib/phrase.ts";
import { runInSlices } from "./run-in-slices.ts";
import { promisify } from "node:util";
import { brotliDecompress, unzip } from "node:zlib";

/** The headers of an answer by lower-case name. */
export type HttpHeaders = Readonly<IncomingHttpHeaders>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The body; undefined if it equals the one it was compared with. */
  readonly changed: ChangedBody | undefined;
}

/** The parameters of one GET. */
interface ExchangeTerms {
  readonly previous: Buffer | undefined;
  readonly acts: boolean;
  readonly signal: AbortSignal;
  readonly maxBodyBytes: number;
  readonly cappedBy: string;
  readonly isSecure: boolean;
}

export interface ConnectionFacts {
  /** Whether the player closed it without notice before; then no call is sent on an idle connection. */
  closesSilently: boolean;
  /** The socket of the last request; Node's own `reusedSocket` misses a request that waited for it. */
  socket: Socket | undefined;
  /** The total bytes read when the last answer ended. */
  bytesRead: number;
}

/** Some servers send an empty line after their answer. */
const lateLineBytes = 2;

interface ExchangeOwner {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly deadline: {
    /** The deadline of the next request. */
    readonly ms: number;
    answered(afterMs: number): void;
    expired(afterMs: number): void;
  };
  readonly onBytes: ((bytes: number) => void) | undefined;
  readonly onDisconnected: (() => void) | undefined;
  /** Whether nothing may be sent to the player now. */
  readonly isOnHold: (() => boolean) | undefined;
  readonly connection: ConnectionFacts;
  open(): ClientRequest;
  onEnd(): void;
  resolve(answer: HttpAnswer | Promise<HttpAnswer>): void;
  reject(error: unknown): void;
}

/** The maximum number of pieces, plus one for each `bytesForPiece`: handling a piece costs as much as a KB. */
const freePieces = 10_000;
const bytesForPiece = 64;

/**
 * One GET and its answer. It ends once: by the answer, a fault, the deadline or the signal. A read is repeated once if
 * a reused connection ended before any byte of the answer, because the connection was stale. A call is repeated only if
 * the system refused to write it.
 */
export class Exchange {
  /** Whether the request changes something at the player. */
  readonly acts: boolean;
  readonly #terms: ExchangeTerms;
  readonly #owner: ExchangeOwner;
  #request: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  #body: BodyCompare;
  #pieces = 0;
  /** If the head has both a length and a transfer coding other than chunked, the length is used. */
  #lengthDespiteCoding: number | undefined;
  #bytesReadBefore = 0;
  /** Whether an earlier request used the same connection. */
  #isReused = false;
  #isSecondAttempt = false;
  #isSent = false;
  #isOver = false;
  #beganAt = 0;
  #deadlineMs = 0;
  #cancelDeadline: (() => void) | undefined;

  constructor(terms: ExchangeTerms, owner: ExchangeOwner) {
    this.acts = terms.acts;
    this.#terms = terms;
    this.#owner = owner;
    this.#body = new BodyCompare(terms.previous);
  }

  /** Starts the deadline and listens to the signal; returns false if that was aborted before. */
  watch(): boolean {
    const { signal } = this.#terms;
    if (signal.aborted) {
      this.#isOver = true;
      this.#owner.reject(signal.reason);
      return false;
    }
    signal.addEventListener("abort", this.#onAbort);
    this.#beganAt = this.#owner.clock.now();
    this.#deadlineMs = this.#owner.deadline.ms;
    this.#cancelDeadline = this.#owner.clock.after(this.#deadlineMs, this.#onDeadline);
    return true;
  }

  /** Sends the request. */
  begin(): void {
    if (this.#owner.isOnHold?.() === true) {
      this.#fail(this.#fault(message("answer.on-hold", "another bridge may have the player")));
      return;
    }
    const request = this.#owner.open();
    this.#request = request;
    request.on("response", this.#onResponse);
    request.on("error", (error) => this.#onEnd(request, error));
    // An upgrade, or a body that ends early, closes the request without an error.
    request.on("close", () => this.#onEnd(request, undefined));
    request.once("socket", (socket) => this.#onSocket(request, socket));
    request.end();
  }

  /** Ends the exchange with a fault in any phase. */
  break(problem: Error): void {
    this.#fail(this.#fault(problem.message, problem));
  }

  /** Called before anything has been written. */
  #onSocket(request: ClientRequest, socket: Socket): void {
    if (request !== this.#request || this.#isOver) return;
    const { connection, onDisconnected } = this.#owner;
    this.#isReused = connection.socket === socket;
    connection.socket = socket;
    if (!this.#isReused) {
      if (onDisconnected !== undefined) socket.once("close", onDisconnected);
      socket.once(this.#terms.isSecure ? "secureConnect" : "connect", this.#onConnect);
    } else if (socket.bytesRead > connection.bytesRead + lateLineBytes) {
      // The player wrote without a request, so later bytes may answer another request.
      this.#request = undefined;
      request.destroy();
      this.begin();
      return;
    } else {
      this.#isSent = true;
    }
    this.#bytesReadBefore = socket.bytesRead;
  }

  readonly #onConnect = (): void => {
    this.#isSent = true;
  };

  readonly #onAbort = (): void => {
    this.#fail(this.#terms.signal.reason);
  };

  /**
   * After the process could not run for a while, timers fire before sockets are read: an answer that has arrived by then
   * counts.
   */
  readonly #onDeadline = (): void => {
    setImmediate(this.#expire);
  };

  readonly #expire = (): void => {
    if (this.#isOver) return;
    const { deadline } = this.#owner;
    if (!this.#isSent) {
      this.#fail(
        this.#fault(
          message("answer.no-connection", "no connection within {ms} ms", { ms: this.#deadlineMs }),
        ),
      );
      return;
    }
    deadline.expired(this.#deadlineMs);
    const [waited, longer] = [Math.round(this.#deadlineMs), Math.round(deadline.ms)];
    const times = { waited, longer };
    const phrase =
      deadline.ms > this.#deadlineMs
        ? message(
            "answer.slower",
            "slow: connected, but no answer within {waited} ms, the next request may take {longer} ms",
            times,
          )
        : message("answer.slow", "slow: connected, but no answer within {waited} ms", times);
    this.#fail(new DeviceError("broken", phrase));
  };

  readonly #onResponse = (response: IncomingMessage): void => {
    if (this.#isOver) {
      response.resume();
      return;
    }
    this.#response = response;
    const length = lengthOf(response.headers);
    if (length !== undefined && !this.#isWithinCap(length)) return;
    const { "content-encoding": encoding, "transfer-encoding": coding } = response.headers;
    // A compressed body is compared after it is decoded.
    if (isEncoded(encoding)) this.#body = new BodyCompare(undefined);
    if (coding !== undefined && !/\bchunked$/i.test(coding.trim())) this.#lengthDespiteCoding = length;
    else if (length !== undefined && coding === undefined) this.#body.expect(length);
    response.on("data", this.#onPiece);
    response.once("end", this.#onBodyEnd);
    response.on("error", (error) => this.#onEnd(this.#request, error));
  };

  readonly #onPiece = (piece: Buffer): void => {
    if (this.#isOver) return;
    this.#owner.onBytes?.(piece.byteLength);
    const length = this.#lengthDespiteCoding;
    const missing = length === undefined ? piece.byteLength : length - this.#body.byteLength;
    const wanted = missing < piece.byteLength ? piece.subarray(0, missing) : piece;
    const bytes = this.#body.byteLength + wanted.byteLength;
    if (!this.#isWithinCap(bytes)) return;
    this.#pieces += 1;
    if (this.#pieces > freePieces + bytes / bytesForPiece) {
      this.#fail(
        new DeviceError(
          "malformed",
          message("answer.pieces", "the answer comes in {count} pieces of a few bytes", {
            count: this.#pieces,
          }),
        ),
      );
      return;
    }
    this.#body.add(wanted);
    if (bytes !== length) return;
    this.#onBodyEnd();
    // The parser waits for the end of the connection.
    this.#request?.destroy();
  };

  readonly #onBodyEnd = (): void => {
    const response = this.#response;
    if (response === undefined || !this.#finish()) return;
    const owner = this.#owner;
    owner.deadline.answered(owner.clock.now() - this.#beganAt);
    const { statusCode: status = 0, headers } = response;
    const encoding = headers["content-encoding"];
    if (isEncoded(encoding)) owner.resolve(this.#decoded(status, headers, encoding));
    else if (this.#body.isUnchanged) owner.resolve({ status, headers, changed: undefined });
    else owner.resolve(this.#gathered(status, headers, this.#body));
  };

  async #gathered(status: number, headers: HttpHeaders, body: BodyCompare): Promise<HttpAnswer> {
    return { status, headers, changed: await runInSlices(body.changed(), this.#terms.signal) };
  }

  async #decoded(status: number, headers: HttpHeaders, encoding: string): Promise<HttpAnswer> {
    const { previous, signal, maxBodyBytes, cappedBy } = this.#terms;
    const { body } = await runInSlices(this.#body.changed(), signal);
    const decoded = await decodeBody(body, encoding, maxBodyBytes, tooLarge(maxBodyBytes, cappedBy));
    signal.throwIfAborted();
    const compared = new BodyCompare(previous);
    compared.add(decoded);
    if (compared.isUnchanged) return { status, headers, changed: undefined };
    return await this.#gathered(status, headers, compared);
  }

  #onEnd(request: ClientRequest | undefined, error: Error | undefined): void {
    // A complete answer is delivered even if its connection has ended and whatever followed it.
    if (this.#isOver || request === undefined || request !== this.#request) return;
    if (this.#response?.complete === true) return;
    const isStale = this.#isReused && !this.#isSecondAttempt && !this.#hasAnswerBegun(request);
    if (isStale) this.#owner.connection.closesSilently = true;
    if (isStale && (!this.acts || wasNeverWritten(error))) {
      this.#isSecondAttempt = true;
      this.#isSent = false;
      this.begin();
      return;
    }
    this.#fail(this.#fault(faultText(error), error));
  }

  #hasAnswerBegun({ socket }: ClientRequest): boolean {
    return this.#response !== undefined || (socket?.bytesRead ?? 0) > this.#bytesReadBefore;
  }

  #isWithinCap(bytes: number): boolean {
    const { maxBodyBytes, cappedBy } = this.#terms;
    if (bytes <= maxBodyBytes) return true;
    this.#fail(tooLarge(maxBodyBytes, cappedBy));
    return false;
  }

  #fault(reason: string | Phrase, cause?: Error): DeviceError {
    const fault = this.#isSent ? "broken" : "unreachable";
    return new DeviceError(
      fault,
      message("answer.unreachable", "unreachable: {reason}", { reason }),
      cause && { cause },
    );
  }

  #fail(error: unknown): void {
    if (!this.#finish()) return;
    // The answer may still arrive, so the next request needs another connection.
    this.#request?.destroy();
    this.#owner.reject(error);
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#terms.signal.removeEventListener("abort", this.#onAbort);
    this.#cancelDeadline?.();
    this.#owner.connection.bytesRead = this.#request?.socket?.bytesRead ?? 0;
    this.#owner.onEnd();
    return true;
  }
}

function lengthOf(headers: HttpHeaders): number | undefined {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : undefined;
}

function isEncoded(encoding: string | undefined): encoding is string {
  return encoding !== undefined && encoding !== "" && encoding.toLowerCase() !== "identity";
}

function tooLarge(maxBodyBytes: number, cappedBy: string): DeviceError {
  return new DeviceError(
    "malformed",
    message("answer.too-large", "the answer is larger than {bytes} bytes ({setting})", {
      bytes: maxBodyBytes,
      setting: cappedBy,
    }),
  );
}

/** Describes a network error without the address, since the log names the player. */
function faultText(
  error: (Error & { readonly code?: string; readonly syscall?: string }) | undefined,
): string {
  if (error === undefined) return "other side closed";
  const { code, syscall, message } = error;
  if (code === "HPE_HEADER_OVERFLOW") return "the answer's headers are too long";
  if (code?.startsWith("HPE_") === true) return `the answer is not HTTP/1.1${received(error, message)}`;
  // Node's error for a connection that ended before the answer. A reset by the other side has a system call.
  if (code === "ECONNRESET" && syscall === undefined) return "other side closed";
  return code ?? message;
}

/** Whether the system refused to send because the player had closed the connection before. */
function wasNeverWritten(error: NodeJS.ErrnoException | undefined): boolean {
  return error?.syscall === "write" && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** Describes what arrived instead of HTTP. */
function received(error: Error, message: string): string {
  const bytes: unknown = "rawPacket" in error ? error.rawPacket : undefined;
  const reason = message.replace(/^Parse Error: /, "");
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return ` (${reason})`;
  // A TLS alert, the response of a TLS server to plain text.
  if (bytes[0] === 0x15 && bytes[1] === 0x03) return ": the port speaks TLS, so its url begins with https://";
  const begin = bytes.toString("latin1", 0, 16);
  return begin.startsWith("HTTP/1.") ? ` (${reason})` : `: it begins with ${JSON.stringify(begin)}`;
}

const decoders = { gzip: promisify(unzip), deflate: promisify(unzip), br: promisify(brotliDecompress) };

/** Decodes a compressed body. We request none, but some servers compress everything. */
async function decodeBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
  tooLarge: DeviceError,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase().replace(/^x-/, "");
  if (name !== "gzip" && name !== "deflate" && name !== "br") {
    throw new DeviceError(
      "malformed",
      `the answer has the content encoding "${encoding}", which is not supported`,
    );
  }
  try {
    return await decoders[name](body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge;
    throw new DeviceError(
      "malformed",
      message("answer.other-encoding", "response is labelled {encoding} but is not valid {encoding}", {
        encoding: name,
      }),
      { cause: error },
    );
  }
}
