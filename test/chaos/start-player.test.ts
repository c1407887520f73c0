import { describe, expect, it } from "vitest";
import { type Attempt, failuresBefore } from "./start-player.ts";

const told = { operation: "getState", isAnswered: true, isTrue: true } as const;
const nonsense = { operation: "getState", isAnswered: true, isTrue: false } as const;
const silence = { operation: undefined, isAnswered: false, isTrue: false } as const;

function failures(...attempts: readonly Omit<Attempt, "at">[]): number {
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
