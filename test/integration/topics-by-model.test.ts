import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import type { SimulatedPlayer } from "../../simulator/wiim/simulated-player.ts";
import { startSimulator as startWiim } from "../../simulator/wiim/start-simulator.ts";
import type { PresetName } from "../../simulator/zidoo/presets.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { extraLeaves, resourceNames } from "../../src/core/resources/player.ts";
import { families } from "../../src/families/index.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { Bridged, type BridgedPlayer } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

const [, table = ""] = readFileSync("docs/players.md", "utf8").split("\n## Topics by model\n");

/** The topics in the table of the documentation, each with a cell for each model. */
const rows = [
  ...table.matchAll(/^\| (`[^|]*)\| ([^|]*?) ?\| ([^|]*?) ?\| ([^|]*?) ?\| ([^|]*?) ?\| ([^|]*?) ?\|$/gm),
].flatMap(([, topics = "", ...cells]) =>
  [...topics.matchAll(/`([a-z<>/-]+)`/g)].map(([, topic = ""]) => ({ topic, cells })),
);

const args = {
  "controls.experimental": "true",
  "publish.pictures": "true",
  "publish.settings": '["gain","balance","LineVolumeLimit","channelMode","bass"]',
};

/** Topics that a simulated player does not show at rest, or the simulated model lacks. */
const unseen = new Set([
  "result",
  "preset/options",
  "music/queue/get",
  "music/queue/page",
  "library/get",
  "library/page",
  "music/queue/pages/<n>",
  "power/waking",
  "volume/restriction",
  // What is seen and heard takes its time.
  "history",
  "watched",
  "played",
]);

const clock = fastClock(50);

/** Commands that are no controls of a player. */
const always = new Set(["preset/set", "refresh/set"]);

/** The primary of a group, with a battery, which plays its queue, then an input, then a station. */
async function startBluosPrimary(): Promise<BridgedPlayer> {
  const sim = await startBluos({ ...clock, preset: "speaker", bufferMs: 0 });
  const { player } = sim;
  player.slaves = ["10.0.0.9:11000"];
  player.isMuted = true;
  player.sleepMinutes = 30;
  for (const setting of player.settings) if (setting.id === "toneControls") setting.value = "ON";
  const [input] = player.inputs;
  const station = player.presets.find(({ plays }) => typeof plays === "object")?.plays;
  if (input === undefined || typeof station !== "object") throw new Error("the simulated player lacks them");
  player.after(30_000, () => player.select({ kind: "input", input }));
  player.after(60_000, () => player.select(station));
  return Object.assign(sim, { mostAtOnce: 3 });
}

/** The leader of a group, which passes on an input later. */
async function startWiimLeader(): Promise<BridgedPlayer> {
  const network = { players: new Map<string, SimulatedPlayer>() };
  const sim = await startWiim({ ...clock, network, host: "127.0.62.1", upnpPort: 49_152 });
  const { player } = sim;
  const member = await startWiim({ ...clock, network, host: "127.0.62.2" });
  member.player.leader = player;
  player.isMuted = true;
  return Object.assign(sim, {
    async [Symbol.asyncDispose]() {
      await Promise.all([sim.sleep(), member.sleep()]);
    },
  });
}

const zidoo = (preset: PresetName) => () => startSimulator({ ...clock, preset });

it.each([
  ["cinema", 0, [/^settings\//, /^mute\b/, /^sound\/processing$/], zidoo("cinema")],
  ["studio", 1, [/^app\//], zidoo("studio")],
  ["old", 2, [/^video\/(fps|output|subtitle\/name)$/], zidoo("old")],
  ["BluOS player", 3, [], startBluosPrimary],
  ["WiiM player", 4, [], startWiimLeader],
] as const)("the table of topics says what a %s has", async (_name, column, exceptions, start) => {
  await using sim = await start();
  await using bridged = await Bridged.start(sim, { args, clock });
  const listed = (isSet: boolean): string[] =>
    rows
      .filter(({ topic, cells }) => cells[column] !== "" && topic.endsWith("/set") === isSet)
      .map(({ topic }) => topic);
  const isException = (topic: string): boolean => exceptions.some((pattern) => pattern.test(topic));
  const wanted = listed(false).filter((topic) => !unseen.has(topic) && !isException(topic));
  const published = (): Set<string> =>
    new Set(
      bridged.subscriber.messages
        .filter(({ topic, payload }) => topic.startsWith("player2mqtt/den/") && payload !== "")
        .map(({ topic }) => topic.slice("player2mqtt/den/".length))
        .map((leaf) => leaf.replace(/^settings\/\w+/, "settings/<tag>")),
    );
  const missing = (): string[] => wanted.filter((topic) => !published().has(topic));
  await until(() => {
    expect(missing()).toEqual([]);
    return true;
  }, 40_000);
  const all = new Set(rows.filter(({ cells }) => cells[column] !== "").map(({ topic }) => topic));
  expect([...published()].filter((leaf) => !all.has(leaf))).toEqual([]);
  // The bridge learns from a request that the player lacks something.
  await until(() => {
    const { controls } = bridged.json("info") as { readonly controls: Readonly<Record<string, string>> };
    const has = Object.entries(controls).filter(([, support]) => support !== "unsupported");
    const leaves = (names: readonly string[]): string[] =>
      names.filter((name) => !isException(name)).toSorted();
    expect(leaves(has.map(([name]) => `${name}/set`))).toEqual(
      leaves(listed(true).filter((topic) => !always.has(topic))),
    );
    return true;
  });
});

it("every resource is read by a make, and every topic told by one", () => {
  const read = new Set(families.flatMap(({ resources }) => resources));
  // What its owner declares is any make's.
  expect(resourceNames.filter((name) => !read.has(name))).toEqual(["declared"]);
  const told = new Set(families.flatMap(({ extraTopics }) => extraTopics));
  expect(extraLeaves.filter((leaf) => !told.has(leaf))).toEqual([]);
});

it("the table of topics names each topic once", () => {
  const topics = rows.map(({ topic }) => topic);
  expect(topics.length).toBeGreaterThan(100);
  expect(new Set(topics).size).toBe(topics.length);
});
