import { describe, expect, it } from "vitest";
import {
  type BridgeHealth,
  type BridgeInfo,
  bridgeHealth,
  bridgeInfo,
  bridgeState,
} from "../../src/core/render-bridge.ts";

const health: BridgeHealth = {
  uptimeSeconds: 60,
  memoryBytes: 70_000_000,
  published: 12,
  waiting: 0,
  dropped: 0,
  players: {
    tv: {
      availability: "online",
      lastAnswerSeconds: 1,
      polls: 100,
      unchanged: 90,
      failures: 1,
      malformed: 0,
      latencyMs: 20,
    },
  },
};

describe("what the bridge says about itself", () => {
  it.each(["online", "offline"] as const)("is %s in plain text, retained and with QoS 1", (state) => {
    expect(bridgeState("p", "bridge", state)).toEqual({
      topic: "p/bridge/state",
      payload: state,
      retain: true,
      qos: 1,
    });
  });

  it("tells the facts as JSON", () => {
    const info: BridgeInfo = {
      version: "1.2.3",
      startedAt: "2026-01-01T00:00:00.000Z",
      mqtt: {
        protocol: "5",
        clientId: "p-host",
        maximumPacketBytes: 100_000,
        maximumQos: 1,
        retainAvailable: true,
        receiveMaximum: 20,
      },
      players: [{ id: "tv", name: "TV" }],
    };
    const { topic, payload, retain } = bridgeInfo("p", "bridge", info);
    expect([topic, retain, JSON.parse(payload)]).toEqual(["p/bridge/info", true, info]);
  });

  it("tells its health with that of each player", () => {
    const { topic, payload } = bridgeHealth("p", "bridge", health, 100_000);
    expect([topic, JSON.parse(payload)]).toEqual(["p/bridge/health", health]);
  });

  it("counts the players where they are too many to be told one by one", () => {
    const { players: _players, ...rest } = health;
    expect(JSON.parse(bridgeHealth("p", "bridge", health, 100).payload)).toEqual({
      ...rest,
      playersCount: 1,
    });
  });
});
