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
  quick,
  setScene,
  shown,
  startBridge,
  state,
} from "./nodes-flow.ts";
import { setStage } from "./stage.ts";

describe.each(brokerKinds)("the command node, with a broker that is %s,", (broker) => {
  it("waits for the outcome: done, unchanged, and refused with the reason", async () => {
    await using stage = await setStage({ broker });
    await startBridge(stage);
    await deploy(
      stage,
      command("bt", "audio/input", "BT"),
      command("wrong", "audio/output", "Nowhere"),
      command("volume", "volume", "+5"),
      command("refresh", "refresh", ""),
    );
    await expect
      .poll(() => stage.nodeRed.get("/player2mqtt/bridge/bridge/players"))
      .toMatchObject({ players: [{ id }] });
    await stage.nodeRed.press("press bt");
    await expect
      .poll(() => payloads(stage, "bt"))
      .toMatchObject([{ player: id, command: "audio/input", request: "BT", outcome: "applied", tag: "BT" }]);
    expect(stage.player.player.audio.input?.tag).toBe("BT");
    await expect.poll(() => stage.nodeRed.look("bt")).toBe("green dot ✓ audio/input BT");
    await stage.nodeRed.press("press bt");
    await expect.poll(() => payloads(stage, "bt")[1]).toMatchObject({ outcome: "unchanged" });
    await stage.nodeRed.press("press wrong");
    await expect
      .poll(() => payloads(stage, "wrong 2"))
      .toMatchObject([{ outcome: "rejected", request: "Nowhere" }]);
    await expect.poll(() => stage.nodeRed.look("wrong")).toMatch(/^red dot audio\/output Nowhere: \w.{16}…$/);
    await stage.nodeRed.press("press refresh");
    await expect.poll(() => payloads(stage, "refresh")).toMatchObject([{ outcome: "applied" }]);
    await stage.nodeRed.press("press volume");
    await expect
      .poll(() => payloads(stage, "volume 2"))
      .toMatchObject([{ outcome: "rejected", reason: "this player has no volume" }]);
    expect([...payloads(stage, "bt 2"), ...payloads(stage, "wrong"), ...payloads(stage, "volume")]).toEqual(
      [],
    );
  });
});

describe("the command node", () => {
  const broker = "embedded";

  it("takes player, control and value from the message, and passes its other properties on", async () => {
    await using stage = await setStage({ broker, preset: "audio", settings: quick });
    await startBridge(stage);
    const nodes = flowOf(stage.cable.port, command("any", "", "payload", { player: "", valueType: "msg" }));
    const props = [
      { p: "payload", v: "false", vt: "bool" },
      { p: "topic", v: "mute", vt: "str" },
      { p: "player", v: id, vt: "str" },
      { p: "mine", v: "kept", vt: "str" },
    ];
    await stage.nodeRed.deployNodes(
      nodes.map((node) => (node.type === "inject" ? { ...node, props } : node)),
    );
    await stage.nodeRed.press("press any");
    await expect
      .poll(() => shown(stage, "any"))
      .toMatchObject([
        {
          topic: `${base}/mute`,
          player: id,
          mine: "kept",
          payload: { request: "off", outcome: "unchanged" },
        },
      ]);
  });

  it("goes to the film or the music, whichever plays", async () => {
    await using stage = await setStage({ broker, settings: quick });
    await startBridge(stage);
    await deploy(stage, command("pause", "playback", "pause"));
    await expect.poll(() => stage.observer.on(`${base}/video/state`)).toContain("playing");
    await stage.nodeRed.press("press pause");
    await expect
      .poll(() => payloads(stage, "pause"))
      .toMatchObject([{ command: "video/playback", outcome: "applied" }]);
    await expect.poll(() => stage.observer.on(`${base}/video/state`).at(-1)).toBe("paused");
    await expect.poll(() => stage.observer.on(`${base}/music/state`).at(-1)).toBe("playing");
    await stage.nodeRed.press("press pause");
    await expect.poll(() => payloads(stage, "pause")[1]).toMatchObject({ command: "music/playback" });
  });

  it("says at once that a player is gone, and still wakes one, with a preset as well", async () => {
    await using stage = await setStage({ broker, settings: { "controls.wakeAddress": "127.0.0.1:9" } });
    await startBridge(stage);
    await deploy(
      stage,
      command("bt", "audio/input", "BT"),
      command("wake", "power", "on", { timeout: "0.3" }),
      command("film", "preset", "Film night", { timeout: "0.3" }),
      state("here", "online"),
    );
    await stage.player.sleep();
    await expect.poll(() => shown(stage, "here").at(-1)).toMatchObject({ reason: "player" });
    await stage.nodeRed.press("press bt");
    await expect
      .poll(() => payloads(stage, "bt 2"))
      .toMatchObject([{ outcome: "not sent", reason: "the player is offline" }]);
    expect(stage.observer.on(`${base}/audio/input/set`)).toEqual([]);
    await stage.nodeRed.press("press wake");
    await expect.poll(() => stage.observer.on(`${base}/power/set`)).toHaveLength(1);
    await stage.nodeRed.press("press film");
    await expect.poll(() => stage.observer.on(`${base}/preset/set`)).toHaveLength(1);
    await expect.poll(() => payloads(stage, "wake 2")).toMatchObject([{ outcome: "timeout" }]);
    await stage.stopBridge();
    await expect.poll(() => shown(stage, "here").at(-1)).toMatchObject({ reason: "bridge" });
    await stage.nodeRed.press("press wake");
    await expect.poll(() => payloads(stage, "wake 2")[1]).toMatchObject({ reason: "the bridge is offline" });
  });

  it("takes player and control from a topic, as mqtt in and the state node have it, and a player by its name", async () => {
    await using stage = await setStage({ broker });
    await setScene(stage, { den: "online", attic: "online" }, { den: "The Den" });
    const any = (name: string, props: object): readonly [object, object] => [
      command(name, "", "payload", { player: "", valueType: "msg" }),
      { player: "", ...props, payload: true },
    ];
    const cases = {
      full: any("full", { topic: "player2mqtt/den/mute" }),
      set: any("set", { topic: "player2mqtt/den/mute/set" }),
      named: any("named", { topic: "mute", player: "the den" }),
      control: any("control", { control: "mute", player: "den" }),
    };
    await deployWithMessages(stage, Object.values(cases));
    for (const name of Object.keys(cases)) {
      await stage.nodeRed.press(`press ${name}`);
      const before = stage.observer.on("player2mqtt/den/result").length;
      await expect.poll(() => stage.observer.on("player2mqtt/den/mute/set").length).toBe(before + 1);
      const { transaction } = JSON.parse(stage.observer.on("player2mqtt/den/mute/set").at(-1) ?? "");
      await stage.observer.publish(
        "player2mqtt/den/result",
        JSON.stringify({ command: "mute", outcome: "applied", transaction }),
      );
      await expect
        .poll(() => payloads(stage, name))
        .toMatchObject([{ player: "den", command: "mute", request: "on", outcome: "applied" }]);
    }
    // It follows a player only while it has a command for it.
    expect(await isSent(stage, "player2mqtt/den/volume", "player2mqtt/den/result")).toBe(false);
  });

  it.each([
    ["a misspelled player", { topic: "mute", player: "The Dan" }, "unknown player: The Dan", "unknown"],
    [
      "a list of players",
      { topic: "mute", player: ["den", "attic"] },
      "msg.player is a list: send one message for each player",
      "playerList",
    ],
    [
      "a name that two players have",
      { topic: "mute", player: "Twin" },
      "several players are called Twin: left, right",
      "severalPlayers",
    ],
    [
      "a topic that no bridge listens to",
      { topic: "elsewhere/den/audio/input", player: "den" },
      "not a control: elsewhere/den/audio/input",
      "notControl",
    ],
    ["no control", { topic: "player2mqtt/den" }, "no control is chosen", "noControl"],
    ["no player", { topic: "mute" }, "no player is chosen", "noPlayer"],
    ["a number that is no player", { topic: "mute", player: 7 }, "unknown player: 7", "unknown"],
    ["no value", { topic: "mute", player: "den", payload: "" }, "no value", "noValue"],
  ])("refuses %s at once, with a reason of its own", async (_, props, reason, status) => {
    await using stage = await setStage({ broker });
    await setScene(
      stage,
      { den: "online", left: "online", right: "online" },
      { den: "The Den", left: "Twin", right: "Twin" },
    );
    const node = command("any", "", "payload", { player: "", valueType: "msg" });
    await deployWithMessages(stage, [[node, { payload: "on", ...props }]]);
    await stage.nodeRed.press("press any");
    await expect.poll(() => payloads(stage, "any 2")).toMatchObject([{ outcome: "not sent", reason }]);
    await expect.poll(() => stage.nodeRed.look("any")).toBe(`red ring player2mqtt.status.${status}`);
  });

  it("raises what was not done for a catch node, if it is told to", async () => {
    await using stage = await setStage({ broker });
    await setScene(stage, { den: "offline" });
    const nodes = flowOf(
      stage.cable.port,
      command("quiet", "mute", "on", { player: "den" }),
      command("loud", "mute", "on", { player: "den", raise: true }),
      command("broken", "mute", "$error('broken')", { player: "den", valueType: "jsonata" }),
    );
    const at = { z: "tab", x: 400, y: 400 };
    await stage.nodeRed.deployNodes([
      ...nodes,
      { ...at, id: "catch", type: "catch", name: "catch", scope: null, wires: [["debug caught"]] },
      {
        ...at,
        id: "debug caught",
        type: "debug",
        name: "caught",
        active: true,
        tosidebar: true,
        complete: "true",
        wires: [],
      },
    ]);
    await stage.nodeRed.press("press quiet");
    await stage.nodeRed.press("press loud");
    await expect
      .poll(() => shown(stage, "caught"))
      .toMatchObject([
        {
          error: { message: "den/mute: the player is offline", source: { id: "loud" } },
          payload: { outcome: "not sent" },
        },
      ]);
    await stage.nodeRed.press("press broken");
    await expect.poll(() => shown(stage, "caught")[1]).toMatchObject({ error: { message: "broken" } });
    expect([payloads(stage, "quiet 2").length, payloads(stage, "loud 2").length]).toEqual([1, 1]);
  });

  it("has one outcome where two come, and none of somebody else's", async () => {
    await using stage = await setStage({ broker });
    const publish = (leaf: string, payload: string, retain = true) =>
      stage.observer.publish(`player2mqtt/${leaf}`, payload, { retain });
    await publish("bridge/state", "online");
    await publish(`${id}/availability`, "online");
    await deploy(stage, command("bt", "audio/input", "BT"), {
      type: "player2mqtt-events",
      name: "events",
      outcomes: true,
    });
    await stage.nodeRed.press("press bt");
    const sent = await eventually(() => {
      const [first] = stage.observer.on(`${base}/audio/input/set`);
      expect(first).toBeDefined();
      return JSON.parse(first ?? "") as { value: string; transaction: string };
    });
    expect(sent.value).toBe("BT");
    const outcome = (transaction: string, kind: string) =>
      publish(`${id}/result`, JSON.stringify({ command: "audio/input", outcome: kind, transaction }), false);
    await outcome("somebody else", "failed");
    await outcome(sent.transaction, "applied");
    await outcome(sent.transaction, "applied");
    await outcome(sent.transaction, "failed");
    await expect.poll(() => payloads(stage, "events")).toHaveLength(3);
    expect(payloads(stage, "bt")).toMatchObject([{ outcome: "applied" }]);
    expect(payloads(stage, "bt 2")).toEqual([]);
  });

  it("says after the time limit that there was no outcome, and at a deploy that it no longer waits", async () => {
    await using stage = await setStage({ broker });
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`player2mqtt/${leaf}`, payload, { retain: true });
    await publish("bridge/state", "online");
    await publish(`${id}/availability`, "online");
    const nodes = (value: string) => [
      command("short", "audio/input", "BT", { timeout: "0.3" }),
      command("long", "audio/output", value),
    ];
    await deploy(stage, ...nodes("HDMI"));
    await stage.nodeRed.press("press short");
    await expect
      .poll(() => payloads(stage, "short 2"))
      .toMatchObject([{ outcome: "timeout", reason: "no outcome within 0.3 s" }]);
    await expect.poll(() => stage.nodeRed.look("short")).toBe("red ring player2mqtt.outcome.timeout");
    await stage.nodeRed.press("press long");
    await expect.poll(() => stage.observer.on(`${base}/audio/output/set`)).toHaveLength(1);
    await expect.poll(() => stage.nodeRed.look("long")).toBe("blue ring audio/output HDMI");
    await stage.nodeRed.deployNodes(flowOf(stage.cable.port, ...nodes("RCA")), "nodes");
    await expect.poll(() => payloads(stage, "long 2")).toMatchObject([{ outcome: "interrupted" }]);
    expect(stage.nodeRed.look("long")).toBe("");
    expect(stage.nodeRed.log.join("")).not.toContain("rror");
  });
});
