import { EventEmitter, getEventListeners } from "node:events";

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

export interface Listening {
  readonly emitters: number;
  readonly emitterListeners: number;
  readonly signals: number;
  readonly signalListeners: number;
}

/** Counts every emitter and abort signal created from now on, and the listeners of those that are still alive. */
export function watchListening(): () => Listening {
  const emitters = new LiveObjects<EventEmitter>();
  const signals = new LiveObjects<AbortSignal>();
  // Every emitter is initialized here, including those of sockets and streams.
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
