import { collectDefaultMetrics, Gauge, Registry, register } from "prom-client";
import type { Observation } from "../../core/session/observation.ts";
import { Histogram } from "../../lib/histogram.ts";
import { type Family, families, type Sample } from "./metric-families.ts";

/** One line of what is told, as prom-client writes it. */
interface Line {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Our histograms are kept in milliseconds, and told in seconds. */
const msPerSecond = 1000;

/** A metric of which prom-client keeps nothing: its values are counted elsewhere, and looked up when they are told. */
class KeptElsewhere extends Gauge {
  readonly #family: Family;
  readonly #look: () => Observation;

  constructor(family: Family, look: () => Observation) {
    super({ name: family.name, help: family.help, registers: [] });
    this.#family = family;
    this.#look = look;
  }

  /** The registry asks a metric with buckets for this form, and so any other. */
  getForPromString(): Promise<object> {
    const { name, help, type, samples } = this.#family;
    const values = samples(this.#look()).flatMap((sample) => linesOf(name, sample));
    return Promise.resolve({ name, help, type, values, aggregator: "sum" });
  }
}

/** Tells what is measured, in the text format of Prometheus. */
export class Exposition {
  readonly #registry = new Registry();
  readonly #observe: () => Observation;
  #observation: Observation | undefined;

  constructor(observe: () => Observation) {
    this.#observe = observe;
    for (const family of families) {
      this.#registry.registerMetric(new KeptElsewhere(family, () => this.#latest()));
    }
    // Measures of the process are the process's, however many bridges it may hold.
    if (register.getSingleMetric("process_cpu_seconds_total") === undefined) collectDefaultMetrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async tell(): Promise<string> {
    // One look for all metrics, so that they agree with one another.
    this.#observation = this.#observe();
    const [ours, ofProcess] = await Promise.all([this.#registry.metrics(), register.metrics()]);
    this.#observation = undefined;
    return `${ours}\n${ofProcess}`;
  }

  #latest(): Observation {
    return this.#observation ?? this.#observe();
  }
}

function linesOf(name: string, { labels, value }: Sample): Line[] {
  if (!(value instanceof Histogram)) return [{ metricName: name, labels, value }];
  const { bounds, cumulative, sum } = value;
  const count = cumulative.at(-1) ?? 0;
  const buckets = cumulative.map((upTo, place) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: place < bounds.length ? (bounds[place] ?? 0) / msPerSecond : "+Inf" },
    value: upTo,
  }));
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum / msPerSecond },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
