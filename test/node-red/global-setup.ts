import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { findChromium } from "../support/find-chromium.ts";
import { install, installNodes, type NodeRedMajor } from "./install-runtime.ts";

declare module "vitest" {
  interface ProvidedContext {
    nodeRedMajor: NodeRedMajor;
    /** Why there is no Node-RED to test in; empty when there is one. */
    whyNoNodeRed: string;
    /** The folder that the packed nodes are installed in. */
    palette: string;
    /** The browser; empty where there is none. */
    chromium: string;
  }
}

/** Installs Node-RED and the nodes. Without it the suite is skipped, but not where everything must run. */
export function setup(project: TestProject): () => void {
  project.provide("chromium", findChromium());
  let palette = "";
  try {
    install(`node-red-${project.config.provide.nodeRedMajor as NodeRedMajor}`);
    install("dashboard");
    install("validate");
    palette = installNodes();
    project.provide("whyNoNodeRed", "");
  } catch (error) {
    if (process.env["REQUIRE_NODE_RED"] === "1") throw error;
    const reason = `Node-RED cannot be installed: ${error instanceof Error ? error.message : String(error)}`;
    process.stderr.write(`${reason}\nThe suite is skipped.\n`);
    project.provide("whyNoNodeRed", reason);
  }
  project.provide("palette", palette);
  return () => {
    if (palette !== "") rmSync(palette, { recursive: true, force: true });
  };
}
