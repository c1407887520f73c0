import { expect } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";

const clock = fastClock(50);

/** The levels that the player was set to, oldest first. */
function levels(sim: Awaited<ReturnType<typeof startSimulator>>): number[] {
  return sim.traffic.requests
    .filter(({ operation }) => operation === "setDevicesVolume")
    .map(({ query }) => Number(new URLSearchParams(query).get("volume")));
}

const outcomesOf = (bridged: Bridged): string[] =>
  bridged.subscriber.results.map(({ command, request, outcome }) => `${command} ${request}: ${outcome}`);

const it = withBridge({ ...clock, preset: "audio" }, { clock });

it("the volume fades, what plays is paused, and the volume is given back", async ({ sim, bridged }) => {
  expect(bridged.json("info")).toMatchObject({ controls: { sleep: "supported" } });
  expect(await bridged.set("sleep", "2")).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("sleep", "2");
  await bridged.waitFor("sleep", "1");
  await bridged.waitFor("note", undefined);
  const set = levels(sim);
  expect(set.at(-1)).toBe(60);
  const faded = set.slice(0, -1);
  expect(faded.length).toBeGreaterThan(5);
  expect(faded).toEqual(faded.toSorted((a, b) => b - a));
  expect(Math.min(...faded)).toBeLessThan(15);
  expect([sim.player.music.state, sim.player.volume?.level]).toEqual(["paused", 60]);
  await bridged.waitFor("note", undefined);
  expect(outcomesOf(bridged)).toContain("music/playback pause: applied");
  await until(() => outcomesOf(bridged).includes("volume/level =60: applied"));
  // Paused before it becomes loud again.
  const acts = sim.traffic.requests.map(({ operation }) => operation);
  expect(acts.lastIndexOf("playOrPause")).toBeLessThan(acts.lastIndexOf("setDevicesVolume"));
});

it("switches the player off with controls.sleepOff", async () => {
  await using sim = await startSimulator({ ...clock, preset: "audio", wakePort: 0 });
  await using bridged = await Bridged.settled(sim, { clock, args: { "controls.sleepOff": "true" } });
  await bridged.set("sleep", "1");
  await bridged.waitFor("availability", "offline");
  await bridged.waitFor("sleep", undefined);
  expect(sim.player.volume?.level).toBe(60);
  expect(outcomesOf(bridged)).toContain("power off: applied");
});
