import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { eventually } from "../support/eventually.ts";
import {
  base,
  command,
  deploy,
  deployWithMessages,
  flowOf,
  id,
  isSent,
  payloads,
  setScene,
  shown,
  startBridge,
  state,
} from "./nodes-flow.ts";
import { setStage } from "./stage.ts";

describe.each(brokerKinds)("the state node, with a broker that is %s,", (broker) => {
  it("sends the present value at deploy, and each change once", async () => {
    await using stage = await setStage({ broker });
    await startBridge(stage);
    await expect.poll(() => stage.observer.on(`${base}/audio/input`)).toContain("XMOS");
    await deploy(stage, state("input", "audio/input"), state("later", "audio/input", { initial: false }));
    await expect
      .poll(() => shown(stage, "input"))
      .toMatchObject([{ payload: "XMOS", retain: true, player: id, topic: `${base}/audio/input` }]);
    await expect.poll(() => stage.nodeRed.look("input")).toBe("green dot XMOS");
    await stage.observer.publish(`${base}/audio/input/set`, "BT");
    await expect.poll(() => shown(stage, "input")[1]).toMatchObject({ payload: "BT", retain: false });
    await expect.poll(() => shown(stage, "later")).toMatchObject([{ payload: "BT", retain: false }]);
    // A copy of what is known already is no change.
    await stage.observer.publish(`${base}/audio/input`, "BT", { retain: true });
    await stage.observer.publish(`${base}/audio/input`, "USB", { retain: true });
    await expect.poll(() => payloads(stage, "input").slice(0, 3)).toEqual(["XMOS", "BT", "USB"]);
  });

  it("knows what became empty while there was no connection, and what did not", async () => {
    await using stage = await setStage({ broker });
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`player2mqtt/${leaf}`, payload, { retain: true });
    await publish("bridge/state", "online");
    await publish(`${id}/availability`, "online");
    await publish(`${id}/video/title`, "1917");
    await publish(`${id}/video/codec`, "H.265");
    await deploy(stage, state("title", "video/title"), state("all", ""));
    await expect.poll(() => payloads(stage, "title")).toEqual(["1917"]);
    await expect
      .poll(() => payloads(stage, "all"))
      .toMatchObject([{ video: { title: "1917", codec: "H.265" } }]);
    stage.cable.unplug();
    await expect.poll(() => stage.nodeRed.look("title")).toBe("red ring player2mqtt.status.broker");
    await publish(`${id}/video/title`, "");
    stage.cable.plugIn();
    await expect
      .poll(() => payloads(stage, "all"))
      .toMatchObject([
        { online: true, video: { title: "1917" } },
        { online: false },
        { online: true, video: { codec: "H.265" } },
      ]);
    expect(shown(stage, "all").at(-1)).not.toHaveProperty("payload.video.title");
    expect(shown(stage, "all").at(-1)).toMatchObject({ retain: true, changed: ["video/title"] });
  });
});

describe("the state node", () => {
  const broker = "embedded";

  it("tells who is gone: the player, the bridge, the broker, or a player that nobody knows", async () => {
    await using stage = await setStage({ broker });
    await startBridge(stage);
    await deploy(stage, state("here", "online"), state("nobody", "online", { player: "nobody" }));
    await expect.poll(() => shown(stage, "here")).toMatchObject([{ payload: true }]);
    await expect.poll(() => shown(stage, "nobody")).toMatchObject([{ payload: false, reason: "unknown" }]);
    await expect.poll(() => stage.nodeRed.look("nobody")).toBe("yellow ring player2mqtt.status.unknown");
    await stage.player.sleep();
    await expect.poll(() => shown(stage, "here")[1]).toMatchObject({ payload: false, reason: "player" });
    await stage.player.wake();
    await expect.poll(() => shown(stage, "here")[2]).toMatchObject({ payload: true });
    await stage.stopBridge();
    await expect.poll(() => shown(stage, "here")[3]).toMatchObject({ payload: false, reason: "bridge" });
    stage.cable.unplug();
    await expect.poll(() => shown(stage, "here")[4]).toMatchObject({ payload: false, reason: "broker" });
    await startBridge(stage);
    stage.cable.plugIn();
    await expect.poll(() => shown(stage, "here").at(-1)).toMatchObject({ payload: true, retain: true });
    // Nothing has come online: the bridge and the broker were away.
    const news = shown(stage, "here").filter(({ payload, retain }) => payload === true && retain === false);
    expect(news).toHaveLength(1);
    await stage.stopBridge();
    await startBridge(stage);
    await expect.poll(() => shown(stage, "here").at(-1)).toMatchObject({ payload: true, retain: true });
  });

  it("marks values as old when the bridge is back, not when it goes, and lists what has changed alone", async () => {
    await using stage = await setStage({ broker });
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`player2mqtt/${leaf}`, payload, { retain: true });
    await setScene(stage, { [id]: "online" });
    await publish(`${id}/video/title`, "One");
    await publish(`${id}/video/codec`, "H.265");
    await publish(`${id}/video/position`, "4");
    const moving = state("moving", "", { positions: true });
    await deploy(stage, state("all", ""), state("title", "video/title"), moving);
    await expect.poll(() => stage.nodeRed.look("all")).toBe("green dot player2mqtt.status.online");
    await expect.poll(() => shown(stage, "all")).toMatchObject([{ retain: true, changed: [] }]);
    await publish("bridge/state", "offline");
    await expect
      .poll(() => shown(stage, "all")[1])
      .toMatchObject({ payload: { online: false }, retain: false, changed: [] });
    // The bridge repeats everything, and its own state last.
    await publish(`${id}/video/codec`, "H.265");
    await publish(`${id}/video/title`, "Two");
    await publish("bridge/state", "online");
    await expect
      .poll(() => shown(stage, "all").at(-1))
      .toMatchObject({ payload: { online: true, video: { title: "Two" } }, retain: true });
    const back = shown(stage, "all").slice(2);
    expect(back.flatMap(({ changed }) => changed)).toEqual(["video/title"]);
    expect(back.map(({ retain }) => retain)).not.toContain(false);
    // A command that passes by is no state.
    await publish(`${id}/video/codec/set`, "AV1");
    await publish(`${id}/video/codec`, "AV1");
    await expect
      .poll(() => shown(stage, "all").at(-1))
      .toMatchObject({ payload: { video: { codec: "AV1" } }, retain: false, changed: ["video/codec"] });
    await publish(`${id}/video/position`, "5");
    await expect.poll(() => shown(stage, "moving").at(-1)).toMatchObject({ changed: ["video/position"] });
    expect(shown(stage, "all").at(-1)).toMatchObject({ changed: ["video/codec"] });
    expect(shown(stage, "title").map(({ payload, retain }) => [payload, retain])).toEqual([
      ["One", true],
      ["Two", true],
    ]);
  });

  it("answers a message with the present state", async () => {
    await using stage = await setStage({ broker });
    await setScene(stage, { [id]: "online" });
    await stage.observer.publish(`${base}/video/title`, "1917", { retain: true });
    const quiet = { initial: false };
    const playing = { type: "player2mqtt-now-playing", name: "playing", positions: true };
    const nodes = [
      state("title", "video/title", quiet),
      state("input", "audio/input", quiet),
      state("volume", "volume", quiet),
      state("here", "online", quiet),
      state("all", "", quiet),
      playing,
    ];
    await deployWithMessages(
      stage,
      nodes.map((node) => [node, { mine: "kept", topic: "asked" }]),
    );
    const read = async (name: string) => {
      const before = shown(stage, name).length;
      await stage.nodeRed.press(`press ${name}`);
      return eventually(() => {
        const answer = shown(stage, name)[before];
        expect(answer).toBeDefined();
        return answer;
      });
    };
    const common = { mine: "kept", player: id, retain: true };
    expect(await read("title")).toMatchObject({ ...common, payload: "1917", topic: `${base}/video/title` });
    // An empty topic has no retained message.
    expect(await read("input")).toMatchObject({ ...common, payload: "" });
    expect(await read("volume")).toMatchObject({ ...common, payload: null });
    expect(await read("here")).toMatchObject({ ...common, payload: true });
    expect(await read("all")).toMatchObject({ payload: { online: true, video: { title: "1917" } } });
    expect(await read("all")).toMatchObject({ payload: { online: true } });
    expect(await read("playing")).toMatchObject({ ...common, payload: { state: "idle" } });
    expect(stage.nodeRed.look("playing")).toBe("grey dot player2mqtt.status.nothing");
    await stage.observer.publish("player2mqtt/bridge/state", "offline", { retain: true });
    await expect.poll(async () => (await read("here"))?.["reason"]).toBe("bridge");
  });

  it("says what is not configured, and that there is no broker", async () => {
    await using stage = await setStage({ broker });
    const [tab, , , ...nodes] = flowOf(
      1,
      state("no player", "", { player: "" }),
      state("no bridge", "", { bridge: "" }),
      state("no MQTT", "", { bridge: "alone" }),
    );
    const events = { type: "player2mqtt-events", name: "events", player: "" };
    const pause = command("pause", "playback", "pause");
    const other = flowOf(1, state("no broker", "online"), events, pause).slice(1);
    const alone = { id: "alone", type: "player2mqtt-bridge", broker: "", baseTopic: "" };
    await stage.nodeRed.deployNodes([...(tab ? [tab] : []), alone, ...nodes, ...other]);
    const shows = (text: string, ...names: string[]) =>
      expect.poll(() => names.map((name) => stage.nodeRed.look(name))).toEqual(names.map(() => text));
    await shows("yellow ring player2mqtt.status.connecting", "no broker", "events");
    await shows("red ring player2mqtt.status.noBridge", "no bridge");
    await shows("red ring player2mqtt.status.noPlayer", "no player");
    await shows("red ring player2mqtt.status.noBroker", "no MQTT");
    await shows("red ring player2mqtt.status.broker", "no broker", "events");
    await stage.nodeRed.press("press pause");
    await expect.poll(() => payloads(stage, "no broker")).toEqual([false]);
    await expect
      .poll(() => payloads(stage, "pause 2"))
      .toMatchObject([{ outcome: "not sent", reason: "no connection to the broker" }]);
  });

  it("is sent no topics that no node needs any more", async () => {
    await using stage = await setStage({ broker });
    await setScene(stage, { den: "online", attic: "online" });
    const deployFor = async (player: string, other: string, baseTopic = " player2mqtt ") => {
      const nodes = flowOf(
        stage.cable.port,
        state("power", "power", { player }),
        { type: "player2mqtt-events", name: "events", player },
        command("mute", "mute", "on", { player: other }),
      );
      const set = nodes.map((node) => ("baseTopic" in node ? { ...node, baseTopic } : node));
      await stage.nodeRed.deployNodes(set, "nodes");
    };
    const sent = (topic: string, top = "player2mqtt") =>
      expect.poll(() => isSent(stage, `player2mqtt/${topic}`, `${top}/den/result`));
    // Spaces around a setting do not count.
    await deployFor(" den ", " den ");
    await sent("den/power").toBe(true);
    await deployFor("attic", " den ");
    await sent("attic/power").toBe(true);
    const looks = () => ["power", "events"].map((name) => stage.nodeRed.look(name));
    const ofAttic = ["green dot player2mqtt/attic/power", "green dot player2mqtt.status.online"];
    await expect.poll(looks).toEqual(ofAttic);
    await sent("den/power").toBe(true);
    await deployFor("attic", "attic");
    await sent("den/power").toBe(false);
    expect(looks()).toEqual(ofAttic);
    await deployFor("attic", "attic", "elsewhere");
    for (const topic of ["attic/power", "attic/info"]) await sent(topic, "elsewhere").toBe(false);
    await deployFor("attic", "attic");
    await sent("attic/info").toBe(true);
  });

  it("follows players of a fleet, each by its own bridge", async () => {
    await using stage = await setStage({ broker });
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`player2mqtt/${leaf}`, payload, { retain: true });
    const bridgeHas = async (bridge: string, player: string) => {
      await publish(`${bridge}/state`, "online");
      // A long list of players has pages.
      await publish(
        `${bridge}/info`,
        JSON.stringify({ version: "1", pages: 1, players: [{ id: "another" }] }),
      );
      await publish(`${bridge}/info/1`, JSON.stringify({ players: [{ id: player }] }));
      await publish(`${player}/availability`, "online");
    };
    await bridgeHas("bridge-0", "attic");
    await bridgeHas("bridge-attic", "cellar");
    await deploy(
      stage,
      state("attic", "online", { player: "attic" }),
      state("cellar", "online", { player: "cellar" }),
    );
    await expect.poll(() => [payloads(stage, "attic"), payloads(stage, "cellar")]).toEqual([[true], [true]]);
    await publish("bridge-attic/state", "offline");
    await expect
      .poll(() => shown(stage, "cellar").at(-1))
      .toMatchObject({ payload: false, reason: "bridge" });
    expect(payloads(stage, "attic")).toEqual([true]);
  });
});
