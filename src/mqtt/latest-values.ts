type Value = Uint8Array | string;

/** New subscribers get retained values within milliseconds; hardly this many topics are cleared meanwhile. */
const maxCleared = 10_000;

/**
 * The latest retained value of each topic. Aedes sends a new subscriber the values that it read from its store, while
 * newer ones may have been sent already. Cleared topics are remembered for a limited time, since their number is
 * unlimited.
 */
export class LatestValues {
  readonly #values = new Map<string, Value>();
  #cleared = new Set<string>();
  #clearedBefore = new Set<string>();

  set(topic: string, value: Value): void {
    if (value.length > 0) {
      this.#values.set(topic, value);
      this.#cleared.delete(topic);
      this.#clearedBefore.delete(topic);
      return;
    }
    this.#values.delete(topic);
    this.#cleared.add(topic);
    if (this.#cleared.size < maxCleared) return;
    this.#clearedBefore = this.#cleared;
    this.#cleared = new Set();
  }

  /** The latest value; empty for a topic that was cleared recently, undefined for an unknown one. */
  get(topic: string): Value | undefined {
    const isCleared = this.#cleared.has(topic) || this.#clearedBefore.has(topic);
    return isCleared ? "" : this.#values.get(topic);
  }
}

/**
 * A copy in separate memory. A payload is a slice of the bytes read from the socket and would keep all of them, and a copy
 * from Node's pool would keep 8 KB.
 */
export function ownCopy(value: Value): Buffer {
  const bytes = Buffer.from(value);
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
