import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";
import { type Find, findBug, patienceMs, reportFind } from "./find-bug.ts";
import { playHouse } from "./play-house.ts";

/*
 * Players made at random, for as long as wanted: whole bridges with a real broker. The seed alone decides who lives in the
 * houses and what happens there.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "3" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    find: { type: "string" },
  },
});
/** Each has another seed. */
const housesInARow = 4;
const mostPlayers = 16;

await using mosquitto = isMosquittoMissing ? undefined : await startMosquitto();
const mqttUrl = mosquitto?.url ?? "";
process.exitCode = values.find === undefined ? await search() : await replay(values.find);

async function search(): Promise<number> {
  const end = performance.now() + Number(values.minutes) * 60_000;
  console.log(`players made at random, seed ${values.seed}, broker: ${mqttUrl || "embedded"}`);
  let seed = Number(values.seed);
  for (; performance.now() < end; seed += 1) {
    const find = await findBug({ seed, runs: housesInARow, mqttUrl, mostPlayers });
    if (find === undefined) continue;
    console.log(await reportFind(find, seed));
    return 1;
  }
  console.log(`every promise held in ${(seed - Number(values.seed)) * housesInARow} houses`);
  return 0;
}

async function replay(file: string): Promise<number> {
  const { house } = JSON.parse(await readFile(file, "utf8")) as Find;
  const problems = await playHouse(house, mqttUrl, patienceMs.search);
  console.log(problems.join("\n") || "every promise held");
  return problems.length === 0 ? 0 : 1;
}
