import { readFileSync } from "node:fs";
import { presets } from "../../simulator/zidoo/presets.ts";
import { createPlayer } from "../../simulator/zidoo/simulated-player.ts";
import { expectedTopics } from "./expected-topics.ts";

const nobody = { id: "", name: "", url: "", prefix: "", identity: "" };

const ruled = new Set(
  Object.values(presets).flatMap((preset) => [
    ...expectedTopics(
      createPlayer(preset, () => 0),
      nobody,
    ).keys(),
  ]),
);

/** The documented topics for which no simulated player has an expectation: whatever they show is accepted. */
export const unruledTopics: ReadonlySet<string> = new Set(
  [...readFileSync("docs/topics.md", "utf8").matchAll(/^\| `<base>\/<id>\/([^|]+)\|/gm)]
    .flatMap(([, cell = ""]) => cell.split("`").filter((leaf) => !/^[ ,]*$/.test(leaf)))
    .filter((leaf) => !ruled.has(leaf)),
);
