import type { Message, Subscription } from "../../../src/core/topics/message.ts";
import type { Payload } from "../../../src/core/resources/property.ts";
import type { DeferredWrite, CountedBroker } from "../../../src/core/ports.ts";

export interface Result {
  readonly command: string;
  readonly request: string;
  readonly outcome: string;
  readonly tag?: string;
  readonly lost?: readonly string[];
  readonly reason?: string;
  readonly durationMs: number;
  readonly transaction?: string | number;
}

export class RecordingBroker implements CountedBroker {
  readonly messages: Message[] = [];
  readonly retained = new Map<string, string>();
  maxPayloadBytes = 100_000;
  largestPayloadBytes = 1_000_000;
  waiting = 0;
  waitingMs = 0;
  dropped = 0;
  tooLarge: readonly string[] = [];
  denied: readonly string[] = [];

  get published(): number {
    return this.messages.length;
  }

  /** The subscriptions of each call; the last call counts. */
  readonly listened: (readonly Subscription[])[] = [];

  async drained(): Promise<void> {}

  listenTo(subscriptions: readonly Subscription[]): void {
    this.listened.push(subscriptions);
  }

  publish(...messages: readonly Message<Payload>[]): void {
    for (const message of messages) this.#take(message);
  }

  publishDeferred(write: DeferredWrite): void {
    this.publish(...write());
  }

  #take({ payload, ...message }: Message<Payload>): void {
    if (typeof payload !== "string") return;
    this.messages.push({ ...message, payload });
    if (!message.retain) return;
    if (payload === "") this.retained.delete(message.topic);
    else this.retained.set(message.topic, payload);
  }

  /** The outcomes so far, in order. */
  get results(): Result[] {
    return this.messages
      .filter(({ topic }) => topic.endsWith("/result"))
      .map(({ payload }) => JSON.parse(payload) as Result);
  }

  payloads(topic: string): string[] {
    return this.messages.filter((message) => message.topic === topic).map(({ payload }) => payload);
  }
}
