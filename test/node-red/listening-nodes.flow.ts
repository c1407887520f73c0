import { describe, expect, it } from "vitest";
import { base, deploy, id, payloads, quick, setScene, shown, startBridge } from "./nodes-flow.ts";
import { setStage } from "./stage.ts";

describe("the now playing node", () => {
  const broker = "embedded";
  const node = { type: "player2mqtt-now-playing", name: "playing", positions: true };

  it("has a film or music in one shape, with its picture", async () => {
    await using stage = await setStage({ broker, settings: quick });
    stage.player.player.video.pause();
    stage.player.player.video.seek(60_000);
    stage.player.player.music.pause();
    await startBridge(stage);
    await expect.poll(() => stage.observer.on(`${base}/music/picture`).at(-1)).toMatch(/^http/);
    await deploy(stage, { ...node, name: "still", positions: false }, node);
    const film = { source: "video", state: "paused", title: "The Lighthouse Ledger", duration: 240 };
    await expect
      .poll(() => payloads(stage, "playing"))
      .toMatchObject([{ ...film, position: 60, progress: 25 }]);
    expect(stage.nodeRed.look("playing")).toBe("grey dot ⏸ The Lighthouse Ledger");
    stage.player.player.video.seek(120_000);
    await expect.poll(() => payloads(stage, "playing")[1]).toMatchObject({ ...film, position: 120 });
    expect(payloads(stage, "still")).toHaveLength(1);
    stage.player.player.music.play();
    await expect
      .poll(() => shown(stage, "playing").at(-1))
      .toMatchObject({
        payload: { source: "music", state: "playing", artist: "Nadia Quill", picture: expect.any(String) },
        retain: false,
      });
    await stage.player.sleep();
    await expect
      .poll(() => shown(stage, "playing").at(-1))
      .toMatchObject({ topic: base, name: id, payload: { source: null, state: "offline" } });
    await expect.poll(() => stage.nodeRed.look("playing")).toBe("grey ring player2mqtt.status.player");
    await stage.player.wake();
    await expect
      .poll(() => shown(stage, "playing").at(-1))
      .toMatchObject({ payload: { source: "music" }, retain: true });
  });
});

describe("the events node", () => {
  it("tells outcomes, what comes and goes, and the log; nothing at deploy", async () => {
    await using stage = await setStage({ broker: "embedded" });
    await startBridge(stage);
    const events = { type: "player2mqtt-events", outcomes: true, availability: true, log: true };
    await deploy(
      stage,
      { ...events, name: "all", player: "" },
      { ...events, name: "others", player: "somebody" },
      { ...events, name: "log", player: id, outcomes: false, availability: false },
      { type: events.type, name: "none", player: "" },
    );
    await expect.poll(() => stage.nodeRed.look("all")).toBe("green dot player2mqtt.status.online");
    await stage.observer.publish(`${base}/audio/input/set`, "BT");
    await expect
      .poll(() => shown(stage, "all").filter(({ event }) => event === "outcome"))
      .toMatchObject([
        {
          topic: `${base}/result`,
          player: id,
          payload: { player: id, command: "audio/input", outcome: "applied" },
        },
      ]);
    await expect.poll(() => stage.nodeRed.look("all")).toBe(`blue dot ${id}: applied`);
    // An outcome is shown until a player or a bridge comes or goes.
    await stage.observer.publish(`${base}/availability`, "online", { retain: true });
    const line = { time: "2026-01-01T00:00:00Z", level: "warn", message: "a line", player: id };
    await stage.observer.publish("player2mqtt/bridge/log", JSON.stringify(line));
    await expect
      .poll(() => shown(stage, "all").at(-1))
      .toMatchObject({
        topic: "player2mqtt/bridge/log",
        event: "log",
        payload: { bridge: "bridge", ...line },
      });
    expect(stage.nodeRed.look("all")).toBe(`blue dot ${id}: applied`);
    await stage.player.sleep();
    await expect
      .poll(() => shown(stage, "all").filter(({ event }) => event === "availability"))
      .toMatchObject([
        { topic: `${base}/availability`, payload: { player: id, name: id, state: "offline" } },
      ]);
    await stage.stopBridge();
    await expect
      .poll(() => payloads(stage, "all").at(-1))
      .toMatchObject({ bridge: "bridge", state: "offline" });
    await expect.poll(() => stage.nodeRed.look("all")).toBe("red ring player2mqtt.status.bridge");
    expect(payloads(stage, "others")).toEqual([{ bridge: "bridge", state: "offline" }]);
    expect(payloads(stage, "log")).toEqual([{ bridge: "bridge", ...line }]);
    expect(payloads(stage, "none")).toEqual([]);
  });

  it("has a word for each state, also where a broker has come back without data", async () => {
    await using stage = await setStage({ broker: "embedded" });
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`player2mqtt/${leaf}`, payload, { retain: true });
    await setScene(stage, { [id]: "online" });
    await deploy(stage, { type: "player2mqtt-events", name: "all", player: "", availability: true });
    await expect.poll(() => stage.nodeRed.status("all").fill).toBe("green");
    await stage.broker.stop();
    await stage.broker.start();
    await expect.poll(() => payloads(stage, "all")).toEqual([{ bridge: "bridge", state: "removed" }]);
    // Of what a bridge publishes its own state comes last.
    await publish("bridge/info", JSON.stringify({ version: "1", players: [{ id }] }));
    await publish("bridge/state", "online");
    await expect.poll(() => payloads(stage, "all").slice(1)).toEqual([{ bridge: "bridge", state: "online" }]);
    await publish("bridge-den/state", "offline");
    await expect.poll(() => stage.nodeRed.look("all")).toBe("yellow dot 1/2");
  });
});
