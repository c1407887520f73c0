/**
 * Structured concurrency: all tasks have ended when the scope is disposed. A task that fails aborts the others, and
 * `done` rejects with that first failure.
 */
export class TaskScope implements AsyncDisposable {
  readonly #controller = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #detach: () => void;
  #failure: { readonly error: unknown } | undefined;

  constructor(parent: AbortSignal) {
    const forward = (): void => {
      this.#controller.abort();
    };
    // Forwarded by our own listener: AbortSignal.any leaks dependants of a long-lived signal on Node 20.
    if (parent.aborted) forward();
    else parent.addEventListener("abort", forward);
    this.#detach = () => {
      parent.removeEventListener("abort", forward);
    };
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
    this.#detach();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#controller.abort();
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#detach();
  }
}
