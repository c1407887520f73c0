import { describe, expect, it } from "vitest";
import type { ResourceName, Reading } from "../../src/core/resources/player.ts";
import { newSession, type Session } from "../../src/core/session/session.ts";
import { audio, music, playlist, queue } from "./sample-player.ts";
import { after, answered, settled } from "./samples.ts";

/** The resources that are due at once after a reading. */
function dueAfter(reading: Reading, session: Session = settled()): ResourceName[] {
  const next = after(session, [5000, answered(reading.resource, { kind: "reading", reading })]);
  return (Object.keys(next.resources) as ResourceName[]).filter(
    (name) => next.resources[name].dueAt === 5000,
  );
}

describe("dependent resources are read at once after a change", () => {
  it.each<[string, Reading, ResourceName[]]>([
    [
      "the film from another entry of the playlist",
      { resource: "playlist", value: { ...playlist, currentIndex: 0, currentTitle: "One" } },
      ["video"],
    ],
    ["nothing from the same entry", { resource: "playlist", value: { ...playlist, size: 3 } }, []],
    [
      "the track from another entry of the queue",
      { resource: "queue", value: { ...queue, current: 0 } },
      ["music"],
    ],
    [
      "nothing from the same track of a longer queue",
      { resource: "queue", value: { ...queue, total: 3 } },
      [],
    ],
    ["film and music from another input", { resource: "audio", value: audio("EARC") }, ["video", "music"]],
    ["the volume from another output", { resource: "audio", value: audio("XMOS", "RCA") }, ["music"]],
    [
      "the queue from another track, where the player has no change mark",
      {
        resource: "music",
        value: { ...music, queueStamp: undefined, track: { ...music.track, key: "another" } },
      },
      ["queue"],
    ],
    [
      "nothing from the same track without a change mark",
      { resource: "music", value: { ...music, queueStamp: undefined, positionSeconds: 31 } },
      [],
    ],
  ])("%s", (_name, reading, due) => {
    expect(dueAfter(reading)).toEqual(due);
  });

  it.each<[Reading]>([
    [{ resource: "audio", value: audio() }],
    [{ resource: "playlist", value: playlist }],
    [{ resource: "queue", value: queue }],
  ])("but not from the first reading: all else is due anyway", (reading) => {
    const fresh = newSession(0);
    expect(dueAfter(reading, { ...fresh, resources: settled().resources })).toEqual([]);
  });
});
