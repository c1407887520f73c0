import { expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

/** What has no value of its own, so that `outcomes.test.ts` does not try it. */
it.each([
  ["music", "next", "playNext", "music/queue", /"current":1/],
  ["music", "next previous", "playLast", "music/queue", /"current":0/],
  ["video", "next-chapter", "changevideo", "video/position", /^60$/],
  ["video", "next", "changevideo", "video/title", /^Moss/],
  ["video", "stop", "changeStatus", "video/state", /^idle$/],
] as const)("the playback of %s takes %s by %s, once", async (kind, words, operation, topic, shown) => {
  await using sim = await startSimulator({
    preset: kind === "music" ? "audio" : "video",
    now: () => 1_000_000,
  });
  await using bridged = await Bridged.settled(sim);
  for (const word of words.split(" "))
    expect(await bridged.set(`${kind}/playback`, word)).toMatchObject({ outcome: "applied" });
  await until(() => shown.test(bridged.payload(topic) ?? ""));
  expect(sim.traffic.count(operation)).toBe(1);
});
