import { expect, it } from "vitest";
import { publicNameOf } from "../../src/core/resources/player.ts";
import { operations as deviceOperations, ownResources } from "../../src/families/zidoo/operations.ts";
import { zidooRules } from "../../src/families/zidoo/rules.ts";
import type { OperationName } from "../../simulator/zidoo/operations.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

const denials = ["status:801", "status:405", "http:404", "http:405"] as const;

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
