import { createRequire } from "node:module";
import { join } from "node:path";
import { request } from "undici";
import { describe, expect, inject, it } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { startBroker } from "./broker.ts";
import { folderOf } from "./install-runtime.ts";
import { base, deploy, flowOf, id, payloads, setScene, startBridge, state } from "./nodes-flow.ts";
import { observe } from "./observer.ts";
import { setStage, type Stage } from "./stage.ts";

describe("the lists of the editor", () => {
  const broker = "embedded";
  const drafted = `/player2mqtt/broker/broker/players?base=${encodeURIComponent("player2mqtt")}`;
  const players = async (stage: Stage) =>
    (await stage.nodeRed.get("/player2mqtt/bridge/bridge/players")) as { players: { id: string }[] };

  it("have bridges, players, controls with their options, and topics", async () => {
    await using stage = await setStage({ broker });
    await startBridge(stage);
    await deploy(stage, state("here", "online"));
    await expect.poll(() => payloads(stage, "here").at(-1)).toBe(true);
    expect(await players(stage)).toMatchObject({
      isConnected: true,
      bridges: [{ name: "bridge", state: "online" }],
      players: [{ id, model: "SIM-V9 Pro" }],
    });
    const read = async () =>
      (await stage.nodeRed.get(`/player2mqtt/bridge/bridge/players/${id}`)) as {
        controls: {
          name: string;
          title: string;
          current: string;
          options: { value: string; label: string }[];
        }[];
        topics: { leaf: string; value: string }[];
      };
    // A player is described once everything was asked.
    await expect.poll(async () => (await read()).topics.map(({ leaf }) => leaf)).toContain("description");
    const player = await read();
    const input = player.controls.find(({ name }) => name === "audio/input");
    expect(input).toMatchObject({ title: "Input", current: "Built-in player" });
    expect(input?.options).toContainEqual({ value: "BT", label: "Bluetooth" });
    expect(player.topics).toContainEqual({
      leaf: "video/title",
      title: "Video title",
      value: "The Lighthouse Ledger",
    });
    expect(await stage.nodeRed.get(drafted)).toMatchObject({ players: [{ id }] });
  });

  it("of a bridge that is not deployed yet are those of its broker as it is deployed now", async () => {
    await using stage = await setStage({ broker });
    await setScene(stage, { [id]: "online" });
    await deploy(stage, state("here", "online"));
    await expect.poll(() => stage.nodeRed.get(drafted)).toMatchObject({ players: [{ id }] });
    await using other = await startBroker(broker);
    await using there = await observe(other.url);
    const told = { "bridge/state": "online", "loft/info": '{"id":"loft"}', "loft/availability": "online" };
    for (const [leaf, payload] of Object.entries(told))
      await there.publish(`player2mqtt/${leaf}`, payload, { retain: true });
    await stage.nodeRed.deployNodes(flowOf(other.port, state("here", "online")));
    await expect.poll(() => stage.nodeRed.get(drafted)).toMatchObject({ players: [{ id: "loft" }] });
  });

  it("have what a BluOS player has: its inputs, presets, orders and groups", async () => {
    await using loft = await startBluos({ bufferMs: 20 });
    await using stage = await setStage({ broker, settings: { "player.url": loft.url } });
    await startBridge(stage);
    await deploy(stage, state("here", "online"));
    await expect.poll(() => payloads(stage, "here").at(-1)).toBe(true);
    await expect.poll(() => stage.observer.on(`${base}/music/preset/options`).at(-1)).toBeDefined();
    expect(await players(stage)).toMatchObject({ players: [{ id, model: loft.player.model.modelName }] });
    const { controls } = (await stage.nodeRed.get(`/player2mqtt/bridge/bridge/players/${id}`)) as {
      controls: { name: string; support: string; options: { value: string; label: string }[] }[];
    };
    const optionsOf = (control: string) => controls.find(({ name }) => name === control)?.options;
    expect(optionsOf("audio/input")?.map(({ value }) => value)).toEqual(
      loft.player.inputs.map(({ typeIndex, id: inputId }) => typeIndex ?? inputId),
    );
    expect(optionsOf("music/preset")).toEqual(
      loft.player.presets.map(({ id: value, name: label }) => ({ value: String(value), label })),
    );
    expect(optionsOf("music/repeat")?.map(({ value }) => value)).toEqual(["off", "one", "all"]);
    expect(optionsOf("music/shuffle")?.map(({ value }) => value)).toEqual(["on", "off"]);
    // It has neither an output to select nor a film, and no standby.
    const names = controls.flatMap(({ name, support }) => (support === "unsupported" ? [] : [name]));
    expect(names).toEqual(expect.arrayContaining(["group", "sleep", "music/playback", "power"]));
    expect(names.filter((name) => /^(?:audio\/output|video|screen|key)/.test(name))).toEqual([]);
    expect(optionsOf("power")?.map(({ value }) => value)).toEqual(["reboot"]);
  });

  it("are refused to a stranger, and to a reader who asks for a base topic of their own", async () => {
    const { hashSync } = createRequire(join(folderOf(`node-red-${inject("nodeRedMajor")}`), "package.json"))(
      "bcryptjs",
    );
    const reader = { username: "reader", password: hashSync("secret", 4), permissions: "read" };
    await using stage = await setStage({
      broker,
      nodeRed: { adminAuth: { type: "credentials", users: [reader] } },
    });
    const at = async (path: string, headers: Record<string, string> = {}) =>
      (await request(`${stage.nodeRed.url}/player2mqtt/${path}`, { headers })).statusCode;
    expect(await at("bridge/bridge/players")).toBe(401);
    expect(await at("broker/broker/players?base=player2mqtt")).toBe(401);
    const { body } = await request(`${stage.nodeRed.url}/auth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: "node-red-editor",
        grant_type: "password",
        scope: "read",
        username: "reader",
        password: "secret",
      }),
    });
    const { access_token: token } = (await body.json()) as { access_token: string };
    const authorization = { authorization: `Bearer ${token}` };
    // Nothing is deployed here, but this user may ask.
    expect(await at("bridge/bridge/players", authorization)).toBe(404);
    expect(await at("broker/broker/players?base=player2mqtt", authorization)).toBe(401);
  });
});
