import { DeviceError } from "../core/errors.ts";
import { BodyCompare, type ChangedBody } from "./body-compare.ts";
import type { Interruptible, Interrupts } from "./interrupts.ts";
import type { KeptConnection, Request } from "./kept-connection.ts";
import type { HttpHeaders, ResponseHead } from "./response-head.ts";
import { runInSlices } from "./run-in-slices.ts";

/** What came back. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The body, or undefined when it is the same, byte for byte, as the one it was compared with. */
  readonly changed: ChangedBody | undefined;
}

/** What bounds a request. */
export interface ExchangeLimits {
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** The setting that says so, if it is another one. */
  readonly cappedBy?: string;
  /** Told of every piece of a body. */
  readonly onBytes?: (bytes: number) => void;
}

/** What the requests to one player have in common. */
export interface ExchangeTerms {
  readonly connection: KeptConnection;
  readonly interrupts: Interrupts;
  readonly limits: ExchangeLimits;
}

/** One request and its answer, ended once: by the answer, a fault or the signal. */
export class Exchange implements Request, Interruptible {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly deadlineAt: number;
  readonly #terms: ExchangeTerms;
  readonly #body: BodyCompare;
  readonly #resolve: (answer: HttpAnswer | Promise<HttpAnswer>) => void;
  readonly #reject: (error: unknown) => void;
  #isSent = false;
  #head: ResponseHead | undefined;
  #hasEnded = false;

  constructor(
    text: string,
    previous: Buffer | undefined,
    signal: AbortSignal,
    terms: ExchangeTerms,
    resolve: (answer: HttpAnswer | Promise<HttpAnswer>) => void,
    reject: (error: unknown) => void,
  ) {
    this.text = text;
    this.signal = signal;
    this.deadlineAt = performance.now() + terms.limits.timeoutMs;
    this.#terms = terms;
    this.#body = new BodyCompare(previous);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Sends it, unless nobody wants it any more. */
  begin(): void {
    const { connection, interrupts } = this.#terms;
    interrupts.add(this);
    if (!this.#hasEnded) connection.send(this);
  }

  onSent(): void {
    this.#isSent = true;
  }

  onHead(head: ResponseHead): void {
    this.#head = head;
    if (typeof head.bodyEnd !== "number") return;
    if (this.#isWithinCap(head.bodyEnd)) this.#body.expect(head.bodyEnd);
  }

  onPiece(piece: Buffer): void {
    if (this.#hasEnded) return;
    this.#terms.limits.onBytes?.(piece.byteLength);
    if (this.#isWithinCap(this.#body.byteLength + piece.byteLength)) this.#body.add(piece);
  }

  onEnd(): void {
    if (this.#head === undefined || !this.#finish()) return;
    const { status, headers } = this.#head;
    if (this.#body.isUnchanged) this.#resolve({ status, headers, changed: undefined });
    else this.#resolve(putTogether(status, headers, this.#body, this.signal));
  }

  onBroken(problem: Error): void {
    if (this.#finish()) this.#reject(this.#fault(reasonOf(problem), problem));
  }

  onDeadline(): void {
    this.#giveUp(this.#fault(`no answer within ${this.#terms.limits.timeoutMs} ms`));
  }

  onAbort(): void {
    this.#giveUp(this.signal.reason);
  }

  #isWithinCap(bytes: number): boolean {
    const { maxBodyBytes, cappedBy = "device.maxBodyBytes" } = this.#terms.limits;
    if (bytes <= maxBodyBytes) return true;
    const problem = `the answer is larger than ${maxBodyBytes} bytes (${cappedBy})`;
    this.#giveUp(new DeviceError("malformed", problem));
    return false;
  }

  #fault(reason: string, cause?: Error): DeviceError {
    const fault = this.#isSent ? "broken" : "unreachable";
    return new DeviceError(fault, `unreachable: ${reason}`, cause && { cause });
  }

  #giveUp(error: unknown): void {
    if (!this.#finish()) return;
    this.#terms.connection.drop(this);
    this.#reject(error);
  }

  #finish(): boolean {
    if (this.#hasEnded) return false;
    this.#hasEnded = true;
    this.#terms.interrupts.delete(this);
    return true;
  }
}

async function putTogether(
  status: number,
  headers: HttpHeaders,
  body: BodyCompare,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  return { status, headers, changed: await runInSlices(body.changed(), signal) };
}

/** What a network error is called, without the address: the log knows the player. */
function reasonOf(error: Error): string {
  const code: unknown = "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : error.message;
}
