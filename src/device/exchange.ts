import type { Dispatcher } from "undici";
import { DeviceError } from "../core/errors.ts";
import { BodyCompare, type ChangedBody } from "./body-compare.ts";
import type { Interruptible, Interrupts } from "./interrupts.ts";

/** The headers of an answer by their names in lower case. */
export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What came back. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The body, or undefined when it is the same, byte for byte, as the one it was compared with. */
  readonly changed: ChangedBody | undefined;
}

/** The same while its body is still to be put together, which takes a while for a large one. */
export interface Received {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: BodyCompare;
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

/** One request on its way: fed by undici, ended once by an answer, a fault or the signal. */
export class Exchange implements Dispatcher.DispatchHandler, Interruptible {
  readonly signal: AbortSignal;
  readonly deadlineAt: number;
  readonly #limits: ExchangeLimits;
  readonly #resolve: (answer: Received) => void;
  readonly #reject: (error: unknown) => void;
  readonly #interrupts: Interrupts;
  readonly #body: BodyCompare;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: HttpHeaders = {};
  #ended = false;

  constructor(
    previous: Buffer | undefined,
    limits: ExchangeLimits,
    resolve: (answer: Received) => void,
    reject: (error: unknown) => void,
    signal: AbortSignal,
    interrupts: Interrupts,
  ) {
    this.signal = signal;
    this.deadlineAt = performance.now() + limits.timeoutMs;
    this.#limits = limits;
    this.#body = new BodyCompare(previous, limits.maxBodyBytes);
    this.#resolve = resolve;
    this.#reject = reject;
    this.#interrupts = interrupts;
    interrupts.add(this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) controller.abort(new Error("the request is no longer wanted"));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#limits.onBytes?.(chunk.byteLength);
    if (this.#body.add(chunk)) return;
    this.#fail(
      new DeviceError(
        "malformed",
        `the answer is larger than ${this.#limits.maxBodyBytes} bytes (${this.#limits.cappedBy ?? "device.maxBodyBytes"})`,
      ),
    );
  }

  onResponseEnd(): void {
    if (this.#finish()) this.#resolve({ status: this.#status, headers: this.#headers, body: this.#body });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    // Until undici has a socket there is no controller: then the request was never sent.
    const fault = this.#controller === undefined ? "unreachable" : "broken";
    this.#fail(new DeviceError(fault, `unreachable: ${reasonOf(error)}`, { cause: error }));
  }

  onDeadline(): void {
    const fault = this.#controller === undefined ? "unreachable" : "broken";
    this.#fail(new DeviceError(fault, `unreachable: no answer within ${this.#limits.timeoutMs} ms`));
  }

  onAbort(): void {
    this.#fail(this.signal.reason);
  }

  #fail(error: unknown): void {
    if (!this.#finish()) return;
    this.#controller?.abort(error instanceof Error ? error : new Error("aborted"));
    this.#reject(error);
  }

  #finish(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#interrupts.delete(this);
    return true;
  }
}

/** What a network error is called, without the address: the log knows the player. undici's own codes say less than words. */
function reasonOf(error: Error): string {
  const code: unknown = "code" in error ? error.code : undefined;
  return typeof code === "string" && !code.startsWith("UND_") ? code : error.message;
}
