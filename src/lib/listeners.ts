/** A list of listeners; notifying costs next to nothing while it is empty. */
export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  add(listener: (news: News) => void): () => void {
    // Wrapped, so that a function that is added twice is called twice and removed once.
    const own = (news: News): void => {
      listener(news);
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  get size(): number {
    return this.#listeners.size;
  }

  notify(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}
