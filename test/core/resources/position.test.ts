import { describe, expect, it } from "vitest";
import { idleVideo, type VideoStatus } from "../../../src/core/resources/video.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { film, music } from "../sample-player.ts";
import { after, answered, told } from "../samples.ts";

const at = (positionSeconds: number | undefined, change: Partial<VideoStatus> = {}): VideoStatus => ({
  ...film,
  positionSeconds,
  ...change,
});

function read(session: Session, now: number, value: VideoStatus): Session {
  return after(session, [now, told("video", value)]);
}

function shown(...statuses: readonly (readonly [now: number, video: VideoStatus])[]): (number | undefined)[] {
  let session = newSession(0);
  return statuses.map(([now, video]) => {
    session = read(session, now, video);
    return session.memory.shownPosition?.seconds;
  });
}

describe("the position", () => {
  it("moves at most once per interval while a video plays on", () => {
    const statuses = [0, 2, 4, 6, 8, 10, 12].map((second) => [second * 1000, at(60 + second)] as const);
    expect(shown(...statuses)).toEqual([60, 60, 60, 66, 66, 66, 72]);
  });

  it("of another track is shown at once, however near it is", () => {
    const heard = (key: string, positionSeconds: number) =>
      told("music", { ...music, positionSeconds, track: { ...music.track, key } });
    const session = after(newSession(0), [0, heard("one", 30)], [1000, heard("one", 31)]);
    expect(session.memory.shownMusicPosition?.seconds).toBe(30);
    expect(after(session, [2000, heard("two", 32)]).memory.shownMusicPosition?.seconds).toBe(32);
  });

  it("skips no reading that comes as often as positions are shown, and a little early", () => {
    const statuses = [0, 4.95, 10, 14.9].map(
      (second) => [second * 1000, at(Math.floor(60 + second))] as const,
    );
    expect(shown(...statuses)).toEqual([60, 64, 70, 74]);
  });

  const cases: readonly (readonly [string, VideoStatus, number | undefined])[] = [
    ["stays while the video plays on", at(62), 60],
    ["stays when the player is read a little late", at(65), 60],
    ["stays when the player is a little behind", at(59), 60],
    ["moves at once on a seek forward", at(66), 66],
    ["moves at once on a seek backward", at(58), 58],
    ["moves at once on a pause", at(62, { state: "paused" }), 62],
    ["moves at once on another title", at(62, { title: "Sequel" }), 62],
    ["moves at once when the player no longer tells it", at(undefined), undefined],
    ["moves at once on a stop", idleVideo, undefined],
    ["moves at once when the player does not know what it does", at(62, { state: "unknown" }), 62],
  ];

  it.each(cases)("%s", (_name, video, seconds) => {
    expect(shown([0, at(60)], [2000, video])).toEqual([60, seconds]);
  });

  it("moves at once when a paused video plays on, and when it is reported again", () => {
    expect(shown([0, at(60, { state: "paused" })], [2000, at(61)])).toEqual([60, 61]);
    expect(shown([0, at(undefined)], [2000, at(5)])).toEqual([undefined, 5]);
  });

  it("is measured against the last one read, so that seeks in a row are all seen", () => {
    expect(shown([0, at(60)], [1000, at(300)], [2000, at(120)], [3000, at(121)])).toEqual([
      60, 300, 120, 120,
    ]);
  });

  it("is cleared when the player reports no video", () => {
    const session = after(
      read(newSession(0), 0, at(60)),
      [2000, answered("video", "absent")],
      [2000, answered("video", "absent")],
    );
    expect(session.memory.shownPosition).toEqual({ seconds: undefined, at: 2000 });
    expect(session.memory.seenPosition).toBeUndefined();
  });
});
