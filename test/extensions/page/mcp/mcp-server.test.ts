import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { fetch } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSimulator } from "../../../../simulator/zidoo/start-simulator.ts";
import type { ControlName } from "../../../../src/core/controls/table.ts";
import type { Description } from "../../../../src/core/topics/description.ts";
import { playerTools } from "../../../../src/extensions/page/mcp/player-tools.ts";
import { Bridged } from "../../../support/bridge/bridged.ts";
import type { Result } from "../../../support/bridge/recording-broker.ts";
import { until } from "../../../support/bridge/until.ts";
import { opened } from "../../../support/opened.ts";

/* The client of the protocol's own makers stands for all language models. */

const token = "only for models and programs";
const args = {
  "http.mcp": "true",
  "http.token": token,
  "publish.settings": '["gain","balance"]',
  "controls.presets": '{"Film night":["wake"]}',
};

async function bridgedWith(more: Readonly<Record<string, string>> = {}) {
  const sim = opened(await startSimulator({ preset: "audio", now: () => 1_000_000 }));
  const bridged = opened(await Bridged.settled(sim, { args: { ...args, ...more }, hasHttp: true }));
  await until(() => bridged.payload("description") !== undefined);
  return { sim, bridged, url: bridged.bridge.httpUrl ?? "" };
}

async function connect(url: string, mode: "auto" | "legacy" = "auto"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

async function call(client: Client, name: string, args: Readonly<Record<string, unknown>> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...args } });
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", isError };
}

describe("a language model", () => {
  it.each(["auto", "legacy"] as const)(
    "sees players, values and options as the topics have them (%s)",
    async (mode) => {
      const { bridged, url } = await bridgedWith();
      const client = await connect(url, mode);
      const [player] = JSON.parse((await call(client, "list_players")).text);
      expect(player).toMatchObject({ player: "den", availability: "online" });
      const { properties } = JSON.parse((await call(client, "read_player", { player: "den" })).text);
      expect(properties).toMatchObject({
        "music/title": { title: "Track title", value: bridged.payload("music/title") },
        "audio/input": { value: bridged.payload("audio/input"), options: "audio/input/options" },
        volume: { unit: "%" },
      });
      expect(properties["music/queue"]).toEqual({ title: "Music queue" });
      const options = await call(client, "read_topic", { player: "den", topic: "audio/input/options" });
      expect(options.text).toBe(bridged.payload("audio/input/options"));
      const { resources } = await client.listResources();
      expect(resources).toMatchObject([{ uri: "player2mqtt://players/den" }]);
      const { contents } = await client.readResource({ uri: "player2mqtt://players/den" });
      expect(contents).toMatchObject([{ uri: "player2mqtt://players/den", mimeType: "application/json" }]);
      const [first] = contents;
      expect(JSON.parse(first !== undefined && "text" in first ? first.text : "").properties).toEqual(
        properties,
      );
    },
  );

  it("has a tool for everything that the description can set or do, and knows what is destructive", async () => {
    const stage = await bridgedWith();
    const { properties, actions } = stage.bridged.json("description") as Description;
    const setters = [
      ...Object.entries(properties).flatMap(([topic, { set }]) => (set ? [[topic, set] as const] : [])),
      ...Object.entries(actions),
    ].map(([topic, { isDestructive = false }]) => [topic.replaceAll("/", "_"), isDestructive]);
    const client = await connect(stage.url);
    const { tools } = await client.listTools();
    const offered = tools.map(({ name, annotations }) => [name, annotations?.destructiveHint === true]);
    expect(setters).toContainEqual(["power", true]);
    expect(offered).toEqual([
      ["list_players", false],
      ["read_player", false],
      ["read_topic", false],
      ...setters,
    ]);
  });

  it("controls a player, its own settings too, and is told why something failed", async () => {
    const stage = await bridgedWith();
    const client = await connect(stage.url);
    expect(await call(client, "volume", { player: "den", value: 30 })).toMatchObject({ isError: false });
    await stage.bridged.waitFor("volume", "30");
    expect(
      JSON.parse((await call(client, "music_playback", { player: "den", value: "pause" })).text),
    ).toMatchObject({ outcome: "applied" });
    expect(await call(client, "settings_gain", { player: "den", value: "High" })).toMatchObject({
      isError: false,
    });
    expect(await call(client, "refresh", { player: "den" })).toMatchObject({ isError: false });
    const refused = await call(client, "audio_input", { player: "den", value: "NOWHERE" });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("NOWHERE") });
    expect(await call(client, "music_playback", { player: "den", value: "explode" })).toMatchObject({
      isError: true,
    });
    expect(await call(client, "read_player", { player: "attic" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("den"),
    });
  });

  it("sets each number from the least to the greatest as a command over MQTT does", async () => {
    const { bridged, url } = await bridgedWith();
    const { results } = bridged.subscriber;
    const client = await connect(url);
    const { properties: described } = bridged.json("description") as Description;
    const numbers = Object.entries(described).filter(([, { kind, set }]) => kind === "number" && set);
    expect(numbers).not.toEqual([]);
    // What one of them has reached already, the other one leaves unchanged.
    const lasting = ({ command, request, outcome, reason }: Result) => [
      command,
      request,
      outcome === "unchanged" ? "applied" : outcome,
      reason,
    ];
    for (const [topic, { range, rangeTopic }] of numbers) {
      const sample = Number(bridged.payload(topic) ?? 1);
      const limits = rangeTopic === undefined ? range : bridged.json(rangeTopic);
      const { min, max } = { min: 0, max: sample, ...(limits as typeof range) };
      for (const value of new Set([0, min, sample, max])) {
        const before = results.length;
        await bridged.set(topic as ControlName, String(value));
        await call(client, topic.replaceAll("/", "_"), { player: "den", value });
        const both = await until(() => results.length > before + 1 && results.slice(before));
        const [sent, called] = both.map(lasting);
        expect(called).toEqual(sent);
        expect(sent).not.toContain("rejected");
      }
    }
  });

  it("hears what changes, if it wants to", async () => {
    const stage = await bridgedWith();
    const client = await connect(stage.url);
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      heard.push(params.uri);
    });
    client.setNotificationHandler("notifications/resources/list_changed", () => void heard.push("players"));
    client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
    const subscription = await client.listen({
      resourceSubscriptions: ["player2mqtt://players/den"],
      resourcesListChanged: true,
      toolsListChanged: true,
    });
    stage.sim.player.music.skip();
    await until(() => heard.length > 0);
    expect(new Set(heard)).toEqual(new Set(["player2mqtt://players/den"]));
    await stage.bridged.reconfigured(args, { name: "Big den" });
    await until(() => heard.includes("players") && heard.includes("tools"));
    await subscription.close();
  });

  it("has one tool for what several players take, with all their words, and as dangerous as at any of them", () => {
    const describing = (words: string[], isDestructive?: true): Description => ({
      version: 1,
      properties: {
        power: { title: "Power", kind: "choice", set: { field: "value", words, isDestructive } },
      },
      actions: {},
      events: {},
    });
    const [tool] = playerTools([
      { id: "den", description: describing(["on"]) },
      { id: "attic", description: undefined },
      { id: "bath", description: describing(["on", "off"], true) },
    ]);
    expect(tool).toMatchObject({ name: "power", title: "Power", isDestructive: true });
    const takes = (...[player, value]: string[]) => tool?.input.safeParse({ player, value }).success;
    const [good, bad] = [
      [
        ["den", "on"],
        ["bath", "off"],
      ],
      [
        ["attic", "on"],
        ["den", "standby"],
      ],
    ];
    expect([good.every((one) => takes(...one)), bad.some((one) => takes(...one))]).toEqual([true, false]);
    expect(tool?.wishFor("off")).toEqual(["power", "off"]);
  });

  it("finds nothing where it is not wanted", async () => {
    const stage = await bridgedWith({ "http.mcp": "false" });
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${stage.url}/mcp`, { method: "POST", headers })).status).toBe(404);
  });
});
