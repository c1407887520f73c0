import type { PageWorld } from "./page-bridge.ts";
import type { Sample, SamplesView } from "./wire.ts";

const everyMs = 5000;
/** Five minutes. */
const kept = 60;

/** Samples for the small plots, taken every few seconds: their cost does not depend on how often players are polled. */
export class Samples {
  /** The interval at which to call `take`. */
  static readonly everyMs = everyMs;
  readonly #world: Pick<PageWorld, "bridge" | "traffic">;
  readonly #messages: number[] = [];
  readonly #latency = new Map<string, (number | null)[]>();
  readonly #polls = new Map<string, number>();
  #published: number;

  constructor(world: Pick<PageWorld, "bridge" | "traffic">) {
    this.#world = world;
    this.#published = world.traffic.published;
  }

  /** Takes one sample of each figure. */
  take(): Sample {
    const { published } = this.#world.traffic;
    const messagesPerMinute = Math.round(((published - this.#published) * 60_000) / everyMs);
    this.#published = published;
    push(this.#messages, messagesPerMinute);
    const latencyMs: Record<string, number | null> = {};
    const { sessions } = this.#world.bridge;
    for (const { id, stats } of sessions) {
      const { polls, latencyMs: last } = stats;
      // A player without a new answer has no sample: repeating the last one would draw a line forever.
      const isNew = polls !== this.#polls.get(id);
      this.#polls.set(id, polls);
      const figure = isNew && last !== undefined ? Math.round(last * 10) / 10 : null;
      const row = this.#latency.get(id) ?? [];
      push(row, figure);
      this.#latency.set(id, row);
      latencyMs[id] = figure;
    }
    this.#forget(new Set(sessions.map(({ id }) => id)));
    return { messagesPerMinute, latencyMs };
  }

  view(): SamplesView {
    return {
      everySeconds: everyMs / 1000,
      messagesPerMinute: [...this.#messages],
      latencyMs: Object.fromEntries([...this.#latency].map(([id, row]) => [id, [...row]])),
    };
  }

  #forget(present: ReadonlySet<string>): void {
    for (const id of this.#latency.keys()) {
      if (present.has(id)) continue;
      this.#latency.delete(id);
      this.#polls.delete(id);
    }
  }
}

function push<T>(row: T[], figure: T): void {
  row.push(figure);
  if (row.length > kept) row.shift();
}
