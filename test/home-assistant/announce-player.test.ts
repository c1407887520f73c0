import { describe, expect, it } from "vitest";
import { having } from "../core/samples.ts";
import { problemsOf } from "./check-payload.ts";
import { FakeHomeAssistant } from "./fake-home-assistant.ts";
import { bridgeDevice, byMac, deviceOf, keysIn, live, nothingKnown, seconds, settledLife } from "./life.ts";
import { everything, model } from "./players.ts";

describe("a player", () => {
  it("is announced after the bridge, once its families are known", async () => {
    const life = live();
    life.tell("cinema", nothingKnown);
    await life.connect();
    const announcements = life.broker.published.filter(({ topic }) => topic.endsWith("/config"));
    expect(announcements.map(({ topic }) => topic)).toEqual([bridgeDevice]);
    life.tell("cinema", everything);
    const payload = JSON.parse(life.broker.retained.get(byMac) ?? "");
    expect(problemsOf(payload)).toEqual([]);
    expect(payload.device.name).toBe("Cinema");
    await life.clock.advance(seconds(2));
    expect(life.log.lines).toEqual(["info: player is announced to Home Assistant"]);
  });

  it("does not count as announced if the broker refused the announcement", async () => {
    const life = live();
    await life.connect();
    life.tell("cinema", everything);
    life.homeAssistant.refused(byMac);
    await life.clock.advance(seconds(60));
    expect(life.log.lines).toEqual([]);
  });

  it("is announced without a family that does not answer for a long time", async () => {
    const life = live();
    await life.connect();
    life.tell("cinema", having(everything, { video: { support: "unknown" } }));
    await life.clock.advance(seconds(9));
    expect(life.broker.on(byMac)).toEqual([]);
    await life.clock.advance(seconds(2));
    expect(keysIn(life.broker.on(byMac)[0])).not.toContain("video_state");
    life.tell("cinema", everything);
    await life.clock.advance(seconds(2));
    expect(keysIn(life.broker.retained.get(byMac))).toContain("video_state");
  });

  it("is not announced before it has reported its model", async () => {
    const life = live();
    await life.connect();
    life.tell("cinema", nothingKnown);
    await life.clock.advance(seconds(3600));
    const topics = life.broker.published
      .map(({ topic }) => topic)
      .filter((topic) => topic.endsWith("/config"));
    expect(topics).toEqual([bridgeDevice]);
  });

  it("with a configured MAC is announced even while offline", async () => {
    const life = live({ players: [{ id: "cinema", name: "Cinema", mac: "80:0a:80:5e:00:53" }] });
    await life.connect();
    life.tell("cinema", nothingKnown);
    await life.clock.advance(seconds(12));
    expect(keysIn(life.broker.retained.get(byMac))).toEqual([
      "connectivity",
      "refresh",
      "command_outcome",
      "last_outcome",
    ]);
  });

  it("that is not configured is ignored", async () => {
    const life = live();
    await life.connect();
    life.tell("unknown", everything);
    expect(life.broker.on(byMac)).toEqual([]);
  });

  it("with another player's MAC gets its identity from its id", async () => {
    const players = [
      { id: "cinema", name: "Cinema" },
      { id: "clone", name: "Clone" },
    ];
    const life = live({ players });
    await life.connect();
    life.tell("cinema", everything);
    life.tell("clone", everything);
    // A shared MAC would merge the two devices.
    expect(life.broker.retained.get(deviceOf("player2mqtt_clone"))).not.toContain('"connections"');
    expect(life.broker.retained.get(byMac)).toContain('"connections"');
  });

  it("is republished at most every two seconds, and the last change wins", async () => {
    const life = await settledLife();
    life.broker.published.splice(0);
    for (let round = 0; round < 40; round++) {
      const firmware = `v${round}`;
      life.tell("cinema", { ...everything, player: { ...everything.player, model: { ...model, firmware } } });
      await life.clock.advance(100);
    }
    await life.clock.advance(seconds(10));
    const moments = life.broker.published.filter(({ topic }) => topic === byMac).map(({ at }) => at);
    expect(moments.length).toBeGreaterThan(1);
    for (const [index, at] of moments.entries())
      expect(at - (moments[index - 1] ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(life.broker.retained.get(byMac)).toContain('"sw_version":"v39"');
  });

  it("without changes is not announced again", async () => {
    const life = await settledLife();
    life.tell("cinema", { ...everything, activeUntil: 1 });
    life.tell("cinema", { ...everything, player: { ...everything.player, model: { ...model } } });
    await life.clock.advance(seconds(10));
    expect(life.broker.on(byMac)).toHaveLength(1);
  });

  it("that lost a family loses its entities: first by a tombstone, then by omission", async () => {
    const life = await settledLife();
    const home = new FakeHomeAssistant(life.broker, life.clock, () => 300);
    life.broker.listen((message) => {
      home.receive(message);
    });
    home.receive({ topic: byMac, payload: life.broker.retained.get(byMac) ?? "", retain: true, qos: 1 });
    await life.clock.advance(seconds(3));
    expect(home.components.has("video_state")).toBe(true);
    life.tell("cinema", having(everything, { video: { support: "unsupported" } }));
    expect(life.broker.on(byMac).at(-1)).toContain('"video_state":{"platform":"sensor"}');
    await life.clock.advance(seconds(5));
    expect(keysIn(life.broker.retained.get(byMac))).not.toContain("video_state");
    expect(home.components.has("video_state")).toBe(false);
    expect(home.components.has("input")).toBe(true);
  });

  it("with a payload that is too large is not announced, and the log says so once", async () => {
    const life = live();
    await life.connect();
    life.broker.maxPayloadBytes = 1000;
    life.tell("cinema", everything);
    life.tell("cinema", {
      ...everything,
      player: { ...everything.player, model: { ...model, firmware: "v2" } },
    });
    await life.clock.advance(seconds(10));
    expect(life.broker.on(byMac)).toEqual([]);
    expect(life.log.lines.filter((line) => line.startsWith("warn"))).toHaveLength(1);
  });
});
