import { describe, expect, it } from "vitest";
import { PlayQueue, type PlayQueueOptions } from "../../../simulator/zidoo/play-queue.ts";
import { handClock } from "../ask.ts";

function queueOf(lengthsMs: readonly number[], options: Partial<PlayQueueOptions> = {}) {
  const clock = handClock();
  const entries = lengthsMs.map((durationMs, index) => ({ durationMs, title: `entry ${index}` }));
  const queue = new PlayQueue(entries, { now: clock.now, state: "playing", atEnd: "stop", ...options });
  return { queue, clock };
}

describe("a playing queue", () => {
  it("advances its position with the injected time", () => {
    const { queue, clock } = queueOf([5000]);
    clock.pass(1200);
    expect(queue.positionMs).toBe(1200);
  });

  it("continues with the next entry at the end of one, and carries the remaining time over", () => {
    const { queue, clock } = queueOf([1000, 2000, 3000]);
    clock.pass(3500);
    expect([queue.index, queue.positionMs, queue.current?.title]).toEqual([2, 500, "entry 2"]);
  });

  it("stops at the end of its list", () => {
    const { queue, clock } = queueOf([1000, 2000]);
    clock.pass(60_000);
    expect([queue.state, queue.index, queue.positionMs, queue.current]).toEqual(["stopped", 1, 0, undefined]);
  });

  it("starts its list again if configured to", () => {
    const { queue, clock } = queueOf([1000, 2000], { atEnd: "restart" });
    clock.pass(3400);
    expect([queue.state, queue.index, queue.positionMs]).toEqual(["playing", 0, 400]);
  });

  it("stays with an entry of unknown length", () => {
    const { queue, clock } = queueOf([0, 1000]);
    clock.pass(90_000);
    expect([queue.index, queue.positionMs]).toEqual([0, 90_000]);
  });

  it("does not run backwards with the time", () => {
    const { queue, clock } = queueOf([5000]);
    clock.pass(1000);
    expect(queue.positionMs).toBe(1000);
    clock.pass(-500);
    expect(queue.positionMs).toBe(1000);
  });
});

describe("the controls of a queue", () => {
  it("pause holds the position, and play resumes from it", () => {
    const { queue, clock } = queueOf([5000]);
    clock.pass(1000);
    queue.pause();
    clock.pass(1000);
    expect([queue.state, queue.positionMs]).toEqual(["paused", 1000]);
    queue.play();
    clock.pass(500);
    expect([queue.state, queue.positionMs]).toEqual(["playing", 1500]);
  });

  it("stop returns to the beginning of the entry, and a pause afterwards has no effect", () => {
    const { queue, clock } = queueOf([1000, 5000]);
    clock.pass(2000);
    queue.stop();
    queue.pause();
    expect([queue.state, queue.index, queue.positionMs]).toEqual(["stopped", 1, 0]);
  });

  it("seek sets the position, never before the beginning", () => {
    const { queue, clock } = queueOf([5000]);
    queue.seek(3000);
    clock.pass(100);
    expect(queue.positionMs).toBe(3100);
    queue.seek(-1);
    expect(queue.positionMs).toBe(0);
  });

  it("skip moves forward and back, but not before the first entry", () => {
    const { queue, clock } = queueOf([1000, 1000, 1000]);
    clock.pass(300);
    queue.skip(2);
    expect([queue.index, queue.positionMs]).toEqual([2, 0]);
    queue.skip(-5);
    expect(queue.index).toBe(0);
  });

  it("skip past the last entry ends the playback", () => {
    const { queue } = queueOf([1000]);
    queue.skip();
    expect(queue.state).toBe("stopped");
  });

  it("playEntry plays a chosen entry and refuses one that does not exist", () => {
    const { queue } = queueOf([1000, 1000], { state: "stopped" });
    queue.playEntry(1);
    expect([queue.state, queue.current?.title]).toEqual(["playing", "entry 1"]);
    expect(() => queue.playEntry(2)).toThrow("No entry 2 in 2");
  });
});

describe("the list of a queue", () => {
  it("is stopped and has no index while it is empty, whatever control is used", () => {
    const { queue } = queueOf([]);
    queue.play();
    expect([queue.state, queue.index, queue.current]).toEqual(["stopped", -1, undefined]);
  });

  it("can be edited without disturbing playback", () => {
    const { queue, clock } = queueOf([1000, 2000]);
    clock.pass(1500);
    queue.edit((entries) => [{ durationMs: 700, title: "new" }, ...entries]);
    expect([queue.index, queue.positionMs, queue.current?.title]).toEqual([2, 500, "entry 1"]);
  });

  it("moves to the entry that replaces a removed one", () => {
    const { queue, clock } = queueOf([1000, 2000, 3000]);
    clock.pass(1500);
    queue.edit((entries) => entries.filter(({ title }) => title !== "entry 1"));
    expect([queue.index, queue.positionMs, queue.current?.title]).toEqual([1, 0, "entry 2"]);
  });

  it("stops when all entries are removed", () => {
    const { queue } = queueOf([1000]);
    queue.edit(() => []);
    expect([queue.state, queue.index]).toEqual(["stopped", -1]);
  });

  it("can have one entry changed while it plays", () => {
    const { queue, clock } = queueOf([1000, 1000]);
    clock.pass(400);
    queue.update(0, { title: "renamed" });
    expect([queue.current?.title, queue.positionMs]).toEqual(["renamed", 400]);
  });

  it("increases its revision for every change except the position", () => {
    const { queue, clock } = queueOf([1000, 1000]);
    const before = queue.revision;
    clock.pass(500);
    queue.seek(600);
    expect(queue.revision).toBe(before);
    clock.pass(500);
    expect(queue.revision).toBeGreaterThan(before);
  });
});
