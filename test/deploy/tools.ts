import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { mustSkip } from "./missing.ts";

const run = promisify(execFile);

/** Where test/deploy/requirements.txt is installed: a Python environment that belongs to nobody else. */
const folder = process.env["DEPLOY_TOOLS"] ?? join("node_modules", ".cache", "deploy-tools");

const hint = `there is no ${folder}. Make it with: python3 -m venv ${folder} && ${folder}/bin/pip install -r test/deploy/requirements.txt`;

/** Whether the tests that need the checkers of other projects must be skipped. */
export const areToolsMissing = mustSkip(
  "the checks of Dockerfiles, compose file, manifests and workflows",
  "REQUIRE_DEPLOY_TOOLS",
  existsSync(join(folder, "bin", "hadolint")) ? "" : hint,
);

/** The complaints of a checker; empty if there are none. */
export async function complaints(tool: string, ...args: readonly string[]): Promise<string> {
  try {
    await run(join(folder, "bin", tool), args, { maxBuffer: 2 ** 24 });
    return "";
  } catch (error) {
    const {
      stdout = "",
      stderr = "",
      message,
    } = error as { stdout?: string; stderr?: string; message: string };
    return `${stdout}${stderr}`.trim() || message;
  }
}
