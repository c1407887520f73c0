import { connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Ledger } from "./ledger.ts";
import { Random } from "./random.ts";
import { type Attempt, failuresBefore, PlayerSlot } from "./start-player.ts";

const told = { operation: "getState", isAnswered: true, isTrue: true } as const;
const nonsense = { operation: "getState", isAnswered: true, isTrue: false } as const;
const silence = { operation: undefined, isAnswered: false, isTrue: false } as const;

function failures(...attempts: readonly Pick<Attempt, "operation" | "isAnswered" | "isTrue">[]): number {
  return failuresBefore(
    attempts.map((attempt, at) => ({ ...attempt, at })),
    attempts.length,
  );
}

describe("the failures of a player, which decide its rest", () => {
  it("are those since it told the truth", () => {
    expect(failures()).toBe(0);
    expect(failures(silence, told)).toBe(0);
    expect(failures(told, silence, silence)).toBe(2);
  });

  it("do not end with nonsense: a player that is offline stays so until it sends a valid answer", () => {
    expect(failures(told, silence, silence, silence, nonsense, silence)).toBe(5);
  });

  it("are counted up to a moment", () => {
    const attempts = [silence, silence, told].map((attempt, at) => ({ ...attempt, at }));
    expect(failuresBefore(attempts, 2)).toBe(2);
  });
});

describe("a player that could not tell what is polled rarely", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const start = (): Promise<PlayerSlot> => PlayerSlot.start("audio", new Random(1), new Ledger(() => 0));
  /** A request that is reset, whatever it was going to ask. */
  const ask = async (slot: PlayerSlot): Promise<void> => {
    const socket = connect(Number(new URL(slot.household.url).port), "127.0.0.1");
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("close", resolve));
  };
  const at = (ms: number): void => void vi.spyOn(performance, "now").mockReturnValue(ms);

  it("has misled nobody as long as it answers", async () => {
    await using slot = await start();
    expect(slot.isMisled).toBe(false);
  });

  it("must have been asked again after a minute, and twice as long after each repetition that fails", async () => {
    await using slot = await start();
    at(1000);
    await slot.die();
    await ask(slot);
    expect(slot.isMisled).toBe(true);
    at(70_999);
    expect(slot.isMisled).toBe(true);
    at(71_000);
    expect(slot.isMisled).toBe(false);
    await ask(slot);
    at(71_000 + 129_999);
    expect(slot.isMisled).toBe(true);
    at(71_000 + 130_000);
    expect(slot.isMisled).toBe(false);
  });
});
