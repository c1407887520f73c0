import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../../src/core/session/advance.ts";
import { idleVideo, type VideoStatus } from "../../../src/core/resources/video.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import type { ScheduledResourceName } from "../../../src/core/resources/player.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { film, music, player } from "../sample-player.ts";
import { after, answered, settled } from "../samples.ts";

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
});
