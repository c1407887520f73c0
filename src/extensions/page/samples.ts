import type { PagePlayer, PageServices } from "./page-bridge.ts";
import type { Sample, SamplesView } from "./wire.ts";

export const sampleEveryMs = 5000;
/** Five minutes. */
const kept = 60;

interface PlayerSamples {
  /** Requests since the sample before. */
  readonly requests: number[];
  readonly latencyMs: (number | null)[];
}

/** A player with the counts at its last sample. */
interface SampledPlayer {
  readonly samples: PlayerSamples;
  polls: number;
  requests: number;
}

/** Samples for the plots, taken every few seconds: their cost does not depend on how often players are polled. */
export class Samples {
  readonly #services: Pick<PageServices, "bridge" | "traffic">;
  readonly #messages: number[] = [];
  readonly #players = new Map<string, SampledPlayer>();
  #published: number;

  constructor(services: Pick<PageServices, "bridge" | "traffic">) {
    this.#services = services;
    this.#published = services.traffic.published;
  }

  take(): Sample {
    const { published } = this.#services.traffic;
    const messagesPerMinute = Math.round(((published - this.#published) * 60_000) / sampleEveryMs);
    this.#published = published;
    push(this.#messages, messagesPerMinute);
    const { sessions } = this.#services.bridge;
    for (const player of sessions) this.#takeOf(player);
    const present = new Set(sessions.map(({ id }) => id));
    for (const id of this.#players.keys()) if (!present.has(id)) this.#players.delete(id);
    return { messagesPerMinute };
  }

  view(): SamplesView {
    return { everySeconds: sampleEveryMs / 1000, messagesPerMinute: [...this.#messages] };
  }

  of(playerId: string): PlayerSamples {
    return this.#players.get(playerId)?.samples ?? { requests: [], latencyMs: [] };
  }

  #takeOf({ id, stats: { polls, commands, latencyMs: last } }: PagePlayer): void {
    const player = this.#players.get(id) ?? {
      samples: { requests: [], latencyMs: [] },
      polls: 0,
      requests: 0,
    };
    this.#players.set(id, player);
    const requests = polls + commands;
    // A player without a new answer has no sample: repeating the last one would draw a line forever.
    const figure = polls !== player.polls && last !== undefined ? Math.round(last * 10) / 10 : null;
    // A player that was replaced counts from zero.
    push(player.samples.requests, requests >= player.requests ? requests - player.requests : requests);
    push(player.samples.latencyMs, figure);
    player.polls = polls;
    player.requests = requests;
  }
}

function push<T>(row: T[], figure: T): void {
  row.push(figure);
  if (row.length > kept) row.shift();
}
