import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

function evaluate(module: string, names: string, expression: string): unknown {
  const script = `import { ${names} } from "./site/${module}"; console.log(JSON.stringify(${expression}));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", script]).toString());
}

describe("the documentation site", () => {
  it("keeps the last release of each earlier minor version, newest first", () => {
    const tags = ["v0.1.0", "v0.1.10", "v0.1.9", "v0.2.0", "v0.3.0-rc.1", "v1.0.0", "v1.1.0", "nightly", ""];
    const call = `earlierVersions(${JSON.stringify(tags)}, "1.1.3")`;
    expect(evaluate("earlier-versions.mjs", "earlierVersions", call)).toEqual(["1.0.0", "0.2.0", "0.1.10"]);
    expect(evaluate("earlier-versions.mjs", "earlierVersions", `earlierVersions([""], "0.1.0")`)).toEqual([]);
  });

  it("links to its own pages, and to the repository for all other files", () => {
    const page = [
      "[a](topics.md#commands) [b](../CHANGELOG.md) [c](../deploy/kubernetes) [d](acl.example.conf)",
      "[e](https://example.com) [f](#here) ![g](images/page-light.png)",
      "<!-- tabs -->\n### One\nfirst\n### Two\nsecond\n<!-- /tabs -->",
    ].join("\n");
    const call = `preparePage(${JSON.stringify(page)}, { source: "S", pages: "docs" })`;
    expect(evaluate("prepare-page.mjs", "preparePage", call)).toBe(
      [
        "[a](topics.md#commands) [b](changelog.md) [c](S/deploy/kubernetes) [d](S/docs/acl.example.conf)",
        "[e](https://example.com) [f](#here) ![g](images/page-light.png)",
        ":::tabs\n== One\nfirst\n== Two\nsecond\n:::",
      ].join("\n"),
    );
  });

  it("links from a folder below docs/ as well", () => {
    const page =
      "[a](../topics.md#commands) [b](player-api.md) [c](../../CHANGELOG.md) [d](../../deploy/kubernetes)";
    const call = `preparePage(${JSON.stringify(page)}, { source: "S", pages: "docs", folder: "dev" })`;
    expect(evaluate("prepare-page.mjs", "preparePage", call)).toBe(
      "[a](../topics.md#commands) [b](player-api.md) [c](../changelog.md) [d](S/deploy/kubernetes)",
    );
  });
});
