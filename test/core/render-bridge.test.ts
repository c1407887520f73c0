import { describe, expect, it } from "vitest";
import { readRecord } from "../../src/core/topics/bridge-record.ts";
import {
  type BridgeHealth,
  type BridgeInfo,
  bridgeHealth,
  bridgeInfo,
  bridgeState,
} from "../../src/core/topics/render-bridge.ts";

const health: BridgeHealth = {
  uptimeSeconds: 60,
  memoryBytes: 70_000_000,
  published: 12,
  waiting: 0,
  waitingSeconds: 0,
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
    const { topic, payload, retain } = bridgeInfo("p", "bridge", info, 100_000);
    expect([topic, retain, JSON.parse(payload)]).toEqual(["p/bridge/info", true, info]);
  });

  it.each([
    ["by name", 100, false, { players: expect.any(Array) as unknown, leaving: ["gone-1", "gone-2"] }],
    ["by id", 4000, false, { players: expect.any(Array) as unknown, leaving: ["gone-1", "gone-2"] }],
    ["packed", 5000, true, { playersCount: 5000, packed: { leaving: "0gone-1 52" } }],
  ])("claims all of its players, %s, within the limit", (way, count, isLong, told) => {
    const ids = Array.from({ length: count }, (_, n) => {
      const id = `room-${n * 13}`;
      return isLong ? `${"hotel-of-the-long-corridors-".slice(0, 31 - id.length)}-${id}` : id;
    });
    const players = ids.map((id) => ({ id, name: `Zimmer für Gäste ${id}` }));
    const leaving = ["gone-1", "gone-2"];
    const { payload } = bridgeInfo("p", "bridge-1", { ...info, players, leaving }, 100_000);
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(100_000);
    const record = readRecord(payload);
    expect(record?.players.toSorted()).toEqual(ids.toSorted());
    expect(record).toMatchObject({ clientId: "p-host", leaving });
    expect(JSON.parse(payload)).toMatchObject(told);
    expect(payload.includes('"name"')).toBe(way === "by name");
  });

  it("claims all of its players while none is being cleared", () => {
    const { payload } = bridgeInfo("p", "bridge", info, 10);
    expect(readRecord(payload)).toEqual({ clientId: "p-host", players: ["tv"], leaving: [] });
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
