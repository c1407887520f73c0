import { expect, it } from "vitest";
import { DepartedPlayers } from "../../../src/bridge/clean-up/departed-players.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { incoming } from "../../support/bridge/incoming.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";

function startBench() {
  const [clock, broker] = [new FakeClock(), new RecordingBroker()];
  const bench = { clock, broker, isHeld: true, isWanted: false, isListComplete: true };
  const departed = new DepartedPlayers(
    {
      base: "base",
      broker,
      clock,
      log: new MemoryLog(),
      extensions: new Set([{ holds: () => bench.isHeld }]),
      isListComplete: () => bench.isListComplete,
      events: { departedChanged: () => {} },
    },
    () => bench.isWanted,
  );
  departed.connected();
  departed.add(["den"]);
  return Object.assign(bench, { departed });
}

it("keeps the topics of a departed player until no extension holds them, and clears them after that", async () => {
  const bench = startBench();
  const { broker, clock, departed } = bench;
  const cleared = (): boolean => broker.messages.some(({ payload }) => payload === "");
  expect(broker.retained.get("base/den/availability")).toBe("offline");
  await clock.advance(20_000);
  expect([cleared(), departed.ids]).toEqual([false, ["den"]]);
  bench.isHeld = false;
  await clock.advance(2000);
  expect(cleared()).toBe(false);
  await clock.advance(2000);
  expect(cleared()).toBe(true);
  // A slow broker delivers a page of the queue.
  departed.received(incoming("base/den/music/queue/pages/7", "[]"));
  expect(broker.messages.at(-1)).toMatchObject({ topic: "base/den/music/queue/pages/7", payload: "" });
  await clock.advance(2000);
  expect(departed.ids).toEqual(["den"]);
  await clock.advance(2000);
  expect([departed.ids, clock.pending]).toEqual([[], 0]);
});

it.each([false, true])(
  "clears the settings that a departed player left, unless it is back (%s)",
  async (isBack) => {
    const bench = startBench();
    const { broker, clock, departed } = bench;
    departed.received(incoming("base/den/settings/gain", "Middle"));
    departed.received(incoming("base/den/settings/gain/title", "Gain"));
    departed.received(incoming("base/study/settings/gain", "Low"));
    await clock.advance(20_000);
    expect(broker.payloads("base/den/settings/gain")).toEqual([]);
    bench.isHeld = false;
    bench.isWanted = isBack;
    await clock.advance(6000);
    for (const leaf of ["gain", "gain/title", "gain/options"])
      expect(broker.payloads(`base/den/settings/${leaf}`)).toEqual(isBack ? [] : [""]);
    expect(broker.payloads("base/study/settings/gain")).toEqual([]);
  },
);

it("begins anew with each connection, and only tells of a player that may be found again that it is offline", async () => {
  const bench = startBench();
  const { broker, clock, departed } = bench;
  const said = (): string[] => broker.payloads("base/den/availability");
  bench.isHeld = false;
  await clock.advance(3000);
  departed.disconnected();
  expect([clock.pending, said()]).toEqual([0, ["offline"]]);
  departed.connected();
  await clock.advance(3900);
  expect(said()).toEqual(["offline", "offline"]);
  await clock.advance(2100);
  expect([departed.ids, said()]).toEqual([[], ["offline", "offline", ""]]);
  bench.isListComplete = false;
  departed.add(["den"]);
  expect([departed.ids, said().at(-1), clock.pending]).toEqual([[], "offline", 0]);
  departed.disconnected();
  const before = said().length;
  departed.add(["den"]);
  expect(said().slice(before)).toEqual([]);
  for (const isBack of [false, false, true, false]) {
    bench.isWanted = isBack;
    departed.connected();
    await clock.advance(10_000);
    departed.disconnected();
  }
  expect([said().slice(before), clock.pending]).toEqual([["offline", "offline"], 0]);
});
