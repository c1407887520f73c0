import { describe, expect, it } from "vitest";
import { advance, type SessionEvent } from "../../../src/core/session/advance.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { idleVideo, type VideoStatus } from "../../../src/core/resources/video.ts";
import type { ResourceName, ScheduledResourceName } from "../../../src/core/resources/player.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { film, music, player } from "../sample-player.ts";
import { after, answered, having, pending, policy, settled, told } from "../samples.ts";
import type { SessionFields } from "../session-with.ts";

const never = Number.POSITIVE_INFINITY;
const tick = (intervalMs = 2000): SessionEvent => ({ kind: "tick", resources: ["video"], intervalMs });
const heardLater = told("music", { ...music, positionSeconds: 31 });
const paused: MusicState = { ...music, playing: "paused" };
/** A player that plays nothing. */
const quiet = (change: SessionFields = {}): Session =>
  settled({ player: { ...player, video: idleVideo, music: paused }, ...change });
const active = (change: SessionFields = {}): Session => settled({ activeUntil: never, ...change });

/** Whether each of these ticks, two seconds apart, makes the resource due, which then answers as before. */
function counted(begun: Session, resource: ScheduledResourceName, ticks: number, from: number): boolean[] {
  let session = begun;
  return Array.from({ length: ticks }, (_, index) => {
    const now = from + index * 2000;
    session = after(session, [now, { kind: "tick", resources: [resource], intervalMs: 2000 }]);
    const isDue = session.resources[resource].dueAt < never;
    if (isDue) session = after(session, [now + 600, answered(resource, "unchanged")]);
    return isDue;
  });
}

/** A player of which much changes. */
const lively = (video: VideoStatus, state: MusicState): Session =>
  active({ player: { ...player, video, music: state } });

describe("a tick", () => {
  it.each([
    [0, 2000, 0],
    [0.25, 2000, 375],
    // The last player may still be a quarter of the interval late.
    [0.99, 2000, 1485],
    [0.5, 60_000, 22_500],
    [0.5, 3_600_000, 30_000],
  ])("at phase %f of an interval of %i ms makes due after %i ms", (phase, intervalMs, ms) => {
    const session = advance(active(), tick(intervalMs), 10_000, { ...policy, phase });
    expect(session.resources.video.dueAt).toBe(10_000 + ms);
  });

  it("counts only every third time while nothing changes", () => {
    const [yes, no] = [true, false];
    const counts = [yes, no, no, yes, no, no, yes, no, no];
    expect(counted(quiet({ activeUntil: 5000 }), "video", 9, 4000)).toEqual(counts);
  });

  it.each<[ScheduledResourceName, string, VideoStatus, MusicState, boolean]>([
    ["video", "music plays", idleVideo, music, false],
    ["music", "a film plays", film, paused, false],
    ["video", "a film plays", film, paused, true],
    ["music", "music plays", idleVideo, music, true],
    ["video", "a demonstration plays both", film, music, true],
    ["music", "a demonstration plays both", film, music, true],
    ["video", "neither plays, and much changes", idleVideo, paused, true],
  ])("counts for %s each time while %s, or not", (resource, _name, video, state, isFull) => {
    const every = isFull ? [true, true, true, true] : [false, false, true, false];
    expect(counted(lively(video, state), resource, 4, 10_000)).toEqual(every);
  });

  it("always counts where the idle factor is 1", () => {
    const session = advance(quiet(), tick(), 10_000, { ...policy, idleFactor: 1 });
    expect(session.resources.video.dueAt).toBeLessThan(never);
  });

  it("for nothing that the model has changes nothing", () => {
    const session = having(active(), { video: { support: "unsupported" } });
    expect(after(session, [10_000, tick()])).toBe(session);
  });

  it("of a queue reads its mark instead while that is the same, unless the mark has a schedule of its own", () => {
    const before = after(active(), [1000, answered("music")], [1100, answered("queue")], [2000, heardLater]);
    const tickedWith = (...scheduled: ResourceName[]): Session => {
      const pace = { factor: 1, scheduled: new Set(["queue" as const, ...scheduled]) };
      const event = { kind: "tick", resources: ["queue"], intervalMs: 2000 } as const;
      return advance(before, event, 3000, { ...policy, idleFactor: 1, pace });
    };
    expect(tickedWith().resources.music.dueAt).toBeLessThan(never);
    expect(tickedWith("music").resources).toEqual(before.resources);
  });
});

it("a page seen at the broker is remembered, and all before it", () => {
  const session = after(settled({ pagesKnown: 1 }), [0, { kind: "page-seen", page: 4 }]);
  expect(session.memory.pagesKnown).toBe(5);
  expect(after(session, [0, { kind: "page-seen", page: 2 }]).memory.pagesKnown).toBe(5);
});

it("the gap is a third for 1.5 s after the last that happened to a command", () => {
  const begun = after(settled({ effect: pending() }), [700, answered("video", "unchanged")]);
  const gapAt = (at: number) => after(begun, [at, answered("video", "unchanged")]).schedule.quietUntil - at;
  expect([gapAt(2199), gapAt(2200)]).toEqual([50, 150]);
});
