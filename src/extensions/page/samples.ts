import type { PagePlayer, PageServices } from "./page-bridge.ts";
import type { Sample, SamplesView } from "./wire.ts";

const everyMs = 5000;
/** Five minutes. */
const kept = 60;

interface PlayerSamples {
  /** Requests since the sample before. */
  readonly requests: number[];
  readonly latencyMs: (number | null)[];
}

interface Counted {
  readonly polls: number;
  readonly requests: number;
}

const nothing: PlayerSamples = { requests: [], latencyMs: [] };

/** Samples for the plots, taken every few seconds: their cost does not depend on how often players are polled. */
export class Samples {
  static readonly everyMs = everyMs;
  readonly #services: Pick<PageServices, "bridge" | "traffic">;
  readonly #messages: number[] = [];
  readonly #players = new Map<string, PlayerSamples>();
  readonly #counted = new Map<string, Counted>();
  #published: number;

  constructor(services: Pick<PageServices, "bridge" | "traffic">) {
    this.#services = services;
    this.#published = services.traffic.published;
  }

  take(): Sample {
    const { published } = this.#services.traffic;
    const messagesPerMinute = Math.round(((published - this.#published) * 60_000) / everyMs);
    this.#published = published;
    push(this.#messages, messagesPerMinute);
    const latencyMs: Record<string, number | null> = {};
    const { sessions } = this.#services.bridge;
    for (const player of sessions) latencyMs[player.id] = this.#takeOf(player);
    this.#forget(new Set(sessions.map(({ id }) => id)));
    return { messagesPerMinute, latencyMs };
  }

  view(): SamplesView {
    return {
      everySeconds: everyMs / 1000,
      messagesPerMinute: [...this.#messages],
      latencyMs: Object.fromEntries([...this.#players].map(([id, { latencyMs }]) => [id, [...latencyMs]])),
    };
  }

  of(playerId: string): PlayerSamples {
    return this.#players.get(playerId) ?? nothing;
  }

  #takeOf({ id, stats: { polls, commands, latencyMs: last } }: PagePlayer): number | null {
    const before = this.#counted.get(id) ?? { polls: 0, requests: 0 };
    const requests = polls + commands;
    this.#counted.set(id, { polls, requests });
    // A player without a new answer has no sample: repeating the last one would draw a line forever.
    const figure = polls !== before.polls && last !== undefined ? Math.round(last * 10) / 10 : null;
    const samples = this.#players.get(id) ?? { requests: [], latencyMs: [] };
    this.#players.set(id, samples);
    // A player that was replaced counts from zero.
    push(samples.requests, requests >= before.requests ? requests - before.requests : requests);
    push(samples.latencyMs, figure);
    return figure;
  }

  #forget(present: ReadonlySet<string>): void {
    for (const id of this.#players.keys()) {
      if (present.has(id)) continue;
      this.#players.delete(id);
      this.#counted.delete(id);
    }
  }
}

function push<T>(row: T[], figure: T): void {
  row.push(figure);
  if (row.length > kept) row.shift();
}
