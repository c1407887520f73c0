import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { metrics, maxPlayerSeries } from "../../../src/extensions/http/metrics.ts";

it("the documentation names every metric, and no other", () => {
  const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("\n## Metrics\n");
  const named = [...(section.split("\n## ")[0] ?? "").matchAll(/`(player2mqtt_\w+)`/g)].map(
    ([, name]) => name,
  );
  expect(named).toHaveLength(metrics.length);
  expect(new Set(named)).toEqual(new Set(metrics.map(({ name }) => name)));
  expect(section).toContain(maxPlayerSeries.toLocaleString("en"));
});
