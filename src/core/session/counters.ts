import type { CommandTarget } from "../controls/command.ts";
import type { Outcome } from "../controls/effect.ts";
import { DeviceError, type DeviceFault } from "../errors.ts";
import { type Answer, forEachResource, type ResourceName } from "../resources/player.ts";

/** Counts values by upper bound; cheap enough for every request. */
export class Histogram {
  readonly bounds: readonly number[];
  readonly #buckets: readonly { readonly bound: number; count: number }[];
  /** Values above all bounds. */
  readonly #above = { count: 0 };
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#buckets = bounds.map((bound) => ({ bound, count: 0 }));
  }

  get sum(): number {
    return this.#sum;
  }

  /** The number of values up to each bound, and the total at the end. */
  get cumulative(): number[] {
    let total = 0;
    return [...this.#buckets, this.#above].map(({ count }) => (total += count));
  }

  observe(value: number): void {
    this.#sum += value;
    const bucket = this.#buckets.find(({ bound }) => value <= bound) ?? this.#above;
    bucket.count += 1;
  }
}

export type PollOutcome = Exclude<Answer["kind"], "reading"> | "changed" | Exclude<DeviceFault, "refused">;

export interface PollCounters {
  readonly outcomes: Record<PollOutcome, number>;
  readonly latencyMs: Histogram;
}

export interface CommandCounters {
  readonly outcomes: Map<Outcome["kind"], number>;
  /** From a command's arrival to its outcome. */
  readonly durationMs: Histogram;
}

const latencyBoundsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];
const durationBoundsMs = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/** Of one process over all players since its start. They only grow; readers compute rates and averages. */
export class Counters {
  readonly polls: Readonly<Record<ResourceName, PollCounters>> = forEachResource(() => ({
    outcomes: {
      changed: 0,
      unchanged: 0,
      absent: 0,
      confused: 0,
      unsupported: 0,
      refused: 0,
      malformed: 0,
      unreachable: 0,
      broken: 0,
    },
    latencyMs: new Histogram(latencyBoundsMs),
  }));
  readonly commands = new Map<CommandTarget, CommandCounters>();
  /** Bodies of players' answers. */
  readBytes = 0;
  connections = 0;
  failedConnections = 0;
  /** HTTP requests that clients closed early. */
  brokenRequests = 0;
  /** Reloads of the configuration that were refused. */
  refusedReloads = 0;

  connected(): void {
    this.connections += 1;
  }

  failed(): void {
    this.failedConnections += 1;
  }

  readonly addReadBytes = (bytes: number): void => {
    this.readBytes += bytes;
  };

  polled(stats: PlayerStats, resource: ResourceName, result: Answer | DeviceError, now: number): void {
    const { outcomes, latencyMs } = this.polls[resource];
    outcomes[outcomeOf(result)] += 1;
    stats.polls += 1;
    if (result instanceof DeviceError) {
      if (result.answered) stats.malformed += 1;
      else stats.failures += 1;
      return;
    }
    latencyMs.observe(stats.latencyMs ?? 0);
    stats.lastAnswerAt = now;
    if (result.kind === "unchanged") stats.unchanged += 1;
  }

  commandEnded(target: CommandTarget, outcome: Outcome["kind"], durationMs: number): void {
    let counters = this.commands.get(target);
    if (counters === undefined) {
      counters = { outcomes: new Map(), durationMs: new Histogram(durationBoundsMs) };
      this.commands.set(target, counters);
    }
    counters.outcomes.set(outcome, (counters.outcomes.get(outcome) ?? 0) + 1);
    counters.durationMs.observe(durationMs);
  }
}

function outcomeOf(result: Answer | DeviceError): PollOutcome {
  if (result instanceof DeviceError) return result.fault;
  return result.kind === "reading" ? "changed" : result.kind;
}

export class PlayerStats {
  polls = 0;
  unchanged = 0;
  failures = 0;
  malformed = 0;
  commands = 0;
  /** The duration of the last answer. */
  latencyMs: number | undefined;
  lastAnswerAt: number | undefined;
}
