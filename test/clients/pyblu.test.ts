import { beforeAll, expect, it } from "vitest";
import { Network } from "../../simulator/bluos/network.ts";
import type { SimulatedPlayer } from "../../simulator/bluos/simulated-player.ts";
import { startSimulator } from "../../simulator/bluos/start-simulator.ts";
import { installPyblu, runPyblu } from "./run-pyblu.ts";

let obstacle = "";
beforeAll(async () => {
  obstacle = await installPyblu();
  if (obstacle !== "") console.warn(obstacle);
}, 300_000);

it("pyblu, the library of Home Assistant, makes all its calls to a simulated BluOS player", async ({
  skip,
}) => {
  skip(obstacle !== "", obstacle);
  const network = new Network<SimulatedPlayer>();
  const quick = { network, bufferMs: 20, groupLagMs: 50 };
  await using player = await startSimulator(quick);
  await using other = await startSimulator({ ...quick, preset: "speaker" });
  await runPyblu(player.url, other.url);
  expect(player.player.queue).toEqual([]);
  expect(player.traffic.requests.filter(({ operation }) => operation === undefined)).toEqual([]);
});
