interface ToldSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ToldMetric {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly ToldSample[];
}

// Prometheus reads the name of what is no number in any spelling, and prom-client uses one of its own.
const sampleLine =
  /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>Na[Nn]|[+-]Inf|[+-]?[\d.]+(?:e[+-]?\d+)?)$/;
const label = /^(?<name>[a-zA-Z_]\w*)="(?<value>(?:[^"\\]|\\["\\n])*)"(?:,|$)/;

/** Reads the text format of Prometheus, and throws at whatever it does not allow. */
export function parseExposition(text: string): ReadonlyMap<string, ToldMetric> {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const metrics = new Map<string, { type: string; help: string; samples: ToldSample[] }>();
  const told = new Set<string>();
  let current = "";
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [, comment, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (comment === "HELP") {
      if (metrics.has(name)) throw new Error(`told twice: ${name}`);
      metrics.set(name, { help: rest, type: "", samples: [] });
      current = name;
      continue;
    }
    const metric = metrics.get(current);
    if (metric === undefined) throw new Error(`nothing said what this is: ${line}`);
    if (comment === "TYPE") {
      if (name !== current || metric.type !== "") throw new Error(`a type in the wrong place: ${line}`);
      metric.type = rest;
      continue;
    }
    const sample = readSample(line);
    const suffix = sample.name.slice(current.length);
    const suffixes = metric.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    if (!sample.name.startsWith(current) || !suffixes.includes(suffix))
      throw new Error(`out of place: ${line}`);
    const series = line.slice(0, line.lastIndexOf(" "));
    if (told.has(series)) throw new Error(`told twice: ${line}`);
    told.add(series);
    metric.samples.push(sample);
  }
  for (const [name, { type }] of metrics)
    if (!["counter", "gauge", "histogram"].includes(type)) throw new Error(`${name} is a ${type}`);
  return metrics;
}

function readSample(line: string): ToldSample {
  const { name = "", labels: text = "", value = "" } = sampleLine.exec(line)?.groups ?? {};
  if (name === "") throw new Error(`no sample: ${line}`);
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ""; ) {
    const found = label.exec(rest);
    const { name: key = "", value: quoted = "" } = found?.groups ?? {};
    if (found === null || key in labels) throw new Error(`bad labels: ${line}`);
    labels[key] = quoted.replaceAll(/\\(["\\n])/g, (_all, sign: string) => (sign === "n" ? "\n" : sign));
    rest = rest.slice(found[0].length);
  }
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}
