import type { StreamEvents } from "./wire.ts";

/** What may wait for one browser. A browser that reads too slowly is let go: it comes back and starts anew. */
const mostWaitingBytes = 2 * 2 ** 20;

/** One event as the bytes of a stream; what is told to many is written once. */
export function encodeEvent<Name extends keyof StreamEvents>(
  name: Name,
  value: StreamEvents[Name],
): Uint8Array {
  return new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
}

/** One browser that listens. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #cut: () => void;
  readonly #onEnd: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** `cut` hangs up on the browser; `onEnd` is called once, whoever ends it. */
  constructor(cut: () => void, onEnd: () => void) {
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

  /** Hands bytes on, or ends the stream when too many wait already. */
  send(bytes: Uint8Array): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    const waiting = mostWaitingBytes - (controller.desiredSize ?? 0);
    // The first event may be larger than the limit: by itself it is never too much.
    if (waiting === 0 || waiting + bytes.byteLength <= mostWaitingBytes) {
      controller.enqueue(bytes);
    } else {
      this.end();
      // It would take what waits for it for as long as it likes.
      this.#cut();
    }
  }

  /** Ends the stream after what was handed on. */
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
