import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildGo, type Workshop } from "./programs.ts";

/* The alternatives that users have, each with its own manifest; the project itself never installs them. */

const nodeRedFolder = resolve("bench/peers/node-red");
export const goFolder = resolve("bench/peers/go");
const asyncioFolder = resolve("bench/peers/asyncio");

/** Installs Node-RED if it is missing; prints a message and returns false on failure. */
export function installNodeRed(): boolean {
  if (existsSync(join(nodeRedFolder, "node_modules/node-red/package.json"))) return true;
  console.error("installing Node-RED for the benchmark alone");
  const { status } = spawnSync(
    "npm",
    ["ci", "--prefix", nodeRedFolder, "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  if (status !== 0) console.error("Node-RED could not be installed: it is left out");
  return status === 0;
}

/** Whether the Go program can be built; its libraries are downloaded the first time. */
export function hasGoPeer(workshop: Workshop): boolean {
  try {
    buildGo(workshop, goFolder);
    return true;
  } catch (error) {
    console.error(`Go is left out: ${String(error)}`);
    return false;
  }
}

/** Whether Debian's Python packages are installed; tries to install them otherwise. */
export function hasAsyncio(): boolean {
  if (canImport()) return true;
  const packages = readFileSync(join(asyncioFolder, "packages.txt"), "utf8").trim().split("\n");
  try {
    const install = ["install", "-y", "-qq", "--no-install-recommends", ...packages];
    execFileSync("apt-get", install, { stdio: ["ignore", "ignore", "inherit"] });
    if (canImport()) return true;
  } catch {
    // apt-get has said why.
  }
  console.error(`asyncio is left out: it needs Debian's packages ${packages.join(", ")}`);
  return false;
}

function canImport(): boolean {
  return spawnSync("/usr/bin/python3", ["-c", "import aiohttp, paho.mqtt.client"]).status === 0;
}
