import { describe, expect, it } from "vitest";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { Bridged, type BridgedOptions } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

/**
 * All messages since then, except the outcomes of our own refreshes and the health, which is published every minute.
 */
function news(bridged: Bridged, since: number): string[] {
  const topics = bridged.subscriber.messages
    .slice(since)
    .map(({ topic }) => topic.replace("player2mqtt/", ""));
  return topics.filter(
    (topic) => !topic.endsWith("/set") && topic !== "den/result" && topic !== "bridge/health",
  );
}

/** A bridge that has published everything, the identity of its player included. */
async function settled(sim: Simulator, options: BridgedOptions = {}): Promise<Bridged> {
  const bridged = await Bridged.settled(sim, options);
  await bridged.identified();
  // What was seen and heard is published once the broker has had time to send what an earlier run kept.
  await until(() => bridged.payload("history") !== undefined);
  return bridged;
}

describe("a bridge whose player does not change", () => {
  it.each(["video", "audio", "idle"] as const)("publishes nothing (%s)", async (preset) => {
    await using sim = await startSimulator({ preset, now: () => 1_000_000 });
    await using bridged = await settled(sim);
    await bridged.refresh();
    const since = bridged.subscriber.messages.length;
    const asked = sim.traffic.count();
    for (let poll = 0; poll < 4; poll++) await bridged.refresh();
    expect(sim.traffic.count()).toBeGreaterThan(asked + 7);
    expect(news(bridged, since)).toEqual([]);
  });

  it("publishes changes and nothing else", async () => {
    await using sim = await startSimulator({ now: () => 1_000_000 });
    await using bridged = await settled(sim);
    await bridged.refresh();
    let since = bridged.subscriber.messages.length;
    sim.player.audio.renameInput("XMOS", "Renamed");
    await bridged.refresh();
    expect(news(bridged, since).toSorted()).toEqual(["den/audio/input/name", "den/audio/input/options"]);
    since = bridged.subscriber.messages.length;
    sim.player.video.pause();
    await bridged.refresh();
    expect(news(bridged, since).toSorted()).toEqual(["den/video/state", "den/video/status"]);
  });
});

describe("the position of a video", () => {
  const clock = fastClock(4);
  const intervalMs = 4000;
  const options = { clock, args: { "publish.positionIntervalMs": String(intervalMs) } };
  const position = "den/video/position";

  it("is published at most once per interval while it plays", async () => {
    const begun = clock.now();
    await using sim = await startSimulator(clock);
    await using bridged = await settled(sim, options);
    await until(async () => {
      await bridged.refresh();
      return bridged.subscriber.said(position).length >= 3;
    });
    const intervals = (clock.now() - begun) / intervalMs;
    expect(bridged.subscriber.said(position).length).toBeLessThanOrEqual(Math.floor(intervals) + 1);
  });
});
