import { fetch } from "undici";
import { expect } from "vitest";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withSimulator } from "../support/bridge/with-bridge.ts";

const known = {
  id: "7",
  answer: {
    type: 1,
    movie: {
      id: 7,
      name: "The Lighthouse Ledger",
      aggregation: { releaseDate: "2031-02-03", overview: "A keeper." },
    },
  },
};

async function withLibrary(): Promise<Simulator> {
  const sim = await startSimulator({ preset: "video", now: () => 1_000_000 });
  sim.player.video.update(0, { library: known });
  return sim;
}

const it = withSimulator(withLibrary);

it("poster, backdrop and details of a film are those of the player's library, requested once and cleared with it", async ({
  sim,
}) => {
  await using bridged = await Bridged.settled(sim, { args: { "publish.pictures": "true" } });
  const { traffic, player } = sim;
  const counts = () =>
    ["getPoster", "getBackdrop", "getAggregationOfFile"].map((name) => traffic.count(name));
  const leaves = ["picture", "picture/type", "backdrop", "backdrop/type", "details"];
  const shown = () => leaves.map((leaf) => bridged.payload(`video/${leaf}`));
  const posters = `${sim.url}/DevicePoster/v2`;
  const [poster, backdrop] = [
    `${posters}/getPoster?id=7&w=400&h=600`,
    `${posters}/getBackdrop?id=7&w=1280&h=720`,
  ];
  const details = JSON.stringify({ title: "The Lighthouse Ledger", year: 2031, overview: "A keeper." });
  const all = [poster, "image/png", backdrop, "image/png", details];
  await until(() => (expect(shown()).toEqual(all), true));
  await bridged.refresh();
  expect(counts()).toEqual([1, 1, 1]);
  const { headers } = await fetch(poster);
  expect(headers.get("content-type")).toBe("image/png");
  const query = `path=${encodeURIComponent(player.video.entries[0]?.path ?? "")}`;
  expect(traffic.requests.find(({ operation }) => operation === "getAggregationOfFile")?.query).toBe(query);
  player.video.playEntry(1);
  await until(() => (expect(shown()).toEqual(leaves.map(() => undefined)), true));
  await until(() => traffic.count("getAggregationOfFile") === 2);
  player.video.playEntry(0);
  await until(() => (expect(shown()).toEqual(all), true));
  await bridged.refresh();
  expect(traffic.count("getAggregationOfFile")).toBe(2);
  player.video.stop();
  await until(() => (expect(shown()).toEqual(leaves.map(() => undefined)), true));
});
