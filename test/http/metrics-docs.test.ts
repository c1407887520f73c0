import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { families, mostPlayerSeries } from "../../src/extensions/http/metric-families.ts";

it("the documentation names every metric, and no other", () => {
  const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("\n## Metrics\n");
  const named = [...(section.split("\n## ")[0] ?? "").matchAll(/`(player2mqtt_\w+)`/g)].map(
    ([, name]) => name,
  );
  expect(named).toHaveLength(families.length);
  expect(new Set(named)).toEqual(new Set(families.map(({ name }) => name)));
  expect(section).toContain(mostPlayerSeries.toLocaleString("en"));
});
