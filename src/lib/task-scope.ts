import { onAbort } from "./aborted.ts";

/** All tasks have ended when the scope is disposed. One that fails aborts the others, and `done` rejects with its error. */
export class TaskScope implements AsyncDisposable {
  readonly #controller = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #forwarding: Disposable;
  #failure: { readonly error: unknown } | undefined;

  constructor(parent: AbortSignal) {
    this.#forwarding = onAbort(parent, () => this.#controller.abort());
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  run(task: (signal: AbortSignal) => Promise<void>): void {
    const running: Promise<unknown> = task(this.signal).then(
      () => this.#running.delete(running),
      (error: unknown) => {
        this.#failure ??= { error };
        this.#controller.abort();
        return this.#running.delete(running);
      },
    );
    this.#running.add(running);
  }

  /** Resolves when every task has ended; rejects with the first failure. */
  async done(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#forwarding[Symbol.dispose]();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#controller.abort();
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#forwarding[Symbol.dispose]();
  }
}
