import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { base } from "./nodes-flow.ts";
import { setStage, type Stage } from "./stage.ts";

const flow = "now-playing";
const nothing = { title: "", position: null, duration: null, progress: null };

const shown = (stage: Stage) => stage.nodeRed.shownBy("now playing");
const shows = (stage: Stage, ...wanted: readonly object[]) =>
  expect.poll(() => shown(stage)).toMatchObject(wanted);

const publish = (stage: Stage, values: Readonly<Record<string, string>>) =>
  Promise.all(
    Object.entries(values).map(([leaf, payload]) =>
      stage.observer.publish(`${base}/video/${leaf}`, payload, { retain: true }),
    ),
  );

/** The player's film stands still at this second, so that only what the test does changes anything. */
function pauseAt(stage: Stage, seconds: number): void {
  const { video } = stage.player.player;
  video.pause();
  video.seek(seconds * 1000);
}

describe.each(brokerKinds)("now playing, with a broker that is %s,", (broker) => {
  it("is one message for each change, and none when nothing has changed or the broker was away", async () => {
    await using stage = await setStage({ flow, broker });
    pauseAt(stage, 60);
    await stage.deploy();
    await stage.startBridge();
    const { title } = stage.player.player.video.current ?? {};
    const paused = { title, state: "paused", position: 60, duration: 240, progress: 25 };
    await shows(stage, paused);
    const results = stage.observer.on(`${base}/result`).length;
    await stage.observer.publish(`${base}/refresh/set`, "");
    await expect.poll(() => stage.observer.on(`${base}/result`).length).toBeGreaterThan(results);
    stage.observer.seen.length = 0;
    await stage.restartBroker();
    await expect.poll(() => stage.observer.on("player2mqtt/bridge/state")).toContain("online");
    pauseAt(stage, 120);
    const sought = { ...paused, position: 120, progress: 50 };
    await shows(stage, paused, sought);
    stage.player.player.video.stop();
    const idle = { ...nothing, state: "idle" };
    await shows(stage, paused, sought, idle);
    expect(shown(stage)).toEqual([paused, sought, idle]);
  });

  it("forgets what became empty while it was cut off", async () => {
    await using stage = await setStage({ flow, broker });
    await stage.deploy();
    await publish(stage, { state: "playing", title: "A film", duration: "100", position: "5" });
    const film = { title: "A film", state: "playing", position: 5, duration: 100, progress: 5 };
    await shows(stage, film);
    // The empty texts go by while Node-RED is not there, and the broker does not keep them.
    stage.cable.unplug();
    await publish(stage, { title: "", duration: "" });
    stage.cable.plugIn();
    const left = { ...nothing, state: "playing", position: 5 };
    await expect.poll(() => shown(stage)).toMatchObject([film, left]);
  });
});

it("now playing is one message whatever comes first, with a title that looks like a number, up to 100 percent", async () => {
  await using stage = await setStage({ flow, broker: "embedded", variables: { QUIET_MS: "400" } });
  await stage.deploy();
  const wanted: object[] = [];
  const leaves = ["state", "title", "duration", "position"];
  for (const turn of leaves.keys()) {
    const values: Record<string, string> = {
      state: "playing",
      title: String(1917 + turn),
      duration: String(100 + turn),
      position: "105",
    };
    const order = [...leaves.slice(turn), ...leaves.slice(0, turn)];
    await publish(stage, Object.fromEntries(order.map((leaf) => [leaf, values[leaf] ?? ""])));
    wanted.push({
      state: "playing",
      title: String(1917 + turn),
      duration: 100 + turn,
      position: 105,
      progress: 100,
    });
    await expect.poll(() => shown(stage)).toMatchObject(wanted);
  }
});
