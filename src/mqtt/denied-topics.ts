const maxNamed = 100;

/** Refused topics of this connection, by MQTT 5. With 3.1.1 a broker drops a message silently: `check` finds that. */
export class DeniedTopics {
  /** Topics below it are ours; the broker may refuse others for good reasons. */
  readonly #base: string | undefined;
  readonly #onChanged: () => void;
  readonly #topics = new Set<string>();

  constructor(base: string | undefined, onChanged: () => void) {
    this.#base = base;
    this.#onChanged = onChanged;
  }

  get all(): readonly string[] {
    return [...this.#topics];
  }

  refused(topic: string): void {
    if (this.#base === undefined || !topic.startsWith(`${this.#base}/`)) return;
    if (this.#topics.has(topic) || this.#topics.size >= maxNamed) return;
    this.#topics.add(topic);
    this.#onChanged();
  }

  acknowledged(topic: string): void {
    if (this.#topics.delete(topic)) this.#onChanged();
  }

  /** The connection ended: the next one may have other rights. */
  end(): void {
    this.#topics.clear();
  }
}
