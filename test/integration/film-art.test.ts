import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect } from "vitest";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";

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

const it = withBridge(withLibrary);

const asked = ({ traffic }: Simulator): string[] =>
  traffic.requests.filter(({ operation }) => operation === "getAggregationOfFile").map(({ query }) => query);

it("poster, backdrop and details of a film are those of the player's library", async ({ sim, bridged }) => {
  await bridged.waitFor("video/picture", `${sim.url}/DevicePoster/v2/getPoster?id=7&w=400&h=600`);
  expect(bridged.payload("video/backdrop")).toBe(`${sim.url}/DevicePoster/v2/getBackdrop?id=7&w=1280&h=720`);
  expect(bridged.json("video/details")).toEqual({
    title: "The Lighthouse Ledger",
    year: 2031,
    overview: "A keeper.",
  });
  const [response] = (await once(get(bridged.payload("video/picture") ?? ""), "response")) as [
    IncomingMessage,
  ];
  response.resume();
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "image/png"]);
  const [path] = sim.player.video.entries;
  expect(asked(sim)).toEqual([`path=${encodeURIComponent(path?.path ?? "")}`]);
});

it("are cleared for an unknown film, and asked for once for one that is known", async ({ sim, bridged }) => {
  await until(() => bridged.payload("video/picture") !== undefined);
  sim.player.video.playEntry(1);
  await bridged.waitFor("video/picture", undefined);
  await bridged.waitFor("video/details", undefined);
  await until(() => asked(sim).length === 2);
  sim.player.video.playEntry(0);
  await until(() => bridged.payload("video/picture") !== undefined);
  await bridged.refresh();
  expect(asked(sim)).toHaveLength(2);
  sim.player.video.stop();
  await bridged.waitFor("video/picture", undefined);
});

it("poster and backdrop are published with their types if wanted, each requested once", async ({ sim }) => {
  await using bridged = await Bridged.settled(sim, { args: { "publish.pictures": "true" } });
  await bridged.waitFor("video/picture/type", "image/png");
  await bridged.waitFor("video/backdrop/type", "image/png");
  const counts = (): number[] => [sim.traffic.count("getPoster"), sim.traffic.count("getBackdrop")];
  await bridged.refresh();
  expect(counts()).toEqual([1, 1]);
  sim.player.video.playEntry(1);
  await bridged.waitFor("video/picture/type", undefined);
  await bridged.waitFor("video/backdrop/data", undefined);
  expect(counts()).toEqual([1, 1]);
});
