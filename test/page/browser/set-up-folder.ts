import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import type { Simulator } from "../../../simulator/zidoo/start-simulator.ts";
import { network } from "../../tools/finder/network.ts";
import { newFolder } from "../../support/new-folder.ts";
import { searchedBy } from "../../support/searched-by.ts";
import { opened } from "../../support/opened.ts";
import { Stage, type StageOptions } from "./stage.ts";

/** A search that finds these simulated players, which listen on one port. */
export async function finding(...players: readonly [Simulator, ...Simulator[]]) {
  const hosts = players.map(({ url }) => new URL(url).hostname).join(",");
  const families = searchedBy(await network("test", hosts));
  // They answer at once, but a busy machine takes a moment.
  return { families, listenMs: 2000, port: players[0].port };
}

interface SetUpOptions extends Partial<StageOptions> {
  /** The text and the name of the configuration file, if there is one. */
  readonly file?: string;
  readonly name?: string;
  readonly view?: string;
  readonly look?: BrowserContextOptions;
}

/** A bridge in a folder of its own, which finds nothing in the network, and its page; without a view, that of set-up. */
export async function onSetUp(options: SetUpOptions = {}) {
  const { file, name = "local.yaml", view = "#/setup", look, ...others } = options;
  const folder = newFolder();
  const path = join(folder, "config", name);
  if (file !== undefined) {
    mkdirSync(join(folder, "config"));
    writeFileSync(path, file);
  }
  const search = { families: searchedBy(), listenMs: 10 };
  const stage = opened(await Stage.open({ players: {}, search, folder, ...others }));
  const text = (): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
  return { folder, text, stage, page: await stage.look(view, look) };
}
