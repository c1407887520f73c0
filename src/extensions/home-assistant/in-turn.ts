import type { BrokerPort } from "../../core/ports.ts";

/** Does something for each that is still there, one after another, while there is nothing else to say. */
export function inTurn<T>(broker: BrokerPort, all: ReadonlyMap<string, T>, act: (one: T) => void): void {
  for (const [key, one] of all) {
    broker.publishLater(() => {
      if (all.get(key) === one) act(one);
      return [];
    });
  }
}
