import { describe, expect, it } from "vitest";
import { type Playhead, hasReachedTarget, stepProof } from "../../../src/core/controls/playhead.ts";
import { idleVideo } from "../../../src/core/resources/video.ts";
import { type Session, withResource } from "../../../src/core/session/session.ts";
import { settled } from "../samples.ts";

const paused: Playhead = { isPlaying: false, key: "film", positionSeconds: 100, durationSeconds: 7200 };

function readAt(now: number, { isPlaying, ...shown }: Playhead): Session {
  const state = isPlaying ? "playing" : "paused";
  const session = { ...settled(), player: { video: { ...idleVideo, ...shown, state } } } as const;
  return withResource(session, "video", { triedAt: now });
}

describe("a paused film", () => {
  it("has moved on when it shows a later chapter, however long ago it was read", () => {
    let shown = paused;
    const { isShown } = stepProof("video", paused, readAt(0, paused), false);
    expect(isShown(readAt(60_000, shown))).toBe(false);
    shown = { ...paused, positionSeconds: 110 };
    expect(isShown(readAt(60_000, shown))).toBe(true);
  });

  it("has reached the target of a seek when it is nearer to it than to where it stood", () => {
    let shown = paused;
    const isReached = hasReachedTarget("video", paused, 120, readAt(0, paused));
    shown = { ...paused, positionSeconds: 108 };
    expect(isReached(readAt(30_000, shown))).toBe(false);
    shown = { ...paused, positionSeconds: 112 };
    expect(isReached(readAt(30_000, shown))).toBe(true);
  });
});

describe("a film that plays", () => {
  it("has not reached the target of a seek while it waits for data where it was, however long", () => {
    const playing = { ...paused, isPlaying: true };
    let shown = playing;
    const isReached = hasReachedTarget("video", playing, 96, readAt(0, playing));
    expect(isReached(readAt(10_000, shown))).toBe(false);
    shown = { ...playing, positionSeconds: 97 };
    expect(isReached(readAt(1000, shown))).toBe(true);
  });

  it("has reached the target that it shows, also where it was before", () => {
    const playing = { ...paused, isPlaying: true };
    expect(hasReachedTarget("video", playing, 100, readAt(0, playing))(readAt(500, playing))).toBe(true);
  });
});
