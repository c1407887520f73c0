import { describe, expect, it } from "vitest";
import type { ControlName } from "../../src/core/controls/table.ts";
import { publicNameOf } from "../../src/core/resources/player.ts";
import { operations as deviceOperations, ownResources } from "../../src/families/zidoo/operations.ts";
import { zidooRules } from "../../src/families/zidoo/rules.ts";
import { type OperationName, operations } from "../../simulator/zidoo/operations.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { failed, rejected } from "../support/bridge/outcomes.ts";

interface Info {
  readonly families: Readonly<Record<string, string>>;
}

const denials = ["status:801", "status:405", "http:404", "http:405"] as const;

/** A polled resource with the controls that depend on it, and the call of each control. */
const hanging: readonly (readonly [
  OperationName,
  readonly (readonly [ControlName, string, OperationName])[],
])[] = [
  [
    "getState",
    [
      ["music/playback", "pause", "playOrPause"],
      ["music/position", "60", "seekMusic"],
      ["volume", "10", "setDevicesVolume"],
      ["mute", "on", "setMuteVolume"],
    ],
  ],
];

describe.each(denials)("a player that says %s", (denial) => {
  it.each(hanging)(
    "to %s lacks what depends on it: commands are rejected and not sent",
    async (asked, rows) => {
      await using sim = await startSimulator({ preset: "audio" });
      sim.behaviors.add(`${denial}@${asked}`);
      await using bridged = await Bridged.settled(sim);
      for (const [control, value, call] of rows) {
        expect(bridged.json("info")).toMatchObject({ controls: { [control]: "unsupported" } });
        expect(await bridged.set(control, value)).toMatchObject(
          rejected(expect.stringMatching(/^this player has no /)),
        );
        expect(sim.traffic.count(call)).toBe(0);
      }
    },
  );

  it("to a command is not sent that command again before a refresh", async () => {
    await using sim = await startSimulator({ preset: "audio" });
    await using bridged = await Bridged.settled(sim);
    const commands: readonly (readonly [OperationName, ControlName, string])[] = [
      ["playOrPause", "music/playback", "pause"],
      ["setDevicesVolume", "volume", "10"],
      ["setLoopMode", "music/mode", "single"],
      ["sendkey", "key", "Up"],
    ];
    for (const [call, control, value] of commands) {
      sim.behaviors.add(`${denial}@${call}`);
      expect(await bridged.set(control, value)).toMatchObject(
        failed("the player reports that it has no such operation"),
      );
      expect(await bridged.set(control, value)).toMatchObject({ outcome: "rejected" });
      expect(sim.traffic.count(call)).toBe(1);
    }
    expect(bridged.json("info")).toMatchObject({ controls: { "music/mode": "unsupported" } });
    sim.behaviors.clear();
    await bridged.refresh();
    expect(await bridged.set("music/mode", "single")).toMatchObject({ outcome: "applied" });
    expect(bridged.json("info")).toMatchObject({ controls: { "music/mode": "supported" } });
  });
});

describe("body status 405 for a specified resource", () => {
  it.each([
    ["getPlayStatus", "video"],
    ["getPlaylist", "playlist"],
    ["getPlayQueue", "queue"],
  ] as const)("is believed of %s after three answers, and a refresh asks again", async (asked, family) => {
    await using sim = await startSimulator({ preset: "video" });
    const fault = sim.behaviors.add(`status:405@${asked}`);
    await using bridged = await Bridged.settled(sim);
    await until(() => (bridged.json("info") as Info).families[family] === "unsupported");
    expect(sim.traffic.count(asked)).toBe(3);
    const polled = sim.traffic.count("getInputAndOutputList");
    await until(() => sim.traffic.count("getInputAndOutputList") > polled + 5);
    expect(sim.traffic.count(asked)).toBe(3);
    fault.remove();
    await bridged.refresh();
    await until(() => (bridged.json("info") as Info).families[family] === "supported");
  });
});

/** Optional resources, by the name of their request; the model shows under which prefix a player answers. */
const optional = ownResources
  .filter((name) => !zidooRules.mandatory.has(name) && name !== "model")
  .map((name) => deviceOperations[publicNameOf(name)].path.split("/").at(-1) as OperationName);

it.each(denials)("a player without any of it (%s) is asked for each once per appearance", async (denial) => {
  await using sim = await startSimulator({ preset: "cinema", now: () => 1_000_000 });
  // The first version of its music would stand in for its state.
  for (const name of [...optional, "getFirstMusic"]) sim.behaviors.add(`${denial}@${name}`);
  const args = {
    "controls.experimental": "true",
    "publish.settings": '["gain"]',
    "device.offlineAfter": "1",
  };
  await using bridged = await Bridged.start(sim, { args });
  const counts = (): Record<string, number> =>
    Object.fromEntries(optional.map((name) => [name, sim.traffic.count(name)]));
  const each = (times: number): Record<string, number> =>
    // Two resources may be in one answer.
    Object.fromEntries(optional.map((name) => [name, times * optional.filter((one) => one === name).length]));
  const polls = async (): Promise<void> => {
    const before = sim.traffic.count("getPlayStatus");
    await until(() => sim.traffic.count("getPlayStatus") > before + 10);
  };
  await polls();
  // Another film, and what would show in use.
  sim.player.video.skip(1);
  await polls();
  expect(counts()).toEqual(each(1));
  await sim.sleep();
  await bridged.waitFor("availability", "offline");
  await sim.wake();
  await bridged.waitFor("availability", "online");
  await polls();
  expect(counts()).toEqual(each(2));
});

describe("a custom path", () => {
  it("replaces the usual one, for its player only", async () => {
    await using first = await startSimulator({ preset: "audio", prefix: "Zidoo" });
    await using second = await startSimulator({ preset: "audio" });
    const players = JSON.stringify([
      { id: "den", url: first.url, controls: { paths: { setMute: "/{p}MusicControl/v2/setLoopMode" } } },
      { id: "attic", url: second.url },
    ]);
    await using bridged = await Bridged.settled([first, second], { args: { players } });
    await bridged.refresh("attic");
    expect(await bridged.set("mute", "on")).toMatchObject({ outcome: "failed" });
    expect(first.traffic.count("setMuteVolume")).toBe(0);
    expect(first.traffic.requests.map(({ path }) => path)).toContain(
      operations.setLoopMode.paths[0]?.replace("{p}", "Zidoo"),
    );
    expect(await bridged.set("mute", "on", "attic")).toMatchObject({ outcome: "applied" });
  });
});
