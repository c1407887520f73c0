import { expect, it } from "vitest";
import type { PlayerView } from "../../../src/bridge/extension.ts";
import { PlayerStats } from "../../../src/core/session/counters.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import { HealthReport } from "../../../src/extensions/self-report/health-report.ts";
import { having, settled } from "../../core/samples.ts";
import { BridgeBench, mqtt } from "../../support/bridge/bridge-bench.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { FakeClock } from "../../support/fake-clock.ts";

it("reports soon that a player is online which was removed and added again", async () => {
  await using bench = new BridgeBench({ den: {} });
  bench.bridge.connected(mqtt);
  await bench.clock.advance(5000);
  const isOnline = (): boolean =>
    (bench.said("health") as { players: Record<string, { availability: string }> }).players["den"]
      ?.availability === "online";
  expect(isOnline()).toBe(true);
  await bench.bridge.arrange([]);
  await bench.clock.advance(3000);
  expect(isOnline()).toBe(false);
  await bench.bridge.arrange([bench.player("den")]);
  await bench.clock.advance(3000);
  expect(isOnline()).toBe(true);
});

it("publishes its health with that of each player every minute, and without them where that is too large", async () => {
  const [broker, clock, log] = [new RecordingBroker(), new FakeClock(), new MemoryLog()];
  const stats = { polls: 100, unchanged: 90, failures: 1, malformed: 2, latencyMs: 20.26, commands: 3 };
  const state = having(settled(), { audio: { unanswered: { since: 0, failures: 9, isLost: false } } });
  const players = [
    { id: "tv", state, stats: { ...stats, lastAnswerAt: clock.now() } },
    { id: "den", state: newSession(0), stats: new PlayerStats() },
  ] as unknown as PlayerView[];
  const tooLarge = Array.from({ length: 30 }, (_, index) => `p/den/${index}`);
  Object.assign(broker, { waiting: 4, waitingMs: 2600, dropped: 5, tooLarge });
  const report = new HealthReport({
    base: "p",
    bridge: "bridge",
    broker,
    clock,
    log,
    players: () => players,
    history: () => ({ dropped: 6 }),
  });
  await clock.advance(120_000);
  broker.maxPayloadBytes = 500;
  await clock.advance(60_000);
  report.stop();
  const healthAt = (minute: number) => ({
    uptimeSeconds: 60 * minute,
    memoryBytes: expect.any(Number),
    published: minute - 1,
    waiting: 4,
    waitingSeconds: 3,
    dropped: 5,
    tooLarge: tooLarge.slice(0, 20),
    history: { dropped: 6 },
  });
  const silent = { polls: 0, unchanged: 0, failures: 0, malformed: 0, latencyMs: null };
  const { commands: _, ...told } = { ...stats, latencyMs: 20.3 };
  const playersAt = (minute: number) => ({
    tv: { availability: "online", lastAnswerSeconds: 60 * minute, unanswered: ["audio"], ...told },
    den: { availability: "unknown", lastAnswerSeconds: null, ...silent },
  });
  const messages = broker.messages.map(({ payload, ...one }) => ({ ...one, payload: JSON.parse(payload) }));
  expect(messages).toEqual(
    [
      { ...healthAt(1), players: playersAt(1) },
      { ...healthAt(2), players: playersAt(2) },
      { ...healthAt(3), playersCount: 2 },
    ].map((payload) => ({ topic: "p/bridge/health", payload, retain: true, qos: 0 })),
  );
  expect(clock.pending).toBe(0);
});
