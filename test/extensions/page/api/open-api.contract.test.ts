import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSimulator, type Simulator } from "../../../../simulator/zidoo/start-simulator.ts";
import { StreamReader } from "../stream-reader.ts";
import { Bridged } from "../../../support/bridge/bridged.ts";
import { until } from "../../../support/bridge/until.ts";
import { Contract, type Sample } from "./contract.ts";

const token = "correct horse battery";
const authorization = `Bearer ${token}`;
const den = { id: "den" };

/** A good request for each operation. */
const samples: Readonly<Record<string, Sample>> = {
  getBridge: {},
  getState: {},
  listPlayers: {},
  getPlayer: { params: den },
  getList: { params: { ...den, list: "queue" }, query: { start: "1" } },
  getLibrary: { params: { ...den, list: "tracks" }, query: { start: "1", album: "701" } },
  getAnswers: { params: den },
  getDiagnostics: { params: den },
  getTopics: { params: den },
  sendCommand: { params: den, body: { command: "audio/output", request: "RCA" } },
  getIcon: { params: { ...den, list: "input" }, query: { value: "XMOS" } },
  getCover: { params: den },
  getPoster: { params: den },
  getBackdrop: { params: den },
  getArt: { params: { ...den, key: "album-701" } },
  getCheck: {},
  startCheck: {},
};
const change = { revision: "r", edits: [{ kind: "set", name: "mqtt.baseTopic", value: "house" }] };
/** A good request for each operation that needs a configuration file, which this bridge lacks. */
const fileSamples: Readonly<Record<string, Sample>> = {
  getConfiguration: {},
  checkConfiguration: { body: change },
  changeConfiguration: { body: change },
  lookBack: {},
  goBack: { body: { revision: "r" } },
  restartBridge: {},
  discover: {},
  tryBroker: { body: { url: "mqtt://192.0.2.1" } },
  getOwnSettings: { params: den },
  tryPlayer: { body: { url: "http://192.0.2.1" } },
};
const all = { ...samples, ...fileSamples };
/** The stream has a test of its own: it never ends. */
const streams = ["followEvents"];

let player: Simulator;
let bridged: Bridged;
let contract: Contract;

beforeAll(async () => {
  player = await startSimulator();
  bridged = await Bridged.settled(player, {
    hasHttp: true,
    args: { "http.token": token, "library.enabled": "true" },
  });
  contract = await Contract.of(bridged.bridge.httpUrl ?? "", { authorization });
});
afterAll(async () => {
  await bridged[Symbol.asyncDispose]();
  await player[Symbol.asyncDispose]();
});

describe("the OpenAPI document", () => {
  it("is valid, for a validator that knows nothing of us", async () => {
    const result = await new Validator().validate(structuredClone({ ...contract.document }));
    expect(result).toMatchObject({ valid: true });
  });

  it("names each operation once, and each has a sample here", () => {
    const names = contract.endpoints.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual([...Object.keys(all), ...streams].toSorted());
  });

  it("names the parameters that its paths have", () => {
    for (const { path, parameters = [] } of contract.endpoints) {
      const inPath = parameters.filter((one) => one.in === "path").map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it("describes no schema that nothing uses", () => {
    const text = JSON.stringify(contract.document);
    const unused = Object.keys(contract.document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });
});

describe("each answer agrees with the document", () => {
  it.each(Object.entries(samples))("that of %s", async (name, sample) => {
    const { status } = await contract.send(name, sample);
    expect(["200", "202", "204"]).toContain(status);
  });

  it.each(Object.entries(fileSamples))("that of %s, where there is no file", async (name, sample) => {
    expect((await contract.send(name, sample)).status).toBe("404");
  });

  it.each(Object.entries(all))("that of %s without the token", async (name, sample) => {
    expect((await contract.send(name, { ...sample, headers: { authorization: "" } })).status).toBe("401");
  });

  it.each(Object.entries(all).filter(([, { body }]) => body !== undefined))(
    "that of %s to a body with nothing in it, or with more than it knows",
    async (name, sample) => {
      expect((await contract.send(name, { ...sample, body: {} })).status).toBe("400");
      const body = { ...Object(sample.body), constructor: { prototype: {} } };
      expect((await contract.send(name, { ...sample, body })).status).toBe("400");
    },
  );

  it.each(Object.entries(samples).filter(([, { params }]) => params !== undefined))(
    "that of %s for a player that does not exist",
    async (name, sample) => {
      const params = { ...sample.params, id: "nobody" };
      expect((await contract.send(name, { ...sample, params })).status).toBe("404");
    },
  );

  it.each<[string, string, Sample, string]>([
    [
      "a page of the library that is too long",
      "getLibrary",
      { params: { ...den, list: "albums" }, query: { count: "51" } },
      "400",
    ],
    [
      "a list that cannot be narrowed so",
      "getLibrary",
      { params: { ...den, list: "playlists" }, query: { album: "1" } },
      "400",
    ],
    ["a control that is none", "sendCommand", { params: den, body: { command: "audio/outputs" } }, "400"],
    [
      "JSON declared as text",
      "sendCommand",
      { params: den, body: "{}", headers: { "content-type": "text/plain" } },
      "415",
    ],
    ["a long body", "sendCommand", { params: den, body: "x".repeat(1_048_576) }, "413"],
  ])("to %s", async (_, name, sample, status) => {
    const answer = await contract.send(name, sample);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/\w/) });
  });
});

describe("a command", () => {
  it("is carried out by the player, and its result is that of the topic", async () => {
    const body = { command: "audio/output", request: "HDMI" };
    const { text } = await contract.send("sendCommand", { params: den, body });
    const result = JSON.parse(text) as { readonly outcome: string; readonly tag: string };
    expect(result).toMatchObject({ ...body, outcome: "applied", tag: "HDMI" });
    const published = await until(() => bridged.subscriber.results.find(({ request }) => request === "HDMI"));
    expect(published).toMatchObject({ command: "audio/output", outcome: "applied", tag: "HDMI" });
    expect(JSON.parse((await contract.send("getTopics", { params: den })).text)).toMatchObject({
      base: "player2mqtt/den",
      topics: { "audio/output": "HDMI", info: bridged.payload("info") },
    });
    expect(bridged.payload("audio/output")).toBe("HDMI");
  });

  it("may be called by its last level, and has the reason in its result if the player does not understand it", async () => {
    const body = { command: "output", request: "nowhere" };
    const { text } = await contract.send("sendCommand", { params: den, body });
    const refused = { command: "audio/output", outcome: "rejected", reason: expect.stringContaining("HDMI") };
    expect(JSON.parse(text)).toMatchObject(refused);
  });
});

it("each event of the stream agrees with its schema in the document", async () => {
  const names = { hello: "Hello", change: "Change", sample: "Sample", topics: "TopicChanges" };
  const { response } = await contract.send("followEvents", { query: { player: "den" } });
  const reader = new StreamReader(response);
  const seen = new Set<string>();
  const read = async (): Promise<void> => {
    const { name, data } = await reader.next();
    contract.check(names[name], data);
    seen.add(name);
  };
  await read();
  expect([...seen]).toEqual(["hello"]);
  await contract.send("sendCommand", { params: den, body: { command: "audio/output", request: "XLR" } });
  while (seen.size < 4) await read();
  await reader.leave();
});
