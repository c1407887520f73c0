import { existsSync, rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
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

const usualBrowsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Installs Node-RED and the nodes. Without it the suite is skipped, but not where everything must run. */
export function setup(project: TestProject): () => void {
  const browsers = [process.env["CHROMIUM"] ?? "", ...usualBrowsers];
  const chromium = browsers.find((path) => path !== "" && existsSync(path)) ?? "";
  project.provide("chromium", chromium);
  if (chromium === "") {
    const reason = "no chromium: apt-get install chromium, or name one in CHROMIUM";
    if (process.env["REQUIRE_CHROMIUM"] === "1") throw new Error(reason);
    process.stderr.write(`${reason}\nTests of the editor are skipped.\n`);
  }
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
