import { describe, expect, it } from "vitest";
import { playerPayload } from "../../src/extensions/home-assistant/discovery/payload.ts";
import { having } from "../core/samples.ts";
import { bridgeDevice, byId, byMac, deviceOf, incoming, live, seconds, settledLife } from "./life.ts";
import { everything, target } from "./players.ts";

describe("a broker", () => {
  it("that lost everything gets everything again", async () => {
    const life = await settledLife();
    life.homeAssistant.disconnected();
    life.broker.retained.clear();
    life.broker.published.splice(0);
    await life.connect();
    await life.clock.advance(seconds(5));
    expect([life.broker.on(bridgeDevice).length, life.broker.on(byMac).length]).toEqual([1, 1]);
  });

  it("that kept everything gets only the bridge's announcement again", async () => {
    const life = await settledLife();
    life.homeAssistant.disconnected();
    life.broker.published.splice(0);
    await life.connect();
    await life.clock.advance(seconds(5));
    expect(life.broker.published.map(({ topic }) => topic)).toEqual([
      "player2mqtt-discovery/player2mqtt_bridge",
    ]);
  });

  it("gets the changes made during a disconnect once its retained messages are read", async () => {
    const life = await settledLife();
    life.homeAssistant.disconnected();
    life.tell("cinema", having(everything, { video: { support: "unsupported" } }));
    await life.clock.advance(seconds(60));
    expect(life.broker.on(byMac)).toHaveLength(1);
    await life.connect();
    expect(life.broker.on(byMac).at(-1)).toContain('"video_state":{"platform":"sensor"}');
  });

  it("is not sent anything while it still delivers retained messages", async () => {
    const life = live();
    life.homeAssistant.connected();
    for (let round = 0; round < 5; round++) {
      await life.clock.advance(1500);
      life.homeAssistant.received(incoming(deviceOf(`other${round}`), "{}", true));
    }
    expect(life.broker.published).toEqual([]);
    await life.clock.advance(2000);
    expect(life.broker.on(bridgeDevice)).toHaveLength(1);
  });

  it("loses a stale announcement that appears with a later connection", async () => {
    const life = await settledLife();
    life.homeAssistant.disconnected();
    const payload = playerPayload({ ...target, id: "cinema", identity: "player2mqtt_cinema" }, everything);
    life.broker.retained.set(byId, JSON.stringify(payload));
    await life.connect();
    expect(life.broker.retained.has(byId)).toBe(false);
  });
});
