import { chmodSync, chownSync, existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { bridgeGroup } from "./write-credentials.ts";

const groupMayWrite = 0o060;
const groupMayEnter = 0o010;

/**
 * Lets the bridge write the settings in a folder that root owns, such as one that Docker has created. Everything else
 * belongs to a person, and stays as it is.
 */
export function shareSettings(folder: string): void {
  if (process.geteuid?.() !== 0) return;
  for (const path of [folder, join(folder, "local.yaml")].filter((each) => existsSync(each))) {
    const found = lstatSync(path);
    if (found.uid !== 0 || found.isSymbolicLink()) continue;
    chownSync(path, 0, bridgeGroup);
    chmodSync(path, (found.mode & 0o777) | groupMayWrite | (found.isDirectory() ? groupMayEnter : 0));
  }
}
