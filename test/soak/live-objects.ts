import { EventEmitter, getEventListeners } from "node:events";

/** What has not been collected yet. */
class LiveObjects<T extends object> {
  #references: WeakRef<T>[] = [];

  add(object: T): void {
    this.#references.push(new WeakRef(object));
  }

  get all(): T[] {
    this.#references = this.#references.filter((reference) => reference.deref() !== undefined);
    return this.#references.flatMap((reference) => reference.deref() ?? []);
  }
}

/** What somebody listens to. */
export interface Listening {
  readonly emitters: number;
  readonly emitterListeners: number;
  readonly signals: number;
  readonly signalListeners: number;
}

/** From now on counts every emitter and every abort signal that is made, and who listens to those that still live. */
export function watchListening(): () => Listening {
  const emitters = new LiveObjects<EventEmitter>();
  const signals = new LiveObjects<AbortSignal>();
  // Each emitter is set up by it, those of sockets and streams included.
  const internals = EventEmitter as unknown as { init: (this: EventEmitter, options: unknown) => void };
  const { init } = internals;
  internals.init = function (options) {
    init.call(this, options);
    emitters.add(this);
  };
  const Controller = globalThis.AbortController;
  globalThis.AbortController = class extends Controller {
    constructor() {
      super();
      signals.add(this.signal);
    }
  };
  return () => {
    const [heard, aborted] = [emitters.all, signals.all];
    return {
      emitters: heard.length,
      emitterListeners: sum(
        heard.map((emitter) => sum(emitter.eventNames().map((name) => emitter.listenerCount(name)))),
      ),
      signals: aborted.length,
      signalListeners: sum(aborted.map((signal) => getEventListeners(signal, "abort").length)),
    };
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
