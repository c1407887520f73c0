import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pauses } from "./pauses.ts";

describe("announced back-offs", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0, toFake: ["performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("end at the announced time, for each player and for the broker", () => {
    const pauses = new Pauses();
    pauses.hear({ player: "video", nextInMs: 4000 }, "player did not answer");
    pauses.hear({ nextInMs: 1000 }, "lost the connection to the broker, retrying");
    expect(pauses.endOf("video", 0)).toBe(4000);
    expect(pauses.endOf("broker", 0)).toBe(1000);
    expect(pauses.endOf("audio", 0)).toBe(Number.NEGATIVE_INFINITY);
  });

  it("do not include those that began later", () => {
    const pauses = new Pauses();
    pauses.hear({ player: "video", nextInMs: 800 }, "player did not answer");
    vi.advanceTimersByTime(800);
    pauses.hear({ player: "video", nextInMs: 1600 }, "player did not answer");
    expect(pauses.endOf("video", 799)).toBe(800);
    expect(pauses.endOf("video", 800)).toBe(2400);
  });

  it("end when the broker is reached, and still count up to then", () => {
    const pauses = new Pauses();
    pauses.hear({ nextInMs: 4000 }, "lost the connection to the broker, retrying");
    vi.advanceTimersByTime(3000);
    pauses.hear({}, "connected to the broker");
    expect(pauses.endOf("broker", 0)).toBe(3000);
  });

  it("are reported if they are too long or not a number", () => {
    const pauses = new Pauses();
    pauses.hear({ player: "video", nextInMs: 30_000 }, "player did not answer");
    expect(pauses.excessive).toEqual([]);
    pauses.hear({ player: "video", nextInMs: 30_001 }, "player did not answer");
    pauses.hear({ player: "video", nextInMs: undefined }, "player did not answer");
    expect(pauses.excessive).toHaveLength(2);
  });
});
