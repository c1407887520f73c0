import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
};

describe("the lock file", () => {
  it("has the hash of every package, also of those for other platforms", () => {
    const unproven = Object.entries(packages).filter(([path, { integrity }]) => path !== "" && !integrity);
    expect(unproven).toEqual([]);
    // A tool of one package for each platform.
    for (const platform of ["darwin-arm64", "win32-x64-msvc", "linux-x64-gnu"])
      expect(packages).toHaveProperty([`node_modules/@oxlint/binding-${platform}`]);
  });
});
