import { collectDefaultMetrics, register } from "prom-client";
import { Histogram } from "../../core/session/counters.ts";
import { type Measured, type Metric, metrics, type Sample } from "./metrics.ts";

/** Histograms count milliseconds; Prometheus wants seconds. */
const msPerSecond = 1000;

export const contentType = register.contentType;

/** All metrics in the text format of Prometheus: the bridge's, and prom-client's metrics of the process. */
export async function expose(measured: Measured): Promise<string> {
  // The process has one set of these, however many bridges it runs.
  if (register.getSingleMetric("process_cpu_seconds_total") === undefined) collectDefaultMetrics();
  const ours = metrics.map((metric) => writeMetric(metric, measured));
  return `${ours.join("\n")}\n${await register.metrics()}`;
}

function writeMetric({ name, help, type, samples }: Metric, measured: Measured): string {
  const lines = samples(measured).flatMap((sample) => writeSample(name, sample));
  return `# HELP ${name} ${escape(help)}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function writeSample(name: string, { labels, value }: Sample): string[] {
  if (!(value instanceof Histogram)) return [writeLine(name, labels, value)];
  const { bounds, cumulative, sum } = value;
  const limits = [...bounds.map((bound) => String(bound / msPerSecond)), "+Inf"];
  return [
    ...cumulative.map((count, place) =>
      writeLine(`${name}_bucket`, { ...labels, le: limits[place] ?? "" }, count),
    ),
    writeLine(`${name}_sum`, labels, sum / msPerSecond),
    writeLine(`${name}_count`, labels, cumulative.at(-1) ?? 0),
  ];
}

function writeLine(name: string, labels: Sample["labels"], value: number): string {
  const pairs = Object.entries(labels).map(
    ([key, text]) => `${key}="${escape(text).replaceAll('"', '\\"')}"`,
  );
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
