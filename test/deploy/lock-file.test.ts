import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const unproven = Object.entries(packages).filter(
  ([path, { integrity }]) => path !== "" && integrity === undefined,
);

/** Tools that come as one package for each platform. Registries without the other platforms know no hash of those. */
const toolsByPlatform =
  /^node_modules\/(?:@biomejs\/cli-|@oxc-parser\/binding-|@oxlint-tsgolint\/|@oxlint\/binding-)/;

describe("the lock file", () => {
  it("has the hash of every package except development tools of other platforms", () => {
    expect(unproven.filter(([path]) => !toolsByPlatform.test(path))).toEqual([]);
    for (const [path, { optional, dev, os, cpu }] of unproven) {
      expect([path, optional, dev, os ?? cpu]).toEqual([path, true, true, expect.any(Array)]);
    }
  });

  it("has no more of those than there were, and none of the platform that builds and tests", () => {
    expect(unproven.length).toBeLessThanOrEqual(44);
    const here = unproven.filter(
      ([path, { os, cpu }]) =>
        os?.includes("linux") === true && cpu?.includes("x64") === true && !path.endsWith("-musl"),
    );
    expect(here).toEqual([]);
  });
});
