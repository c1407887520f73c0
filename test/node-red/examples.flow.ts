import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { startReceiver } from "../support/receiver-stand-in.ts";
import type { FlowNode } from "./example-flow.ts";
import { base, id, quick, startBridge } from "./nodes-flow.ts";
import { setStage, type Stage } from "./stage.ts";

const folder = join(import.meta.dirname, "../../node-red/examples");
const names = readdirSync(folder).map((file) => file.replace(".json", ""));
const readExample = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as FlowNode[];
const broker = "embedded";
const payloads = (stage: Stage, name: string) => stage.nodeRed.shownBy(name);
const lightTopic = "zigbee2mqtt/living-room";
const bright = '{"state":"ON","brightness":120,"linkquality":90}';

describe.each(names)("the example %s", (name) => {
  const nodes = readExample(name);

  it("has no function code, explains itself, and shares broker and bridge with the others", () => {
    expect(nodes.filter(({ type }) => type === "function")).toEqual([]);
    expect(nodes.filter(({ type }) => type === "comment").length).toBeGreaterThan(0);
    expect(nodes.filter(({ type }) => type === "tab")).toHaveLength(1);
    const shared = ["mqtt-broker", "player2mqtt-bridge", "global-config"];
    const first = readExample(names[0] ?? "");
    for (const type of shared) {
      const own = nodes.find((node) => node.type === type);
      expect(own).toEqual(first.find((node) => node.type === type));
    }
    expect(JSON.stringify(nodes)).not.toContain("credentials");
  });
});

/** Deploys an example, and waits until it is connected and its commands know the player. */
async function deployExample(stage: Stage, name: string): Promise<void> {
  const nodes = readExample(name);
  await stage.nodeRed.deployNodes(nodes);
  await stage.nodeRed.connected();
  if (!nodes.some(({ type }) => type === "player2mqtt-command")) return;
  const bridge = nodes.find(({ type }) => type === "player2mqtt-bridge")?.id ?? "";
  await expect
    .poll(() => stage.nodeRed.get(`/player2mqtt/bridge/${bridge}/players`))
    .toMatchObject({ players: [{ id }] });
}

describe("the examples", () => {
  it("choose inputs and outputs, and show each outcome", async () => {
    await using stage = await setStage({ broker });
    await startBridge(stage);
    await stage.nodeRed.deployNodes(readExample("Selector"));
    await expect.poll(() => payloads(stage, "options").length).toBe(2);
    await stage.nodeRed.press("to Bluetooth");
    await expect.poll(() => payloads(stage, "outcome")).toMatchObject([{ tag: "BT", outcome: "applied" }]);
    await stage.nodeRed.press("output by name: Line out");
    await expect.poll(() => payloads(stage, "outcome")[1]).toMatchObject({ tag: "RCA", outcome: "applied" });
    expect(payloads(stage, "not done")).toEqual([]);
  });

  it("are a remote control", async () => {
    await using stage = await setStage({ broker, preset: "audio", settings: quick });
    await startBridge(stage);
    await stage.nodeRed.deployNodes(readExample("Remote"));
    await expect.poll(() => payloads(stage, "playing").at(-1)).toMatchObject({ source: "music" });
    await stage.nodeRed.press("pause");
    await expect.poll(() => payloads(stage, "outcome")).toMatchObject([{ outcome: "applied" }]);
    expect(stage.player.player.music.state).toBe("paused");
    await stage.nodeRed.press("keys: Home, then Down");
    await expect
      .poll(() => payloads(stage, "outcome")[1])
      .toMatchObject({ command: "key", outcome: "applied" });
  });

  it("switch the output and the light for a film, and put them back", async () => {
    const variables = { CINEMA_OUTPUT: "HDMI2", STOPPED_SECONDS: "0.2" };
    await using stage = await setStage({ broker, variables });
    const { video } = stage.player.player;
    video.stop();
    await stage.observer.publish(lightTopic, bright, { retain: true });
    await startBridge(stage);
    await stage.nodeRed.deployNodes(readExample("Cinema"));
    await expect.poll(() => stage.nodeRed.status("what plays").text).toBe("▶ Nadia Quill – Amber Ferry");
    const output = () => stage.player.player.audio.output?.tag;
    const light = () => stage.observer.on(`${lightTopic}/set`).map((text) => JSON.parse(text) as unknown);
    video.play();
    await expect.poll(output).toBe("HDMI2");
    await expect.poll(light).toEqual([{ state: "OFF" }]);
    await expect.poll(() => stage.observer.on(`${base}/audio/output`).at(-1)).toBe("HDMI2");
    video.stop();
    await expect.poll(output).toBe("HDMI");
    await expect.poll(light).toEqual([{ state: "OFF" }, { state: "ON", brightness: 120 }]);
    expect(payloads(stage, "not done")).toEqual([]);
  });

  it("leave light and output alone when a film already plays at deploy", async () => {
    await using stage = await setStage({ broker });
    await startBridge(stage);
    await expect.poll(() => stage.observer.on(`${base}/video/title`)).not.toEqual([]);
    await stage.nodeRed.deployNodes(readExample("Cinema"));
    await expect.poll(() => stage.nodeRed.status("what plays").text).toContain("Lighthouse");
    stage.player.player.video.skip();
    await expect.poll(() => stage.nodeRed.status("what plays").text).toContain("Moss");
    expect(stage.observer.on(`${lightTopic}/set`)).toEqual([]);
  });

  it("tell once that the player is gone, once that it is back, and what happens", async () => {
    await using stage = await setStage({ broker, variables: { GONE_MINUTES: "0.01" } });
    await startBridge(stage);
    await stage.nodeRed.deployNodes(readExample("Watchdog"));
    await expect.poll(() => stage.nodeRed.status("online or not").fill).toBe("green");
    await stage.player.sleep();
    const gone = "player player: player gone for 0.01 minutes";
    await expect.poll(() => payloads(stage, "message")).toEqual([gone]);
    await stage.player.wake();
    await expect.poll(() => stage.observer.on("notify/player2mqtt")).toEqual([gone, "player player: back"]);
    expect(payloads(stage, "event")).toContainEqual(
      expect.objectContaining({ event: "availability", player: "player" }),
    );
  });

  it("tell of a watched film once, and send a played track once to a server for listens", async () => {
    await using server = await startReceiver();
    const variables = { LISTENBRAINZ_URL: `${server.url}/`, LISTENBRAINZ_TOKEN: "secret" };
    await using stage = await setStage({ broker, variables });
    await deployExample(stage, "Watched and played");
    const film = { title: "Series & more", season: 2, episode: 5, id: "a", durationSeconds: 6000 };
    for (const kind of ["started", "watched", "watched", "stopped"])
      await stage.observer.publish(`${base}/watched`, JSON.stringify({ kind, ...film }));
    const track = { title: "One", artist: "Artist", album: "", startedAt: "2026-01-01T00:00:00.000Z" };
    for (const [id, durationSeconds] of [
      ["a", 20],
      ["b", 200],
      ["b", 200],
      ["c", null],
    ])
      await stage.observer.publish(`${base}/played`, JSON.stringify({ ...track, id, durationSeconds }));
    await expect.poll(() => payloads(stage, "answer")).toEqual([200, 200]);
    const metadata = { artist_name: "Artist", track_name: "One" };
    const payload = [{ listened_at: 1_767_225_600, track_metadata: metadata }];
    const listen = ["Token secret", { listen_type: "single", payload }];
    expect(server.taken.map(({ headers, body }) => [headers.authorization, body])).toEqual([listen, listen]);
    expect(payloads(stage, "film")).toEqual(["watched: Series & more S2E5"]);
    expect(stage.observer.on("notify/player2mqtt")).toEqual(payloads(stage, "film"));
  });

  it("announce and go back, play a station by its address, and set the sleep timer", async () => {
    // Both versions of Node-RED are tried at once.
    const host = `127.0.44.${inject("nodeRedMajor")}`;
    await using renderer = await startSimulator({ preset: "audio", host, ssdpPort: 1900 });
    const variables = {
      BELL: "http://house.example/bell.mp3?seconds=4",
      STATION: "http://radio.example/live.mp3",
    };
    await using stage = await setStage({
      broker,
      variables,
      settings: { ...quick, "player.url": renderer.url },
    });
    await startBridge(stage);
    await deployExample(stage, "Announce");
    const { player } = renderer;
    const track = player.music.current?.title;
    await stage.nodeRed.press("bell");
    await expect.poll(() => [player.externalSource?.title, player.volume?.level]).toEqual(["Bell", 60]);
    await expect
      .poll(() => payloads(stage, "outcome"))
      .toMatchObject([{ command: "announce", outcome: "applied" }]);
    expect([player.externalSource, player.music.current?.title, player.music.state]).toEqual([
      undefined,
      track,
      "playing",
    ]);
    await stage.nodeRed.press("sleep in 30 minutes");
    await expect.poll(() => stage.observer.on(`${base}/sleep`)).toContain("30");
    await stage.nodeRed.press("do not sleep");
    await expect.poll(() => stage.observer.on(`${base}/sleep`).at(-1)).toBe("");
    await stage.nodeRed.press("station");
    await expect.poll(() => player.externalSource?.title).toBe("My station");
    await expect
      .poll(() => payloads(stage, "outcome").at(-1))
      .toMatchObject({ command: "play", outcome: "applied" });
    await stage.nodeRed.press("bell, if nothing is lost");
    await expect
      .poll(() => payloads(stage, "not done"))
      .toMatchObject([{ outcome: "rejected", reason: expect.stringContaining("would not come back") }]);
    expect(player.externalSource?.title).toBe("My station");
  });

  it("have the queue around the current entry, and all of it from its pages", async () => {
    await using stage = await setStage({ broker, queueSize: 120, settings: { "queue.publish": "all" } });
    await startBridge(stage);
    await expect.poll(() => stage.observer.on(`${base}/music/queue/pages/2`)).not.toEqual([]);
    await stage.nodeRed.deployNodes(readExample("Queue browser"));
    await expect.poll(() => payloads(stage, "around the current").length).toBeGreaterThan(0);
    expect(payloads(stage, "around the current")[0]).toContain("▶ Nadia Quill");
    const titles = stage.player.player.music.entries.map(({ title }) => title);
    await expect
      .poll(() =>
        (payloads(stage, "whole queue").at(-1) as { title: string }[] | undefined)?.map(({ title }) => title),
      )
      .toEqual(titles);
  });

  it("show a shelf of the film library, and go on with the film that is being watched", async () => {
    await using stage = await setStage({ broker, settings: { "library.enabled": "true" } });
    const { video } = stage.player.player;
    video.stop();
    await startBridge(stage);
    await stage.nodeRed.deployNodes(readExample("Library"));
    await expect.poll(() => stage.nodeRed.status("page").fill).toBe("green");
    await stage.nodeRed.press("recent films");
    await expect.poll(() => payloads(stage, "entries")).toEqual([expect.stringMatching(/^Moss[^\n]*\n$/)]);
    await stage.nodeRed.press("go on watching");
    await expect
      .poll(() => payloads(stage, "done"))
      .toMatchObject([{ command: "library/play", outcome: "applied" }]);
    expect(video.current?.title).toBe("The Lighthouse Ledger");
    await stage.nodeRed.press("a folder");
    await expect.poll(() => payloads(stage, "entries")[1]).toContain("(/storage/usb-2/Documentaries)\n");
    expect([...payloads(stage, "no page"), ...payloads(stage, "not done")]).toEqual([]);
    // It is experimental, and was not switched on.
    await stage.nodeRed.press("streaming services");
    await expect
      .poll(() => payloads(stage, "no page"))
      .toMatchObject([{ reason: expect.stringMatching(/^this list is experimental/) }]);
  });
});
