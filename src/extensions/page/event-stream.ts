import { packFirst, packNext } from "./stored-gzip.ts";
import type { StreamEvents } from "./wire.ts";

/** The most bytes that may wait for one browser. A slower browser is disconnected; it reconnects and starts over. */
const mostWaitingBytes = 2 * 2 ** 20;

export function encodeEvent<Name extends keyof StreamEvents>(
  name: Name,
  value: StreamEvents[Name],
): Uint8Array {
  return new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
}

export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #isPacked: boolean;
  readonly #cut: () => void;
  readonly #onEnd: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #hasBegun = false;

  /** `isPacked` for gzip; `cut` closes the connection; `onEnd` is called once, whichever side ends it. */
  constructor(isPacked: boolean, cut: () => void, onEnd: () => void) {
    this.#isPacked = isPacked;
    this.#cut = cut;
    this.#onEnd = onEnd;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#ended(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: mostWaitingBytes }),
    );
  }

  /** Sends bytes, or ends the stream if too many wait already. */
  send(event: Uint8Array): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    const bytes = !this.#isPacked ? event : this.#hasBegun ? packNext(event) : packFirst(event);
    this.#hasBegun = true;
    const waiting = mostWaitingBytes - (controller.desiredSize ?? 0);
    // The first event may be larger than the limit, so it is always accepted.
    if (waiting === 0 || waiting + bytes.byteLength <= mostWaitingBytes) {
      controller.enqueue(bytes);
    } else {
      this.end();
      // Otherwise the client could hold the waiting bytes for as long as it likes.
      this.#cut();
    }
  }

  end(): void {
    const controller = this.#controller;
    this.#ended();
    controller?.close();
  }

  #ended(): void {
    if (this.#controller === undefined) return;
    this.#controller = undefined;
    this.#onEnd();
  }
}
