import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nodeWarning } from "../../src/lib/node-support.ts";
import { readYaml } from "../deploy/read-yaml.ts";

const on = (version: string, day: string): string | undefined => nodeWarning(version, new Date(day));

describe("the warning about Node", () => {
  it.each([
    ["20.20.2", "2026-05-01T00:00:00Z", "since 2026-04-30: use Node 22, 24, 25, 26 or newer"],
    [
      "20.19.0",
      "2026-11-22",
      "Node 20 has had no security fixes since 2026-04-30: use Node 22, 24, 26 or newer",
    ],
    [
      "25.9.0",
      "2026-11-22",
      "Node 25 has had no security fixes since 2026-06-01: use Node 22, 24, 26 or newer",
    ],
    ["26.10.0", "2031-01-01", "since 2029-04-30: use a newer version"],
  ])("for %s at %s is: %s", (version, day, expected) => {
    expect(on(version, day)).toContain(expected);
  });

  it.each([
    ["20.20.2", "2026-04-30T23:59:59Z"],
    ["22.22.2", "2026-11-22"],
    ["29.0.0", "2031-01-01"],
  ])("is not given for %s at %s", (version, day) => {
    expect(on(version, day)).toBeUndefined();
  });

  it.each(["README.md", "docs/install.md", "deploy/systemd/player2mqtt.service"])(
    "is not given for the version that %s recommends",
    (file) => {
      const [, major = ""] = /Node (\d+)[\d.]* or newer/.exec(readFileSync(file, "utf8")) ?? [];
      expect(on(`${major}.0.0`, "2026-12-31")).toBeUndefined();
      expect(Number(major)).toBeGreaterThan(0);
    },
  );

  it("knows the end of every version that the workflow tries", () => {
    const [ci] = readYaml(".github/workflows/ci.yml");
    const tried: number[] = ci.jobs.test.strategy.matrix.node;
    expect(tried).toEqual([20, 22, 24, 26]);
    for (const major of tried) expect(on(`${major}.0.0`, "2100-01-01")).toContain(`Node ${major} `);
  });
});
