import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { setStage, type Stage } from "./stage.ts";

const flow = "now-playing";
const base = "player2mqtt/player";
const lighthouse = "The Lighthouse Ledger";
const nothing = { title: "", position: null, duration: null, progress: null };

const shown = (stage: Stage) => stage.nodeRed.shownBy("now playing");

/** Reads everything once more; resolves when whatever came of it has been published. */
async function refresh(stage: Stage): Promise<void> {
  const before = stage.observer.on(`${base}/result`).length;
  await stage.observer.publish(`${base}/refresh/set`, "");
  await expect.poll(() => stage.observer.on(`${base}/result`).length).toBeGreaterThan(before);
}

/** The player's film stands still at this second, so that only what the test does changes anything. */
function pauseAt(stage: Stage, seconds: number): void {
  const { video } = stage.player.player;
  video.pause();
  video.seek(seconds * 1000);
}

describe.each(brokerKinds)("now playing, with a broker that is %s,", (broker) => {
  it("is one message for each change, and none when nothing has changed", async () => {
    await using stage = await setStage({ flow, broker });
    pauseAt(stage, 60);
    await stage.startBridge();
    await expect.poll(() => stage.observer.on(`${base}/video/position`)).toContain("60");
    await stage.deploy();
    const paused = { title: lighthouse, state: "paused", position: 60, duration: 240, progress: 25 };
    await expect.poll(() => shown(stage)).toMatchObject([paused]);

    await refresh(stage);
    await stage.observer.publish(`${base}/video/title`, lighthouse);
    pauseAt(stage, 120);
    const sought = { ...paused, position: 120, progress: 50 };
    await expect.poll(() => shown(stage)).toMatchObject([paused, sought]);

    stage.player.player.video.stop();
    const idle = { ...nothing, state: "idle" };
    await expect.poll(() => shown(stage)).toMatchObject([paused, sought, idle]);
    expect(shown(stage)).toEqual([paused, sought, idle]);
  });

  it("is right when the bridge comes last, and says nothing new after the broker was away", async () => {
    await using stage = await setStage({ flow, broker });
    pauseAt(stage, 60);
    await stage.deploy();
    await stage.startBridge();
    const paused = { title: lighthouse, state: "paused", position: 60, duration: 240, progress: 25 };
    await expect.poll(() => shown(stage)).toMatchObject([paused]);

    stage.observer.seen.length = 0;
    await stage.restartBroker();
    await expect.poll(() => stage.observer.on("player2mqtt/bridge/state")).toContain("online");
    pauseAt(stage, 180);
    await expect.poll(() => shown(stage)).toMatchObject([paused, { ...paused, position: 180, progress: 75 }]);
  });

  it("forgets what became empty while it was cut off", async () => {
    await using stage = await setStage({ flow, broker });
    await stage.deploy();
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`${base}/video/${leaf}`, payload, { retain: true });
    const publishAll = (title: string, duration: string) =>
      Promise.all([
        publish("state", "playing"),
        publish("title", title),
        publish("duration", duration),
        publish("position", "5"),
      ]);
    await publishAll("A film", "100");
    const film = { title: "A film", state: "playing", position: 5, duration: 100, progress: 5 };
    await expect.poll(() => shown(stage)).toMatchObject([film]);

    // The empty texts go by while Node-RED is not there, and the broker does not keep them.
    await stage.cable.cut();
    await publishAll("", "");
    await stage.cable.mend();
    await expect
      .poll(() => shown(stage))
      .toMatchObject([film, { ...nothing, state: "playing", position: 5 }]);
  });
});

describe("now playing", () => {
  const broker = "embedded";

  it("goes on while a film plays", async () => {
    await using stage = await setStage({ flow, broker, settings: { "publish.positionIntervalMs": "0" } });
    await stage.startAll();
    await expect.poll(() => shown(stage).length).toBeGreaterThanOrEqual(3);
    const positions = (shown(stage) as { position: number }[]).map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    stage.player.player.video.skip();
    await expect
      .poll(() => shown(stage).at(-1))
      .toMatchObject({ title: "Moss, Slowly — a documentary", duration: 360 });
  });

  it("is one message whatever comes first", async () => {
    await using stage = await setStage({ flow, broker, variables: { QUIET_MS: "400" } });
    await stage.deploy();
    const leaves = ["state", "title", "duration", "position"];
    const wanted: unknown[] = [];
    for (const [turn] of leaves.entries()) {
      const values: Record<string, string> = {
        state: "playing",
        title: `Part ${turn}`,
        duration: String(100 + turn),
        position: "1",
      };
      const order = [...leaves.slice(turn), ...leaves.slice(0, turn)];
      await Promise.all(
        order.map((leaf) => stage.observer.publish(`${base}/video/${leaf}`, values[leaf] ?? "")),
      );
      wanted.push({ state: "playing", title: `Part ${turn}`, duration: 100 + turn, position: 1 });
      await expect.poll(() => shown(stage)).toMatchObject(wanted);
    }
  });

  it("leaves a title that looks like a number a text", async () => {
    await using stage = await setStage({ flow, broker });
    await stage.deploy();
    await stage.observer.publish(`${base}/video/title`, "1917");
    await stage.observer.publish(`${base}/video/state`, "paused");
    await expect.poll(() => shown(stage)).toMatchObject([{ ...nothing, title: "1917", state: "paused" }]);
  });

  it("stays within 100 percent, and has none where the length is not known", async () => {
    await using stage = await setStage({ flow, broker });
    await stage.deploy();
    await stage.observer.publish(`${base}/video/state`, "playing");
    await stage.observer.publish(`${base}/video/position`, "0");
    await expect.poll(() => shown(stage)).toMatchObject([{ position: 0, duration: null, progress: null }]);
    await stage.observer.publish(`${base}/video/duration`, "100");
    await expect.poll(() => shown(stage)).toMatchObject([{}, { position: 0, duration: 100, progress: 0 }]);
    await stage.observer.publish(`${base}/video/position`, "103");
    await expect
      .poll(() => shown(stage))
      .toMatchObject([{}, {}, { position: 103, duration: 100, progress: 100 }]);
  });
});
