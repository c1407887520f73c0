import { describe, expect, it } from "vitest";
import type { MusicPlaying, MusicState, UncertainPlayback } from "../../../src/core/resources/music.ts";
import { answered, after, settled, told } from "../samples.ts";
import { music } from "../sample-player.ts";

const ambiguous: UncertainPlayback = { first: "unknown", ifPositionUnchanged: "paused" };
const inert = {
  isPassThrough: true,
  uncertain: { first: "unknown", ifPositionUnchanged: "unknown" },
} as const;

/** Readings by their moments: the position, or an unchanged answer. */
type Seen = Readonly<Record<number, number | undefined | "same">>;

const doubtful = { ...music, source: "network", playing: ambiguous.first, uncertain: ambiguous } as const;
const heard = (change: Partial<MusicState>) => told("music", { ...doubtful, ...change });

function playingAfter(seen: Seen, change: Partial<MusicState> = {}) {
  let session = settled({ player: {} });
  return Object.entries(seen).map(([at, position]) => {
    const event =
      position === "same" ? answered("music", "unchanged") : heard({ ...change, positionSeconds: position });
    session = after(session, [Number(at), event]);
    return session.player.music?.playing;
  });
}

describe("music whose state is in doubt", () => {
  it.each<readonly [string, Seen, readonly MusicPlaying[]]>([
    ["plays once its position advances", { 0: 10, 2000: 12, 4000: 14 }, ["unknown", "playing", "playing"]],
    ["may run ahead by three seconds", { 0: 10, 2000: 15, 4000: 20.1 }, ["unknown", "playing", "playing"]],
    ["is paused once it stands still", { 0: 10, 2000: 12, 4000: 12 }, ["unknown", "playing", "paused"]],
    [
      "is paused once its answer has the same bytes",
      { 0: 10, 2000: 12, 4000: "same", 6000: "same" },
      ["unknown", "playing", "paused", "paused"],
    ],
    [
      "does not change between two readings that are too close to compare",
      { 0: 10, 2000: 12, 2300: 12, 2600: 12, 4000: 14 },
      ["unknown", "playing", "playing", "playing", "playing"],
    ],
    [
      "is not proven by a seek or by another track",
      { 0: 10, 2000: 100, 4000: 50, 6000: 50 },
      ["unknown", "unknown", "unknown", "paused"],
    ],
    [
      "is unknown without a position",
      { 0: 10, 2000: 12, 4000: undefined },
      ["unknown", "playing", "unknown"],
    ],
  ])("%s", (_name, seen, expected) => {
    expect(playingAfter(seen)).toEqual(expected);
  });

  it("of an input is known only while its position advances", () => {
    expect(playingAfter({ 0: undefined, 2000: undefined, 4000: "same" }, inert)).not.toContain("playing");
    expect(playingAfter({ 0: 1, 2000: 3, 4000: 3 }, inert)).toEqual(["unknown", "playing", "unknown"]);
  });

  it("follows a newly reported state at once", () => {
    const playing = after(
      settled({ player: {} }),
      [0, heard({ positionSeconds: 10 })],
      [2000, heard({ positionSeconds: 12 })],
    );
    const next = (change: Partial<MusicState>) =>
      after(playing, [2100, heard({ positionSeconds: 12, ...change })]).player.music?.playing;
    expect(next({})).toBe("playing");
    expect(next({ playing: "idle", uncertain: { first: "idle", ifPositionUnchanged: "idle" } })).toBe("idle");
    expect(next({ uncertain: { first: "unknown", ifPositionUnchanged: "unknown" } })).toBe("unknown");
    expect(next({ uncertain: undefined, playing: "paused" })).toBe("paused");
  });
});
