import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { setStage, type Stage } from "./stage.ts";

const flow = "queue-browser";
const base = "player2mqtt/player/music/queue";
const settings = { "queue.publish": "all" };
const variables = { QUIET_MS: "300" };

interface Entry {
  readonly position: number;
  readonly title: string;
}

const queues = (stage: Stage) => stage.nodeRed.shownBy("whole queue") as Entry[][];
const places = (queue: readonly Entry[] = []) => queue.map(({ position, title }) => `${position} ${title}`);
/** It shows the queue that the player has. */
const agrees = (stage: Stage) =>
  expect
    .poll(() => places(queues(stage).at(-1)))
    .toEqual(places(stage.player.player.music.entries.map(({ title }, position) => ({ position, title }))));

describe.each(brokerKinds)("the queue browser, with a broker that is %s,", (broker) => {
  it("puts the whole queue together from its pages, also when it changes or the broker was away", async () => {
    await using stage = await setStage({ flow, broker, queueSize: 120, settings, variables });
    await stage.startBridge();
    await expect.poll(() => stage.observer.on(`${base}/pages/2`)).not.toEqual([]);
    await stage.deploy();
    await agrees(stage);
    expect(queues(stage)).toHaveLength(1);
    const { music } = stage.player.player;
    const all = music.entries;
    music.edit((entries) => entries.slice(0, 30));
    await agrees(stage);
    expect(stage.nodeRed.log.join("")).not.toContain("error");
    await stage.broker.stop();
    music.edit(() => all.toReversed());
    await stage.broker.start();
    await agrees(stage);
    music.edit(() => []);
    await expect.poll(() => queues(stage).at(-1)).toEqual([]);
  });
});

describe("the queue browser", () => {
  const broker = "embedded";

  it("shows the entries around the current one, and how much is there without pages", async () => {
    await using stage = await setStage({ flow, broker, queueSize: 200, variables });
    stage.player.player.music.playEntry(100);
    await stage.startAll();
    const { artist, title } = stage.player.player.music.entries[100] ?? {};
    const around = () => stage.nodeRed.shownBy("around the current") as { lines: string[] }[];
    await expect
      .poll(around)
      .toMatchObject([
        { total: 200, current: 100, lines: expect.arrayContaining([`▶ 101. ${artist}: ${title}`]) },
      ]);
    expect(around()[0]?.lines).toHaveLength(50);
    expect(around()[0]?.lines.filter((line) => line.startsWith("▶"))).toHaveLength(1);
    await expect.poll(() => stage.nodeRed.status("put together").text).toBe("0 of 200");
    expect(queues(stage)).toEqual([]);
  });

  it("waits for the last page, whatever comes first, and forgets pages that went while it was cut off", async () => {
    await using stage = await setStage({ flow, broker, variables });
    await stage.deploy();
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`${base}/${leaf}`, payload, { retain: true });
    const page = (number: number) =>
      publish(
        `pages/${number}`,
        JSON.stringify([0, 1].map((place) => ({ position: 2 * number + place, title: `Track ${place}` }))),
      );
    for (const number of [10, 2, 9, 0, 1, 3, 4, 5, 6, 7]) await page(number);
    await publish("total", "22");
    await expect.poll(() => stage.nodeRed.status("put together").text).toBe("20 of 22");
    await page(8);
    const positions = () => queues(stage).map((queue) => queue.map(({ position }) => position));
    await expect.poll(positions).toEqual([[...Array(22).keys()]]);
    stage.cable.unplug();
    await publish("pages/10", "");
    await publish("total", "20");
    stage.cable.plugIn();
    await expect.poll(() => positions().at(-1)).toEqual([...Array(20).keys()]);
  });
});
