import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { eventually } from "../support/eventually.ts";
import { setStage, type Stage } from "./stage.ts";

const flow = "queue-browser";
const base = "player2mqtt/player/music/queue";
const settings = { "queue.publish": "all" };
const variables = { QUIET_MS: "300" };

interface Entry {
  readonly position: number;
  readonly title: string;
}

interface Window {
  readonly total: number;
  readonly current: number;
  readonly lines: readonly string[];
}

const queues = (stage: Stage) => stage.nodeRed.shownBy("whole queue") as Entry[][];
const windows = (stage: Stage) => stage.nodeRed.shownBy("around the current") as Window[];
const places = (queue: readonly Entry[] = []) => queue.map(({ position, title }) => `${position} ${title}`);
const shown = (stage: Stage) => places(queues(stage).at(-1));
const playersOwn = ({ player: { player } }: Stage) =>
  places(player.music.entries.map(({ title }, position) => ({ position, title })));

describe.each(brokerKinds)("the queue browser, with a broker that is %s,", (broker) => {
  it("puts the whole queue together from its pages, also when it gets shorter and longer", async () => {
    await using stage = await setStage({ flow, broker, queueSize: 120, settings, variables });
    await stage.startBridge();
    await expect.poll(() => stage.observer.on(`${base}/pages/2`)).not.toEqual([]);
    await stage.deploy();
    await expect.poll(() => shown(stage)).toEqual(playersOwn(stage));
    expect(queues(stage)).toHaveLength(1);

    const { music } = stage.player.player;
    const all = music.entries;
    music.edit((entries) => entries.slice(0, 30));
    await expect.poll(() => shown(stage)).toEqual(playersOwn(stage));
    music.edit(() => all.toReversed());
    await expect.poll(() => shown(stage)).toEqual(playersOwn(stage));
    music.edit(() => []);
    await expect.poll(() => queues(stage).at(-1)).toEqual([]);
    expect(stage.nodeRed.log.join("")).not.toContain("error");
  });

  it("works when the bridge comes last, and after the broker was away", async () => {
    await using stage = await setStage({ flow, broker, queueSize: 70, settings, variables });
    await stage.deploy();
    await stage.startBridge();
    await expect.poll(() => shown(stage)).toEqual(playersOwn(stage));
    const { music } = stage.player.player;
    await stage.broker.stop();
    music.edit((entries) => entries.slice(0, 20));
    await stage.broker.start();
    await expect.poll(() => shown(stage)).toEqual(playersOwn(stage));
  });
});

describe("the queue browser", () => {
  const broker = "embedded";

  it("shows the entries around the current one", async () => {
    await using stage = await setStage({ flow, broker, queueSize: 200 });
    stage.player.player.music.playEntry(100);
    await stage.startAll();
    const shown = await eventually(() => {
      const [first] = windows(stage);
      expect(first).toMatchObject({ total: 200, current: 100 });
      return first;
    });
    const { artist, title } = stage.player.player.music.entries[100] ?? {};
    expect(shown?.lines).toHaveLength(50);
    expect(shown?.lines).toContain(`▶ 101. ${artist}: ${title}`);
    expect(shown?.lines.filter((line) => line.startsWith("▶"))).toHaveLength(1);
  });

  it("says how much is there when the bridge publishes no pages", async () => {
    await using stage = await setStage({ flow, broker, variables });
    await stage.startAll();
    await expect.poll(() => stage.nodeRed.status("put together").text).toBe("0 of 12");
    await expect.poll(() => windows(stage)).not.toEqual([]);
    expect(queues(stage)).toEqual([]);
  });

  it("waits for the last page, whatever comes first", async () => {
    await using stage = await setStage({ flow, broker, variables });
    await stage.deploy();
    const page = (first: number) =>
      JSON.stringify([0, 1].map((place) => ({ position: first + place, title: `Track ${first + place}` })));
    for (const number of [10, 2, 9, 0, 1, 3, 4, 5, 6, 7])
      await stage.observer.publish(`${base}/pages/${number}`, page(number * 2));
    await stage.observer.publish(`${base}/total`, "22");
    await expect.poll(() => stage.nodeRed.status("put together").text).toBe("20 of 22");
    await stage.observer.publish(`${base}/pages/8`, page(16));
    await expect.poll(() => queues(stage)).toHaveLength(1);
    expect(queues(stage)[0]?.map(({ position }) => position)).toEqual([...Array(22).keys()]);
  });

  it("forgets pages that went while it was cut off", async () => {
    await using stage = await setStage({ flow, broker, variables });
    await stage.deploy();
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`${base}/${leaf}`, payload, { retain: true });
    await publish("pages/0", '[{"position":0,"title":"A"}]');
    await publish("pages/1", '[{"position":1,"title":"B"}]');
    await publish("total", "2");
    await expect.poll(() => queues(stage)).toMatchObject([[{ title: "A" }, { title: "B" }]]);
    await stage.cable.cut();
    await publish("pages/1", "");
    await publish("total", "1");
    await stage.cable.mend();
    await expect.poll(() => queues(stage).at(-1)).toMatchObject([{ title: "A" }]);
    expect(queues(stage).at(-1)).toHaveLength(1);
  });
});
