import { describe, expect, it } from "vitest";
import { advance, type SessionEvent } from "../../../src/core/session/advance.ts";
import { idleVideo } from "../../../src/core/resources/video.ts";
import {
  type ResourceName,
  refreshedResourceNames,
  resourceNames,
} from "../../../src/core/resources/player.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { film, music, player } from "../sample-player.ts";
import { after, answered, failed, having, pending, policy, refreshOf, settled } from "../samples.ts";
import type { SessionFields } from "../session-with.ts";

const never = Number.POSITIVE_INFINITY;
const tick = (intervalMs = 2000): SessionEvent => ({ kind: "tick", resources: ["video"], intervalMs });
const refresh = (): SessionEvent => ({ kind: "refresh", command: refreshOf() });
/** A player that plays nothing. */
const quiet = (change: SessionFields = {}): Session => {
  const silent = { ...music, playing: "paused" } as const;
  return settled({ player: { ...player, video: idleVideo, music: silent }, ...change });
};
const active = (change: SessionFields = {}): Session => settled({ activeUntil: never, ...change });

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

  it("makes all due at once that have the same schedule", () => {
    const event: SessionEvent = { kind: "tick", resources: ["video", "audio"], intervalMs: 2000 };
    const session = after(active(), [10_000, event]);
    const due = resourceNames.filter((name) => session.resources[name].dueAt < never);
    expect(due).toEqual(["audio", "video"]);
  });

  it.each<[string, SessionEvent, ResourceName[]]>([
    ["read", answered("playlist"), []],
    ["answered as before", answered("playlist", "unchanged"), []],
    ["without an answer", failed("playlist", "broken"), ["playlist"]],
    ["malformed", failed("playlist", "malformed"), ["playlist"]],
    ["refused", answered("playlist", "refused"), ["playlist"]],
    ["denied", answered("playlist", "unsupported"), ["playlist"]],
  ])("makes a playlist without a film due only if it was not just %s", (_words, event, due) => {
    const before = after(quiet({ activeUntil: never }), [900_000, event]);
    const session = after(having(before, { model: { dueAt: never } }), [
      901_000,
      { kind: "tick", resources: ["playlist"], intervalMs: 2000 },
    ]);
    expect(resourceNames.filter((name) => session.resources[name].dueAt < never)).toEqual(due);
  });

  it("puts off nothing that is due already", () => {
    const session = having(active(), { video: { dueAt: 3 } });
    expect(after(session, [10_000, tick()]).resources.video.dueAt).toBe(3);
  });

  it("asks for nothing that the model lacks", () => {
    const session = having(active(), { video: { support: "unsupported" } });
    expect(after(session, [10_000, tick()])).toBe(session);
  });

  it("counts only every third time while nothing changes", () => {
    let session = quiet({ activeUntil: 5000 });
    const due: boolean[] = [];
    for (let now = 4000; now <= 20_000; now += 2000) {
      session = after(session, [now, tick()]);
      const isDue = session.resources.video.dueAt < never;
      due.push(isDue);
      if (isDue) session = after(session, [now + 600, answered("video", "unchanged")]);
    }
    expect(due).toEqual([true, false, false, true, false, false, true, false, false]);
  });

  it.each(["video", "music"])("counts each time while %s plays, however little changes", (what) => {
    const playing = what === "video" ? { video: film } : { music: music };
    const session = quiet({ player: { ...quiet().player, ...playing } });
    const ofAudio: SessionEvent = { kind: "tick", resources: ["audio"], intervalMs: 2000 };
    expect(after(session, [70_000, ofAudio]).resources.audio.dueAt).toBeLessThan(never);
  });

  it("always counts where the idle factor is 1", () => {
    const session = advance(quiet(), tick(), 10_000, { ...policy, idleFactor: 1 });
    expect(session.resources.video.dueAt).toBeLessThan(never);
  });

  it.each(["model", "power", "subtitles"] as const)(
    "is skipped as before after a change of %s, which shows no use",
    (name) => {
      const session = after(quiet({ activeUntil: 0 }), [10_000, answered(name)], [10_001, tick()]);
      expect(session.resources.video.dueAt).toBe(never);
    },
  );

  it("counts each time for two minutes after a change", () => {
    const session = after(quiet(), [10_000, answered("queue")]);
    expect(after(session, [129_999, tick()]).resources.video.dueAt).toBeLessThan(never);
    expect(after(session, [130_000, tick()]).resources.video.dueAt).toBe(never);
  });
});

describe("a tick while its resource is being read", () => {
  const asked = after(active(), [1000, { kind: "requested", resource: "video" }]);

  it("means the next reading, and is not swallowed by the answer to this one", () => {
    const ticked = after(asked, [1100, { kind: "tick", resources: ["video"], intervalMs: 2000 }]);
    expect(after(ticked, [1200, answered("video", "unchanged")]).resources.video.dueAt).toBe(1475);
    expect(after(ticked, [1200, failed("video")]).resources.video.dueAt).toBe(1475);
  });

  it("is complete with any answer after the requested reading", () => {
    const ticked = after(asked, [1100, { kind: "tick", resources: ["video"], intervalMs: 2000 }]);
    expect(after(ticked, [4000, answered("video", "unchanged")]).resources.video.dueAt).toBe(never);
  });
});

describe("a refresh", () => {
  it("makes everything due at once but for the model, also what the player seemed to lack", () => {
    const session = after(having(settled(), { queue: { support: "unsupported" } }), [5000, refresh()]);
    const due = resourceNames.filter((name) => session.resources[name].dueAt === 5000);
    const ofFilm = ["subtitles", "audioTracks", "filmArt", "zooms", "playModes"];
    expect(due.toSorted()).toEqual([...refreshedResourceNames, ...ofFilm].toSorted());
    expect(due).toEqual(expect.arrayContaining(["queue", "music", "power", "screenBrightness"]));
    expect(due).not.toContain("model");
  });

  const { model: _model, ...unnamed } = player;
  it.each<[string, Session, object]>([
    ["asks for nothing of a film if there is none", quiet(), { resources: { subtitles: { dueAt: never } } }],
    [
      "asks for the model of a player that denied it before",
      having(settled({ player: unnamed }), { model: { support: "unsupported" } }),
      { resources: { model: { dueAt: 5000 } } },
    ],
    [
      "puts off nothing that has been due longer",
      having(settled(), { audio: { dueAt: 3 } }),
      { resources: { audio: { dueAt: 3 } } },
    ],
    [
      "tries a player that was given up for a while",
      settled({ quietUntil: 30_000 }),
      { schedule: { quietUntil: 5000 } },
    ],
    ["does not lengthen the quiet", settled({ quietUntil: 3000 }), { schedule: { quietUntil: 3000 } }],
  ])("%s", (_what, session, expected) => {
    expect(after(session, [5000, refresh()])).toMatchObject(expected);
  });

  it("comes at most once a second", () => {
    const session = after(settled(), [5000, refresh()], [5100, answered("audio")], [5200, refresh()]);
    expect(session.resources.audio.dueAt).toBe(6000);
    expect(session.pending.refreshes.map(({ since }) => since)).toEqual([5000, 6000]);
  });

  it("joins a pending one: repeated refreshes do not postpone it", () => {
    let session = settled();
    for (let count = 0; count < 100; count++) session = after(session, [5000 + count, refresh()]);
    expect(session.pending.refreshedAt).toBe(6000);
    expect(after(session, [7500, refresh()]).pending.refreshedAt).toBe(7500);
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
