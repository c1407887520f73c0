import { describe, expect, it } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { startSimulator as startWiim } from "../../simulator/wiim/start-simulator.ts";
import { startSimulator as startZidoo } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged, type BridgedPlayer } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

interface Kind {
  readonly start: () => Promise<BridgedPlayer & { readonly behaviors: { add(fault: string): Disposable } }>;
  readonly path: string;
  readonly body: unknown;
  /** The request in the words of the simulator. */
  readonly operation: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  Zidoo: {
    start: () => startZidoo({ preset: "audio" }),
    path: "/ControlCenter/getModel",
    body: expect.objectContaining({ status: 200, model: expect.any(String) }),
    operation: "getModel",
  },
  BluOS: {
    start: async () => Object.assign(await startBluos(), { mostAtOnce: 3 }),
    path: "/Presets?x=1",
    body: expect.stringMatching(/^<\?xml[^]*<presets/),
    operation: "Presets",
  },
  WiiM: {
    start: () => startWiim(),
    path: "/httpapi.asp?command=getStatusEx",
    body: expect.objectContaining({ project: "WiiM_Pro_with_gc4a" }),
    operation: "getStatusEx",
  },
};

const allow = (...paths: readonly string[]) => ({ "controls.raw": JSON.stringify(paths) });

function answers(bridged: Bridged): unknown[] {
  return bridged.subscriber.messages
    .filter(({ topic }) => topic === "player2mqtt/den/raw")
    .map(({ payload, retain }) => ({ ...(JSON.parse(payload) as object), retain }));
}

describe.each(Object.entries(kinds))("a request of the owner to a player of %s", (_make, kind) => {
  const { start, path, body, operation } = kind;

  it("is rejected with the name of the setting, and never sent, unless paths are allowed", async () => {
    await using sim = await start();
    await using bridged = await Bridged.settled(sim);
    expect(await bridged.set("raw", path)).toMatchObject({
      command: "raw",
      outcome: "rejected",
      reason: "raw is off: set controls.raw to use it",
    });
    expect(bridged.json("info")).toMatchObject({ controls: { raw: "off" } });
    expect(answers(bridged)).toEqual([]);
  });

  it("is answered on raw, before its outcome", async () => {
    await using sim = await start();
    await using bridged = await Bridged.settled(sim, { args: allow(path) });
    const sent = JSON.stringify({ path, transaction: "t1" });
    expect(await bridged.set("raw", sent)).toMatchObject({ outcome: "applied", transaction: "t1" });
    expect(answers(bridged)).toEqual([{ path, status: 200, body, transaction: "t1", retain: false }]);
    const topics = bridged.subscriber.messages.map(({ topic }) => topic);
    expect(topics.lastIndexOf("player2mqtt/den/raw")).toBeLessThan(
      topics.lastIndexOf("player2mqtt/den/result"),
    );
    expect(JSON.stringify(bridged.json("description"))).toContain('"raw":{"title"');
  });

  it.each([
    ["http:404", 404],
    ["redirect:http://127.0.0.1:9/elsewhere", 302],
  ])("fails with the player's own status, which is told as well: %s", async (fault, status) => {
    await using sim = await start();
    await using bridged = await Bridged.settled(sim, { args: allow(path) });
    using _fault = sim.behaviors.add(`${fault}@${operation}`);
    const { outcome, reason } = await bridged.set("raw", path);
    expect([outcome, reason]).toEqual(["failed", `HTTP status ${status}`]);
    expect(answers(bridged)).toMatchObject([{ path, status }]);
    // What one request met says nothing about the next.
    expect(bridged.json("info")).toMatchObject({ controls: { raw: "supported" } });
  });
});

it("two requests that wait are both made, in order and beside the polls one at a time", async () => {
  await using sim = await startZidoo({ preset: "audio" });
  await using bridged = await Bridged.settled(sim, { args: allow("/ControlCenter/*") });
  const results = bridged.subscriber.results.length;
  const hanging = sim.behaviors.add("slow:300*1");
  await until(() => hanging.hits === 1);
  for (const name of ["getModel", "Apps/getApps"])
    await bridged.subscriber.send("player2mqtt/den/raw/set", `/ControlCenter/${name}`);
  const ends = await until(() => {
    const ended = bridged.subscriber.results.slice(results);
    return ended.length === 2 ? ended : undefined;
  });
  expect(ends.map(({ request, outcome }) => [request, outcome])).toEqual([
    ["/ControlCenter/getModel", "applied"],
    ["/ControlCenter/Apps/getApps", "applied"],
  ]);
  expect(sim.traffic.maxConcurrent).toBe(1);
});

it("an answer that is too large fails the request, and one that no message can hold is left out", async () => {
  await using sim = await startZidoo({ preset: "audio", queueSize: 1000 });
  const path = "/MusicControl/v2/getPlayQueue";
  await using bridged = await Bridged.settled(sim, { args: allow(path) });
  expect(await bridged.set("raw", path)).toMatchObject({
    outcome: "failed",
    reason: "the answer is larger than 65536 bytes (the longest answer on raw)",
  });
  expect(answers(bridged)).toEqual([]);
  const long = "/MusicControl/v2/getInputAndOutputList";
  const args = { ...allow(long), "mqtt.maxPayload": "1000" };
  await using narrow = await Bridged.settled(sim, { args });
  expect(await narrow.set("raw", long)).toMatchObject({ outcome: "applied" });
  expect(answers(narrow)).toEqual([{ path: long, status: 200, isCut: true, retain: false }]);
});
