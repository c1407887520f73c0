import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { OwnSettings } from "../../simulator/zidoo/own-settings.ts";
import { parseBehavior } from "../../simulator/zidoo/parse-behavior.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { startSimulator as startWiim } from "../../simulator/wiim/start-simulator.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { anyPort } from "../support/any-port.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { capturesFolder, withoutCaptures } from "../support/captures-folder.ts";

const folder = "/SystemSettings/audioSettings";
const subwoofer = {
  name: "subwoofer",
  title: "Subwoofer",
  kind: "switch",
  read: { path: `${folder}/getSubOutputOption`, pointer: "/items/0/switchStatus" },
  set: { path: `${folder}/subOutputOption/setSubSwitchEnable?switch={value}` },
};
const level = {
  name: "subwoofer-level",
  kind: "number",
  read: { path: `${folder}/getSubOutputOption`, pointer: "/items/1/currentProgress" },
  set: {
    path: `${folder}/subOutputOption/setSubOutputVolumeOffset?index={value}`,
    range: { min: 0, max: 60 },
  },
};
const shown = {
  name: "shown",
  kind: "text",
  read: { path: `${folder}/getSubOutputOption`, pointer: "/items/1/currentTitle" },
};

describe("operations that an owner declares", () => {
  it("are properties like any other: told, described, announced, set and read back", async () => {
    await using sim = await startSimulator({ preset: "audio", now: () => 1_000_000 });
    const args = { "homeassistant.enabled": "true", "homeassistant.prefix": "player2mqtt/announced" };
    const entry = { operations: [subwoofer, level, shown] };
    await using bridged = await Bridged.settled(sim, { args, entry });
    await bridged.waitFor("settings/subwoofer", "off");
    expect(bridged.payload("settings/subwoofer/title")).toBe("Subwoofer");
    expect(bridged.payload("settings/subwoofer-level")).toBe("30");
    expect(bridged.payload("settings/shown")).toBe("0 dB");
    await until(() => bridged.payload("description")?.includes("settings/shown") === true);
    expect((bridged.json("description") as { readonly properties: object }).properties).toMatchObject({
      "settings/subwoofer": { title: "Subwoofer", kind: "flag", set: { field: "value" } },
      "settings/subwoofer-level": { kind: "number", rangeTopic: "settings/subwoofer-level/range" },
      "settings/shown": { title: "shown", kind: "text" },
    });
    expect(bridged.json("info")).toMatchObject({ controls: { settings: "supported" } });
    const announced = (): string =>
      [...bridged.subscriber.state]
        .filter(([topic]) => topic.startsWith("player2mqtt/announced/"))
        .map(([, payload]) => payload)
        .join();
    await until(() => announced().includes("switch.den_setting_subwoofer"));
    expect(announced()).toContain("number.den_setting_subwoofer_level");

    expect(await bridged.set("settings/subwoofer", "on")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("settings/subwoofer")).toBe("on");
    expect(await bridged.set("settings/subwoofer", "on")).toMatchObject({ outcome: "unchanged" });
    expect(await bridged.set("settings/subwoofer-level", "=40")).toMatchObject({ outcome: "applied" });
    expect(await bridged.set("settings/subwoofer-level", "+2")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("settings/shown")).toBe("6 dB");
    expect(await bridged.set("settings/shown", "1 dB")).toMatchObject({
      outcome: "rejected",
      reason: "shown can only be read",
    });
    expect(await bridged.set("settings/subwoofer-level", "61")).toMatchObject({ outcome: "rejected" });
    // The whole tree was never walked.
    expect(sim.traffic.count(`${folder}/getXlrOutputOption`)).toBe(0);
  });

  it("come, change and go by a reload, and cost nothing where there are none", async () => {
    await using sim = await startSimulator({ preset: "audio", now: () => 1_000_000 });
    await using bridged = await Bridged.settled(sim);
    expect(sim.traffic.count(subwoofer.read.path)).toBe(0);
    await bridged.reconfigured({}, { operations: [subwoofer] });
    await bridged.waitFor("settings/subwoofer", "off");
    await bridged.reconfigured({}, { operations: [{ ...subwoofer, title: "Bass" }, shown] });
    await bridged.waitFor("settings/subwoofer/title", "Bass");
    await bridged.waitFor("settings/shown", "0 dB");
    await bridged.reconfigured({});
    await until(
      () =>
        bridged.payload("settings/subwoofer") === undefined || bridged.payload("settings/subwoofer") === "",
    );
    expect(bridged.payload("settings/shown") ?? "").toBe("");
  });

  it("go at the start of a bridge that declares others", async () => {
    await using sim = await startSimulator({ preset: "audio", now: () => 1_000_000 });
    await using broker = await startEmbeddedBroker(anyPort);
    const args = { "mqtt.url": broker.url };
    const first = await Bridged.settled(sim, { args, entry: { operations: [subwoofer] } });
    await first.waitFor("settings/subwoofer", "off");
    await first[Symbol.asyncDispose]();
    await using bridged = await Bridged.settled(sim, { args, entry: { operations: [shown] } });
    await bridged.waitFor("settings/shown", "0 dB");
    const topics = () => [...bridged.subscriber.state.keys()].filter((topic) => topic.includes("/settings/"));
    await until(() => topics().every((topic) => topic.includes("/shown")));
    expect(topics()).toContain("player2mqtt/den/settings/shown");
  });

  it("say why they say nothing, once, while the others go on", async () => {
    await using sim = await startSimulator({ preset: "audio", now: () => 1_000_000 });
    const missing = { ...shown, name: "missing", read: { path: "/SystemSettings/nowhere", pointer: "" } };
    await using bridged = await Bridged.settled(sim, { entry: { operations: [missing, subwoofer] } });
    await bridged.waitFor("settings/subwoofer", "off");
    expect(bridged.payload("settings/missing")).toBeUndefined();
    await bridged.refresh();
    const lines = bridged.log.lines.filter(({ message }) => message.startsWith("a declared operation"));
    expect(lines).toMatchObject([
      { level: "warn", fields: { operation: "missing", reason: 'the answer has no value at ""' } },
    ]);
  });

  it("keep their values when one path has no good answer, and are read again soon", async () => {
    await using sim = await startSimulator({ preset: "audio", now: () => 1_000_000 });
    const model = {
      name: "model",
      kind: "text",
      read: { path: "/ControlCenter/getModel", pointer: "/model" },
    };
    const entry = { operations: [subwoofer, model] };
    await using bridged = await Bridged.settled(sim, { entry, speed: 100 });
    await bridged.waitFor("settings/subwoofer", "off");
    const fault = sim.behaviors.add({ ...parseBehavior("http:500"), operation: subwoofer.read.path });
    await bridged.refresh();
    expect(fault.hits).toBe(1);
    expect(bridged.payload("settings/subwoofer")).toBe("off");
    expect(await bridged.set("settings/subwoofer", "on")).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining("subwoofer HTTP status 500") as unknown,
    });
    fault.remove();
    const since = bridged.clock.now();
    await bridged.waitFor("settings/subwoofer", "on");
    expect(bridged.clock.now() - since).toBeLessThan(130_000);
  });

  it("work with players of other makes that answer in JSON, whatever the family calls its requests", async () => {
    await using wiim = await startWiim();
    const trim = {
      name: "trim",
      kind: "number",
      read: { path: "/httpapi.asp?command=getPlayerStatusEx", pointer: "/vol" },
      set: { path: "/httpapi.asp?command=setPlayerCmd:vol:{value}", range: { min: 0, max: 100 } },
    };
    await using bridged = await Bridged.settled(wiim, { entry: { operations: [trim] } });
    await until(() => (bridged.payload("settings/trim") ?? "") !== "");
    expect(await bridged.set("settings/trim", "17")).toMatchObject({ outcome: "applied" });
    expect(bridged.payload("settings/trim")).toBe("17");
  });
});

describe("the example that ships", () => {
  const { operations } = parse(readFileSync("examples/operations/eversolo.yaml", "utf8")) as {
    readonly operations: readonly { readonly name: string }[];
  };
  const body = (name: string): object =>
    JSON.parse(readFileSync(join(capturesFolder, `${name}.audio-model.json`), "utf8")) as object;

  it.skipIf(capturesFolder === "")(
    `fits the captured player (else skipped: ${withoutCaptures})`,
    async () => {
      await using sim = await startSimulator({ preset: "audio", now: () => 1_000_000 });
      sim.player.settings = new OwnSettings([
        ["/SystemSettings/getSystemSettings", body("getSystemSettings")],
        [`${folder}/getSubOutputOption`, body("getSubOutputOption")],
      ]);
      await using bridged = await Bridged.settled(sim, { entry: { operations } });
      await bridged.waitFor("settings/subwoofer", "on");
      expect(operations.map(({ name }) => bridged.payload(`settings/${name}`))).toEqual([
        "on",
        "32",
        "on",
        "EARC",
      ]);
      const outcomes = [];
      for (const [name, value] of [
        ["subwoofer", "off"],
        ["subwoofer-level", "=20"],
        ["gapless", "off"],
      ] as const)
        outcomes.push((await bridged.set(`settings/${name}`, value)).outcome);
      expect(outcomes).toEqual(["applied", "applied", "applied"]);
    },
  );
});
