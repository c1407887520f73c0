import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../../src/core/session/advance.ts";
import { emptyPlaylist } from "../../../src/core/resources/playlist.ts";
import { idleVideo, type VideoStatus } from "../../../src/core/resources/video.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { handOverMs } from "../../../src/core/resources/position.ts";
import type { ScheduledResourceName } from "../../../src/core/resources/player.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { film, music, player, playlist } from "../sample-player.ts";
import { after, answered, having, settled, told } from "../samples.ts";

const never = Number.POSITIVE_INFINITY;
const paused: MusicState = { ...music, playing: "paused" };

function tick(resource: ScheduledResourceName): SessionEvent {
  return { kind: "tick", resources: [resource], intervalMs: 2000 };
}

/** A player of which much changes. */
function lively(video: VideoStatus, state: MusicState): Session {
  return settled({ activeUntil: never, player: { ...player, video, music: state } });
}

function counted(session: Session, resource: ScheduledResourceName, ticks: number): boolean[] {
  return Array.from({ length: ticks }, (_, index) => {
    const now = 10_000 + index * 2000;
    session = after(session, [now, tick(resource)]);
    const isDue = session.resources[resource].dueAt < never;
    if (isDue) session = after(session, [now + 600, answered(resource, "unchanged")]);
    return isDue;
  });
}

describe("a player that plays one of film and music", () => {
  it.each<[ScheduledResourceName, string, VideoStatus, MusicState, boolean]>([
    ["video", "music plays", idleVideo, music, false],
    ["music", "a film plays", film, paused, false],
    ["video", "a film plays", film, paused, true],
    ["music", "music plays", idleVideo, music, true],
    ["video", "a demonstration plays both", film, music, true],
    ["music", "a demonstration plays both", film, music, true],
    ["video", "neither plays, and much changes", idleVideo, paused, true],
  ])("is asked for %s at full pace while %s, or not", (resource, _name, video, state, isFull) => {
    const every = isFull ? [true, true, true, true] : [false, false, true, false];
    expect(counted(lively(video, state), resource, 4)).toEqual(every);
  });

  it("has its music read as soon as a film begins or ends, and the other way round", () => {
    const begun = after(lively(idleVideo, music), [1000, told("video", film)]);
    expect(begun.resources.music.dueAt).toBe(1000);
    const over = after(lively(film, paused), [1000, told("video", { ...film, state: "paused" })]);
    expect(over.resources.music.dueAt).toBe(1000);
    const silent = after(lively(idleVideo, music), [1000, told("music", paused)]);
    expect(silent.resources.video.dueAt).toBe(1000);
  });

  it("has the other one read again a moment later, when it may have stopped or begun", () => {
    for (const [session, what, value, other] of [
      [lively(idleVideo, music), "video", film, "music"],
      [lively(idleVideo, music), "music", paused, "video"],
    ] as const) {
      const read = after(
        session,
        [1000, [told(what, value), { kind: "requested", resource: other }]],
        [1020, answered(other, "unchanged")],
      );
      expect(read.resources[other].dueAt).toBe(1000 + handOverMs);
    }
  });

  it("does not read the other one without such a change, nor if it is unsupported", () => {
    const goesOn = after(lively(film, paused), [1000, told("video", { ...film, positionSeconds: 77 })]);
    expect(goesOn.resources.music.dueAt).toBe(never);
    const audioOnly = having(lively(idleVideo, music), { video: { support: "unsupported" } });
    expect(after(audioOnly, [1000, told("music", paused)]).resources.video.dueAt).toBe(never);
  });
});

describe("the playlist", () => {
  it("is read when the film ends, and when the next one begins", () => {
    const over = after(lively(film, paused), [1000, told("video", idleVideo)]);
    expect(over.resources.playlist.dueAt).toBe(1001);
    const begun = after(lively(idleVideo, paused), [1000, told("video", film)]);
    expect(begun.resources.playlist.dueAt).toBe(1001);
  });

  it.each([
    ["without a film is known", idleVideo, playlist, 9000, false],
    ["without a film is asked for after ten minutes all the same", idleVideo, playlist, 610_000, true],
    ["beside a film is asked for", film, playlist, 9000, true],
    ["that was empty is known as well", idleVideo, emptyPlaylist, 9000, false],
  ])("%s", (_name, video, value, now, isDue) => {
    const session = lively(video, paused);
    const read = having(
      { ...session, player: { ...session.player, playlist: value } },
      { playlist: { triedAt: 0 } },
    );
    expect(after(read, [now, tick("playlist")]).resources.playlist.dueAt < never).toBe(isDue);
  });
});
