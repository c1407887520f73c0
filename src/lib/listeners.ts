/** Those who want to be told of something; telling costs next to nothing while there is nobody. */
export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  /** Tells this one from now on; the returned function ends that. */
  add(listener: (news: News) => void): () => void {
    // Wrapped, so that one function that is added twice is told twice and removed once.
    const own = (news: News): void => {
      listener(news);
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  /** How many there are. */
  get size(): number {
    return this.#listeners.size;
  }

  tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}
