import { expect, it } from "vitest";
import { DepartedPlayers } from "../../src/bridge/clean-up/departed-players.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { RecordingBroker } from "../support/bridge/recording-broker.ts";

it("keeps the topics of a departed player until no extension holds them, and clears them after that", async () => {
  const [clock, broker] = [new FakeClock(), new RecordingBroker()];
  let isHeld = true;
  const departed = new DepartedPlayers({
    base: "base",
    broker,
    clock,
    log: new MemoryLog(),
    isHeld: () => isHeld,
    isWanted: () => false,
    isListComplete: () => true,
    onChanged: () => {},
  });
  const cleared = (): boolean => broker.messages.some(({ payload }) => payload === "");
  departed.connected();
  departed.add(["den"]);
  expect(broker.retained.get("base/den/availability")).toBe("offline");
  await clock.advance(20_000);
  expect([cleared(), departed.ids]).toEqual([false, ["den"]]);
  isHeld = false;
  await clock.advance(2000);
  expect(cleared()).toBe(false);
  await clock.advance(2000);
  expect(cleared()).toBe(true);
  await clock.advance(2000);
  expect([departed.ids, clock.pending]).toEqual([[], 0]);
});
