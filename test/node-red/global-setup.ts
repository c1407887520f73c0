import type { TestProject } from "vitest/node";
import { installRuntime, type NodeRedMajor } from "./install-runtime.ts";

declare module "vitest" {
  interface ProvidedContext {
    nodeRedMajor: NodeRedMajor;
    /** Why there is no Node-RED to test in; empty when there is one. */
    whyNoNodeRed: string;
  }
}

/** Installs Node-RED. Without it the suite is skipped, but not where everything must run. */
export function setup(project: TestProject): void {
  try {
    installRuntime(project.config.provide.nodeRedMajor as NodeRedMajor);
    project.provide("whyNoNodeRed", "");
  } catch (error) {
    if (process.env["REQUIRE_NODE_RED"] === "1") throw error;
    const reason = `Node-RED cannot be installed: ${error instanceof Error ? error.message : String(error)}`;
    process.stderr.write(`${reason}\nThe suite is skipped.\n`);
    project.provide("whyNoNodeRed", reason);
  }
}
