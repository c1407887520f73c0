import { describe, expect, it } from "vitest";
import { Deck, type DeckOptions } from "../../src/tools/simulator/zidoo/deck.ts";
import { handClock } from "./ask.ts";

function deckOf(lengthsMs: readonly number[], options: Partial<DeckOptions> = {}) {
  const clock = handClock();
  const entries = lengthsMs.map((durationMs, index) => ({ durationMs, title: `entry ${index}` }));
  const deck = new Deck(entries, { now: clock.now, state: "playing", atEnd: "stop", ...options });
  return { deck, clock };
}

describe("a playing deck", () => {
  it("advances its position with the injected time", () => {
    const { deck, clock } = deckOf([5000]);
    clock.pass(1200);
    expect(deck.positionMs).toBe(1200);
  });

  it("continues with the next entry at the end of one, and carries the remaining time over", () => {
    const { deck, clock } = deckOf([1000, 2000, 3000]);
    clock.pass(3500);
    expect([deck.index, deck.positionMs, deck.current?.title]).toEqual([2, 500, "entry 2"]);
  });

  it("stops at the end of its list", () => {
    const { deck, clock } = deckOf([1000, 2000]);
    clock.pass(60_000);
    expect([deck.state, deck.index, deck.positionMs, deck.current]).toEqual(["stopped", 1, 0, undefined]);
  });

  it("starts its list again if configured to", () => {
    const { deck, clock } = deckOf([1000, 2000], { atEnd: "restart" });
    clock.pass(3400);
    expect([deck.state, deck.index, deck.positionMs]).toEqual(["playing", 0, 400]);
  });

  it("stays with an entry of unknown length", () => {
    const { deck, clock } = deckOf([0, 1000]);
    clock.pass(90_000);
    expect([deck.index, deck.positionMs]).toEqual([0, 90_000]);
  });

  it("does not run backwards with the time", () => {
    const { deck, clock } = deckOf([5000]);
    clock.pass(1000);
    expect(deck.positionMs).toBe(1000);
    clock.pass(-500);
    expect(deck.positionMs).toBe(1000);
  });
});

describe("the controls of a deck", () => {
  it("pause holds the position, and play resumes from it", () => {
    const { deck, clock } = deckOf([5000]);
    clock.pass(1000);
    deck.pause();
    clock.pass(1000);
    expect([deck.state, deck.positionMs]).toEqual(["paused", 1000]);
    deck.play();
    clock.pass(500);
    expect([deck.state, deck.positionMs]).toEqual(["playing", 1500]);
  });

  it("stop returns to the beginning of the entry, and a pause afterwards has no effect", () => {
    const { deck, clock } = deckOf([1000, 5000]);
    clock.pass(2000);
    deck.stop();
    deck.pause();
    expect([deck.state, deck.index, deck.positionMs]).toEqual(["stopped", 1, 0]);
  });

  it("seek sets the position, never before the beginning", () => {
    const { deck, clock } = deckOf([5000]);
    deck.seek(3000);
    clock.pass(100);
    expect(deck.positionMs).toBe(3100);
    deck.seek(-1);
    expect(deck.positionMs).toBe(0);
  });

  it("skip moves forward and back, but not before the first entry", () => {
    const { deck, clock } = deckOf([1000, 1000, 1000]);
    clock.pass(300);
    deck.skip(2);
    expect([deck.index, deck.positionMs]).toEqual([2, 0]);
    deck.skip(-5);
    expect(deck.index).toBe(0);
  });

  it("skip past the last entry ends the playback", () => {
    const { deck } = deckOf([1000]);
    deck.skip();
    expect(deck.state).toBe("stopped");
  });

  it("playEntry plays a chosen entry and refuses one that does not exist", () => {
    const { deck } = deckOf([1000, 1000], { state: "stopped" });
    deck.playEntry(1);
    expect([deck.state, deck.current?.title]).toEqual(["playing", "entry 1"]);
    expect(() => deck.playEntry(2)).toThrow("No entry 2 in 2");
  });
});

describe("the list of a deck", () => {
  it("is stopped and has no index while it is empty, whatever control is used", () => {
    const { deck } = deckOf([]);
    deck.play();
    expect([deck.state, deck.index, deck.current]).toEqual(["stopped", -1, undefined]);
  });

  it("can be edited without disturbing playback", () => {
    const { deck, clock } = deckOf([1000, 2000]);
    clock.pass(1500);
    deck.edit((entries) => [{ durationMs: 700, title: "new" }, ...entries]);
    expect([deck.index, deck.positionMs, deck.current?.title]).toEqual([2, 500, "entry 1"]);
  });

  it("moves to the entry that replaces a removed one", () => {
    const { deck, clock } = deckOf([1000, 2000, 3000]);
    clock.pass(1500);
    deck.edit((entries) => entries.filter(({ title }) => title !== "entry 1"));
    expect([deck.index, deck.positionMs, deck.current?.title]).toEqual([1, 0, "entry 2"]);
  });

  it("stops when all entries are removed", () => {
    const { deck } = deckOf([1000]);
    deck.edit(() => []);
    expect([deck.state, deck.index]).toEqual(["stopped", -1]);
  });

  it("can have one entry changed while it plays", () => {
    const { deck, clock } = deckOf([1000, 1000]);
    clock.pass(400);
    deck.update(0, { title: "renamed" });
    expect([deck.current?.title, deck.positionMs]).toEqual(["renamed", 400]);
  });

  it("increases its revision for every change except the position", () => {
    const { deck, clock } = deckOf([1000, 1000]);
    const before = deck.revision;
    clock.pass(500);
    deck.seek(600);
    expect(deck.revision).toBe(before);
    clock.pass(500);
    expect(deck.revision).toBeGreaterThan(before);
  });
});
