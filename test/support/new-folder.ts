import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder, which is removed when the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
