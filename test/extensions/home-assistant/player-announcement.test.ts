import { describe, expect, it } from "vitest";
import type { AnnouncedTopic } from "../../../src/extensions/home-assistant/announced-topic.ts";
import { having } from "../../core/samples.ts";
import { problemsOf } from "../../home-assistant/check-payload.ts";
import {
  birth,
  bridgeDevice,
  byMac,
  filmByMac,
  deviceOf,
  keysIn,
  startBench,
  nothingKnown,
  seconds,
  settledBench,
} from "../../home-assistant/discovery-bench.ts";
import { everything, model, unannounced, withFirmware } from "../../home-assistant/players.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { incoming } from "../../support/bridge/incoming.ts";
import { sessionWith } from "../../core/session-with.ts";

const renewed = withFirmware("v2");

describe("a player", () => {
  it("is announced after the bridge, once its families are known", async () => {
    const bench = startBench();
    bench.publish("cinema", nothingKnown);
    await bench.connect();
    const announcements = bench.broker.messages.filter(({ topic }) => topic.endsWith("/config"));
    expect(announcements.map(({ topic }) => topic)).toEqual([bridgeDevice]);
    bench.publish("cinema", everything);
    const payload = JSON.parse(bench.broker.retained.get(byMac) ?? "");
    expect(problemsOf(payload)).toEqual([]);
    expect(payload.device.name).toBe("Cinema");
    await bench.clock.advance(seconds(2));
    expect(bench.log.lines).toMatchObject([{ message: "player is announced to Home Assistant" }]);
  });

  it("counts as announced once the broker has taken an announcement, however often it refused one", async () => {
    const bench = startBench();
    await bench.connect();
    for (const firmware of ["v1", "v2"]) {
      bench.publish("cinema", withFirmware(firmware));
      bench.homeAssistant.refused(byMac);
      await bench.clock.advance(seconds(60));
      expect(bench.log.lines).toEqual([]);
    }
    bench.publish("cinema", everything);
    await bench.clock.advance(seconds(60));
    expect(bench.log.lines).toMatchObject([{ message: "player is announced to Home Assistant" }]);
  });

  it("is announced without a family that does not answer for a long time", async () => {
    const bench = startBench();
    await bench.connect();
    bench.publish("cinema", having(everything, { video: { support: "unknown" } }));
    await bench.clock.advance(seconds(9));
    expect(bench.broker.payloads(byMac)).toEqual([]);
    await bench.clock.advance(seconds(2));
    expect(keysIn(bench.broker.payloads(byMac)[0])).not.toContain("video_state");
    bench.publish("cinema", everything);
    await bench.clock.advance(seconds(2));
    expect(keysIn(bench.broker.retained.get(byMac))).toContain("video_state");
  });

  it("is announced once it was asked for everything, at most a minute after it is there", async () => {
    const unread = { support: "unknown", triedAt: Number.NEGATIVE_INFINITY } as const;
    const half = sessionWith(having(everything, { apps: unread }), { availability: "online" });
    for (const [laterState, afterSeconds] of [
      [everything, 0],
      [half, 40],
    ] as const) {
      const bench = startBench();
      await bench.connect();
      bench.publish("cinema", half);
      await bench.clock.advance(seconds(30));
      expect(bench.broker.payloads(byMac).length).toBe(0);
      bench.publish("cinema", laterState);
      await bench.clock.advance(seconds(afterSeconds));
      expect(bench.broker.payloads(byMac).length).toBe(1);
    }
  });

  it("that is complete is written at once, and not again after the wait", async () => {
    const clock = new FakeClock();
    let updates = 0;
    const topic = { update: () => (updates += 1) } as unknown as AnnouncedTopic;
    const announcement = unannounced({ clock, open: () => topic }, () => everything);
    announcement.assign("player2mqtt_cinema");
    announcement.update();
    const atOnce = updates;
    await clock.advance(seconds(60));
    // The player and its film.
    expect([atOnce, updates]).toEqual([2, 2]);
  });

  it("with a configured MAC is announced even while offline", async () => {
    const bench = startBench({ players: [{ id: "cinema", name: "Cinema", mac: "80:0a:80:5e:00:53" }] });
    await bench.connect();
    bench.publish("cinema", nothingKnown);
    await bench.clock.advance(seconds(12));
    expect(keysIn(bench.broker.retained.get(byMac))).toEqual([
      "connectivity",
      "refresh",
      "command_outcome",
      "last_outcome",
    ]);
  });

  it("with another player's MAC gets its identity from its id", async () => {
    const players = [
      { id: "cinema", name: "Cinema" },
      { id: "clone", name: "Clone" },
    ];
    const bench = startBench({ players });
    await bench.connect();
    bench.publish("cinema", everything);
    bench.publish("clone", everything);
    // A shared MAC would merge the two devices.
    expect(bench.broker.retained.get(deviceOf("player2mqtt_clone"))).not.toContain('"connections"');
    expect(bench.broker.retained.get(byMac)).toContain('"connections"');
  });

  it("is republished at most every two seconds, and the last change wins", async () => {
    const bench = await settledBench();
    const moments: number[] = [];
    bench.broker.listen(({ topic }) => {
      if (topic === byMac) moments.push(bench.clock.now());
    });
    for (let round = 0; round < 40; round++) {
      bench.publish("cinema", withFirmware(`v${round}`));
      await bench.clock.advance(100);
    }
    await bench.clock.advance(seconds(10));
    expect(moments.length).toBeGreaterThan(1);
    for (const [index, at] of moments.entries())
      expect(at - (moments[index - 1] ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(bench.broker.retained.get(byMac)).toContain('"sw_version":"v39"');
  });

  it("with a payload that is too large is not announced, and reported by the link to the broker", async () => {
    const bench = startBench();
    await bench.connect();
    bench.broker.maxPayloadBytes = 1000;
    bench.publish("cinema", everything);
    bench.publish("cinema", renewed);
    await bench.clock.advance(seconds(10));
    expect(bench.broker.retained.has(byMac)).toBe(false);
    expect(bench.broker.tooLarge).toEqual([byMac, filmByMac]);
    expect(bench.log.lines).toEqual([]);
  });

  it("whose payload has become too large is announced no more, until it fits again", async () => {
    const bench = await settledBench();
    bench.broker.maxPayloadBytes = 1000;
    bench.publish("cinema", renewed);
    expect([bench.broker.retained.has(byMac), bench.broker.tooLarge]).toEqual([false, [byMac]]);
    bench.homeAssistant.received(incoming(byMac, ""));
    await bench.clock.advance(seconds(10));
    expect(bench.log.lines.filter(({ message }) => message.includes("was deleted"))).toEqual([]);
    bench.broker.maxPayloadBytes = 100_000;
    bench.publish("cinema", sessionWith(renewed, { activeUntil: 1, player: { ...renewed.player, model } }));
    await bench.clock.advance(seconds(10));
    expect(bench.broker.retained.get(byMac)).toContain('"select"');
    expect(bench.broker.tooLarge).toEqual([]);
  });

  it("stays announced while nothing changes, also where the payload would be too large now", async () => {
    const bench = await settledBench();
    const before = bench.broker.retained.get(byMac);
    bench.broker.maxPayloadBytes = 1000;
    bench.homeAssistant.received(incoming(birth, "online"));
    await bench.clock.advance(seconds(10));
    expect([bench.broker.retained.get(byMac), bench.broker.tooLarge]).toEqual([before, []]);
  });
});
