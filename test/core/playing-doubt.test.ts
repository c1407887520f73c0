import { describe, expect, it } from "vitest";
import type { MusicPlaying, MusicState, PlayingDoubt } from "../../src/core/resources/music.ts";
import { answered, after, settled } from "./samples.ts";
import { music } from "./sample-player.ts";

const ambiguous: PlayingDoubt = { first: "unknown", ifStill: "paused" };

/** A reading at a moment: the position, or an unchanged answer. */
type Seen = readonly [at: number, positionSeconds: number | undefined | "unchanged"];

function playingAfter(seen: readonly Seen[], change: Partial<MusicState> = {}): MusicPlaying[] {
  let session = settled({ player: {} });
  return seen.map(([at, position]) => {
    const value: MusicState = {
      ...music,
      source: "network",
      playing: ambiguous.first,
      doubt: ambiguous,
      positionSeconds: position === "unchanged" ? undefined : position,
      ...change,
    };
    const event =
      position === "unchanged"
        ? answered("music", "unchanged")
        : answered("music", { kind: "reading", reading: { resource: "music", value } });
    session = after(session, [at, event]);
    return session.player.music?.playing ?? "unknown";
  });
}

describe("music whose state is in doubt", () => {
  it("is unknown at first, and plays once its position advances", () => {
    expect(
      playingAfter([
        [0, 10],
        [2000, 12],
        [4000, 14],
      ]),
    ).toEqual(["unknown", "playing", "playing"]);
  });

  it("plays although its position runs ahead of the clock by up to three seconds", () => {
    expect(
      playingAfter([
        [0, 10],
        [2000, 15],
        [4000, 20.1],
      ]),
    ).toEqual(["unknown", "playing", "playing"]);
  });

  it("is paused once its position stands still, whether the answer has the same bytes or not", () => {
    expect(
      playingAfter([
        [0, 10],
        [2000, 12],
        [4000, 12],
      ]),
    ).toEqual(["unknown", "playing", "paused"]);
    expect(
      playingAfter([
        [0, 10],
        [2000, 12],
        [4000, "unchanged"],
        [6000, "unchanged"],
      ]),
    ).toEqual(["unknown", "playing", "paused", "paused"]);
  });

  it("does not change between two readings that are too close to compare", () => {
    expect(
      playingAfter([
        [0, 10],
        [2000, 12],
        [2300, 12],
        [2600, 12],
        [4000, 14],
      ]),
    ).toEqual(["unknown", "playing", "playing", "playing", "playing"]);
  });

  it("is not proven by a seek or by another track", () => {
    expect(
      playingAfter([
        [0, 10],
        [2000, 100],
        [4000, 50],
        [6000, 50],
      ]),
    ).toEqual(["unknown", "unknown", "unknown", "paused"]);
  });

  it("is unknown again without a position", () => {
    expect(
      playingAfter([
        [0, 10],
        [2000, 12],
        [4000, undefined],
      ]),
    ).toEqual(["unknown", "playing", "unknown"]);
  });

  it("of a pass-through input is known only while its position advances", () => {
    const inert = { isPassThrough: true, doubt: { first: "unknown", ifStill: "unknown" } } as const;
    expect(
      playingAfter(
        [
          [0, undefined],
          [2000, undefined],
          [4000, "unchanged"],
        ],
        inert,
      ),
    ).toEqual(["unknown", "unknown", "unknown"]);
    expect(
      playingAfter(
        [
          [0, 1],
          [2000, 3],
          [4000, 3],
        ],
        inert,
      ),
    ).toEqual(["unknown", "playing", "unknown"]);
  });

  it("follows a newly reported state at once", () => {
    let session = settled({ player: {} });
    const tell = (at: number, change: Partial<MusicState>): MusicPlaying | undefined => {
      const value = { ...music, doubt: ambiguous, playing: ambiguous.first, ...change };
      session = after(session, [
        at,
        answered("music", { kind: "reading", reading: { resource: "music", value } }),
      ]);
      return session.player.music?.playing;
    };
    tell(0, { positionSeconds: 10 });
    expect(tell(2000, { positionSeconds: 12 })).toBe("playing");
    const stopped = { first: "idle", ifStill: "idle" } as const;
    expect(tell(2100, { positionSeconds: 12, playing: "idle", doubt: stopped })).toBe("idle");
    expect(tell(2200, { doubt: undefined, playing: "playing" })).toBe("playing");
  });
});
