import type { Message } from "../../src/core/topics/message.ts";
import type { Outlet } from "../../src/mqtt/connection.ts";
import { type ConnackProperties, limitsFrom } from "../../src/mqtt/limits.ts";

/** A connection whose socket and broker do as the test says. */
export class ScriptedOutlet implements Outlet {
  isOpen = true;
  isWritable = true;
  readonly info: Outlet["info"];
  readonly published: string[] = [];
  /** How many of them were published when they were last written. */
  written = 0;
  cause: string | undefined;
  readonly acknowledge: ((refusal?: string) => void)[] = [];
  #onWritable: (() => void)[] = [];
  readonly #atOnce: boolean;

  constructor(limits: ConnackProperties = {}, acknowledges: "at once" | "when told" = "when told") {
    this.info = { limits: limitsFrom(limits) };
    this.#atOnce = acknowledges === "at once";
  }

  get waiting(): number {
    return this.#onWritable.length;
  }

  publish(message: Message, onDone: (refusal: string | undefined) => void): void {
    this.published.push(message.payload);
    if (this.#atOnce || message.qos === 0) onDone(undefined);
    else this.acknowledge.push(onDone);
  }

  flush(): void {
    this.written = this.published.length;
  }

  onceWritable(callback: () => void): void {
    this.#onWritable.push(callback);
  }

  destroy(cause?: Error): void {
    this.cause = cause?.message;
  }

  drain(): void {
    this.isWritable = true;
    const waiting = this.#onWritable;
    this.#onWritable = [];
    for (const callback of waiting) callback();
  }
}
