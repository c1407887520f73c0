import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { loadModules } from "../../src/ops/load-modules.ts";

const files = "/proc/self/fd";

it.runIf(existsSync(files))("no file stays open that was tried before modules are loaded", async () => {
  const before = readdirSync(files).length;
  expect(await loadModules(async () => readdirSync(files).length)).toBe(before);
});
