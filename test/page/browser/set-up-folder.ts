import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Simulator } from "../../../simulator/zidoo/start-simulator.ts";
import { network } from "../../tools/finder/network.ts";
import { searchedBy } from "../../support/searched-by.ts";
import type { StageOptions } from "./stage.ts";

/** Nothing is found in the network. */
export const silent: Pick<StageOptions, "players" | "search"> = {
  players: {},
  search: { families: searchedBy(), listenMs: 10 },
};

/** A search that finds these simulated players, which listen on one port. */
export async function finding(...players: readonly [Simulator, ...Simulator[]]) {
  const hosts = players.map(({ url }) => new URL(url).hostname).join(",");
  const families = searchedBy(await network("test", hosts));
  // They answer at once, but a busy machine takes a moment.
  return { families, listenMs: 2000, port: players[0].port };
}

/** A folder for set-up, with a configuration file if its text is given. */
export function folderWith(text?: string, name = "local.yaml") {
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "config", name);
  if (text !== undefined) {
    mkdirSync(join(folder, "config"));
    writeFileSync(path, text);
  }
  return { folder, path, text: () => (existsSync(path) ? readFileSync(path, "utf8") : "") };
}
