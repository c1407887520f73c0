import { setTimeout as sleep } from "node:timers/promises";
import { Observer } from "./observer.ts";
import type { Players } from "./players.ts";

/** Milliseconds, one for each command. */
export interface Latencies {
  readonly toGet: number[];
  readonly toState: number[];
}

/** A command without an answer for this time counts as lost. */
const timeoutMs = 3000;

/** Sends commands to the first player of a subject, and measures how long they take. */
export class Commander implements AsyncDisposable {
  readonly latencies: Latencies = { toGet: [], toState: [] };
  readonly #topic: string;
  #observer: Observer | undefined;
  #wanted = "";
  #sentAt = 0n;
  #onState: () => void = () => {};

  private constructor(topic: string) {
    this.#topic = topic;
  }

  /** Subscribes at the broker, waiting until it is there, and at the players' process. */
  static async connect(port: number, base: string, players: Players): Promise<Commander> {
    const commander = new Commander(`${base}/p0/audio/input`);
    players.onAsked(({ tag, atNs }) => {
      if (tag === commander.#wanted) commander.latencies.toGet.push(commander.#msUntil(atNs));
    });
    commander.#observer = await patiently(() =>
      Observer.connect(port, [commander.#topic], ({ payload }) => {
        if (payload.toString() !== commander.#wanted) return;
        commander.latencies.toState.push(commander.#msUntil(process.hrtime.bigint()));
        commander.#onState();
      }),
    );
    return commander;
  }

  /** Selects an input, and waits until its topic shows it. */
  async command(tag: string): Promise<void> {
    const shown = new Promise<void>((resolve) => {
      this.#onState = resolve;
    });
    this.#wanted = tag;
    this.#sentAt = process.hrtime.bigint();
    this.#observer?.send(`${this.#topic}/set`, tag);
    await Promise.race([shown, sleep(timeoutMs, undefined, { ref: false })]);
    // The message from the players' process takes longer than the one from the broker.
    await sleep(5);
    this.#wanted = "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#observer?.[Symbol.asyncDispose]();
  }

  #msUntil(atNs: bigint): number {
    return Number(atNs - this.#sentAt) / 1e6;
  }
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 100; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}
