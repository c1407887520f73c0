import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { parseExposition, type ToldMetric } from "../extensions/http/parse-exposition.ts";
import { ask } from "../extensions/http/served.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { arePrograms } from "../support/missing-programs.ts";

const isPromtoolMissing = arePrograms({ promtool: "--version" }, "REQUIRE_PROMTOOL") === "missing";

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: Readonly<Record<"x" | "y" | "w" | "h", number>>;
  readonly datasource?: { readonly type: string; readonly uid: string };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

interface Dashboard {
  readonly title: string;
  readonly uid: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

const alertsFile = "examples/prometheus/alerts.yml";
const dashboard = JSON.parse(readFileSync("examples/grafana/player2mqtt.json", "utf8")) as Dashboard;
const { groups } = parse(readFileSync(alertsFile, "utf8")) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};

const expressions = [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ where: alert, expr }))),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: title, expr })),
  ),
  ...dashboard.templating.list.map(({ name, definition = "" }) => ({ where: `$${name}`, expr: definition })),
];

/** A metric with the labels that a query uses; a target itself has those of its address. */
const metric = /\b((?:player2mqtt|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;
const ofTarget = new Set(["job", "instance"]);

let scraped = "";
let metrics: ReadonlyMap<string, ToldMetric> = new Map();

beforeAll(async () => {
  await using sim = await startSimulator();
  await using bridged = await Bridged.settled(sim, { hasHttp: true });
  await bridged.select("output", "RCA");
  const { httpUrl = "" } = bridged.bridge;
  // The second scrape: by then the process metrics have values.
  await ask(httpUrl, "/metrics");
  scraped = (await ask(httpUrl, "/metrics")).body;
  metrics = parseExposition(scraped);
}, 60_000);

function labelsOf(name: string): ReadonlySet<string> | undefined {
  const told = metrics.get(name) ?? metrics.get(name.replace(/_(bucket|sum|count)$/, ""));
  if (told === undefined) return undefined;
  return new Set(told.samples.flatMap(({ labels }) => Object.keys(labels)));
}

describe("the examples for Prometheus and Grafana", () => {
  it("query metrics everywhere", () => {
    expect(expressions.length).toBeGreaterThan(30);
    expect(expressions.filter(({ expr }) => [...expr.matchAll(metric)].length === 0)).toEqual([
      { where: "$datasource", expr: "" },
    ]);
  });

  it.each(expressions)("query in “$where” only metrics and labels that a bridge exports", ({ expr }) => {
    const unknown = [...expr.matchAll(metric)].flatMap(([, name = "", selector = ""]) => {
      const labels = labelsOf(name);
      if (labels === undefined) return [name];
      const asked = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = ""]) => label);
      return asked
        .filter((label) => !ofTarget.has(label) && !labels.has(label))
        .map((label) => `${name}{${label}}`);
    });
    expect(unknown).toEqual([]);
  });

  it("have a dashboard that Grafana imports", () => {
    const { title, uid, schemaVersion, panels } = dashboard;
    expect([title, uid.length <= 40, schemaVersion >= 36]).toEqual(["player2mqtt", true, true]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it.each(dashboard.panels)("have a panel “$title” with a valid place and its own data source", (panel) => {
    const { type, gridPos, datasource, targets = [] } = panel;
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    expect(targets.length > 0).toBe(type !== "row");
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    expect(datasource).toEqual(type === "row" ? undefined : { type: "prometheus", uid: "${datasource}" });
  });

  it("use only variables that the dashboard has", () => {
    const known = new Set(dashboard.templating.list.map(({ name }) => name));
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?(\w+)\}?/g)].map(([, name = ""]) => name);
    expect(new Set(used.filter((name) => !name.startsWith("__")))).toEqual(known);
  });
});

describe.skipIf(isPromtoolMissing)("Prometheus", () => {
  function promtool(args: readonly string[], input = ""): string {
    const { status, stdout, stderr } = spawnSync("promtool", args, { input, encoding: "utf8" });
    return `${status}${stdout}${stderr}`;
  }

  it("accepts the rules, and alerts when it should", () => {
    expect(promtool(["check", "rules", alertsFile])).toContain("SUCCESS");
    expect(promtool(["test", "rules", "test/extensions/http/alerts.promtool.yml"])).toMatch(/^0[^]*SUCCESS/);
  });

  it("has no complaint about the bridge's metrics", () => {
    // prom-client's process metrics do not follow the naming conventions.
    const ours = scraped.split("\n\n").filter((part) => part.includes(" player2mqtt_"));
    expect(ours.length).toBeGreaterThan(20);
    expect(promtool(["check", "metrics"], `${ours.join("\n").trim()}\n`)).toBe("0");
    expect(promtool(["check", "metrics"], scraped)).not.toContain("parsing error");
  });
});
