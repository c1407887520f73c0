import { beforeAll, expect, it } from "vitest";
import { Network } from "../../simulator/bluos/network.ts";
import type { SimulatedPlayer } from "../../simulator/bluos/simulated-player.ts";
import { startSimulator } from "../../simulator/bluos/start-simulator.ts";
import { installPython } from "./install-python.ts";
import { runPyblu } from "./run-pyblu.ts";

let python = "";
let obstacle = "";
beforeAll(async () => {
  ({ python, obstacle } = await installPython("pyblu", "requirements.txt", "REQUIRE_PYBLU"));
}, 300_000);

it("pyblu, the library of Home Assistant, makes all its calls to a simulated BluOS player", async ({
  skip,
}) => {
  skip(obstacle !== "", obstacle);
  const network = new Network<SimulatedPlayer>();
  const quick = { network, bufferMs: 20, groupLagMs: 50 };
  await using player = await startSimulator(quick);
  await using other = await startSimulator({ ...quick, preset: "speaker" });
  await runPyblu(python, player.url, other.url);
  expect(player.player.queue).toEqual([]);
  expect(player.traffic.requests.filter(({ operation }) => operation === undefined)).toEqual([]);
});
