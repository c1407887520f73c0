import { describe, expect, it } from "vitest";
import { type Playhead, hasReachedTarget, stepProof } from "../../../src/core/controls/playhead.ts";
import { type Session, withResource } from "../../../src/core/session/session.ts";
import { settled } from "../samples.ts";

const paused: Playhead = { isPlaying: false, key: "film", positionSeconds: 100, durationSeconds: 7200 };
const readAt = (now: number): Session => withResource(settled(), "video", { triedAt: now });

describe("a paused film", () => {
  it("has moved on when it shows a later chapter, however long ago it was read", () => {
    let shown = paused;
    const { isShown } = stepProof(() => shown, "video", paused, readAt(0), false);
    expect(isShown(readAt(60_000))).toBe(false);
    shown = { ...paused, positionSeconds: 110 };
    expect(isShown(readAt(60_000))).toBe(true);
  });

  it("has reached the target of a seek when it is nearer to it than to where it stood", () => {
    let shown = paused;
    const isReached = hasReachedTarget(() => shown, "video", paused, 120, readAt(0));
    shown = { ...paused, positionSeconds: 108 };
    expect(isReached(readAt(30_000))).toBe(false);
    shown = { ...paused, positionSeconds: 112 };
    expect(isReached(readAt(30_000))).toBe(true);
  });
});
