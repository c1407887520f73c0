import { describe, expect, it } from "vitest";
import {
  announceSupport,
  heardKey,
  playingKind,
  readAnnouncement,
  resumePointOf,
} from "../../../src/core/controls/announce.ts";
import { idleVideo } from "../../../src/core/resources/video.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import type { PlayerState } from "../../../src/core/resources/player.ts";
import { emptyQueue } from "../../../src/core/resources/queue.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { film, music, player } from "../sample-player.ts";
import { having, settled } from "../samples.ts";
import { withVideo } from "./decided.ts";
import type { SessionFields } from "../session-with.ts";

const address = "http://house.example/bell.mp3";

function playing(change: Partial<MusicState>, more: SessionFields = {}): Session {
  const session = settled({
    player: { ...player, video: idleVideo, music: { ...music, playing: "playing", ...change } },
    ...more,
  });
  return having(session, { video: { support: "unsupported" } });
}

const off = { support: "off", denials: 0 } as const;
const unsupported = { support: "unsupported", denials: 1 } as const;
const idle = { ...music, playing: "idle" } as const;
/** A stream replaces what it plays. */
const replaced = { operations: { playStream: unsupported } } as const;
const track = (id?: string) => ({ track: { ...music.track, id } }) as Partial<MusicState>;

describe("an announcement", () => {
  it("is an address, or JSON with a volume and what must come back", () => {
    const stream = { address, title: undefined, picture: undefined };
    expect(readAnnouncement(address)).toEqual({ stream, volume: undefined, keeps: false });
    expect(readAnnouncement(JSON.stringify({ address, volume: 20, keep: true }))).toEqual({
      stream,
      volume: 20,
      keeps: true,
    });
    for (const wrong of [
      "{",
      "bell",
      { address, volume: 120 },
      { address, volume: "20" },
      { address, keep: 1 },
    ])
      expect(readAnnouncement(typeof wrong === "string" ? wrong : JSON.stringify(wrong))).toBeUndefined();
  });

  it.each<readonly [string, PlayerState, string | undefined, string | undefined]>([
    ["a film", { video: film, music }, film.key, "video"],
    ["a paused film", { video: { ...film, state: "paused" }, music: idle }, film.key, undefined],
    ["a film of unknown state", { video: { ...film, state: "unknown" }, music: idle }, undefined, undefined],
    ["music", { video: idleVideo, music }, "song", "music"],
    ["paused music", { video: idleVideo, music: { ...music, playing: "paused" } }, "song", undefined],
    ["an input", { video: idleVideo, music: { ...music, isPassThrough: true } }, undefined, undefined],
    ["silence", { video: idleVideo, music: idle }, undefined, undefined],
    ["a player that has told nothing", {}, undefined, undefined],
  ])("knows what to go back to from %s", (_name, state, key, kind) => {
    const session = settled({ player: state });
    expect(heardKey(session)?.replace(/^(video|music) /, "")).toBe(key);
    expect(playingKind(session)).toBe(kind);
    const { isPaused, steps, lost } = resumePointOf(session);
    expect(isPaused).toBe(key !== undefined && kind === undefined);
    expect(steps.length + lost.length).toBe(key === undefined ? 0 : 1);
  });

  it("goes back to a film by path and position, as far as it has them", () => {
    expect(resumePointOf(withVideo({ state: "playing" }))).toMatchObject({
      steps: [{ target: "play", request: "/films/film.mkv" }],
      position: { target: "video/position", request: "60" },
      lost: [],
    });
    const paused = { ...film, state: "paused", positionSeconds: undefined } as const;
    expect(resumePointOf(settled({ player: { ...player, video: paused, music: idle } }))).toMatchObject({
      isPaused: true,
      position: undefined,
    });
    expect(resumePointOf(withVideo({ path: "" })).lost).toEqual(["film"]);
    for (const openFile of [unsupported, off])
      expect(resumePointOf({ ...withVideo({}), operations: { openFile } }).lost).toEqual(["film"]);
  });

  it("goes back to the entry of a queue that a stream leaves alone", () => {
    const queue = { ...emptyQueue, total: 3, current: 2 };
    const session = playing({ queueStamp: "7", source: "internal" });
    const queued = { ...session, player: { ...session.player, queue } };
    expect(resumePointOf({ ...queued, operations: { playQueueEntry: off } }).lost).toEqual(["stream"]);
    expect(resumePointOf(queued)).toMatchObject({
      steps: [{ target: "music/queue", request: "2" }],
      lost: [],
    });
    expect(resumePointOf(playing({ queueStamp: "7", source: "bluetooth" })).lost).toEqual(["stream"]);
  });

  it("goes back to a track of the library, and names what does not come back", () => {
    const internal = playing({ source: "internal", ...track("469") }, replaced);
    expect(resumePointOf(internal)).toMatchObject({
      steps: [{ target: "library/play", request: "track 469" }],
    });
    const queue = { ...emptyQueue, total: 3 };
    expect(resumePointOf({ ...internal, player: { ...internal.player, queue } }).lost).toEqual(["queue"]);
    const { queue: _none, ...noQueue } = internal.player;
    expect(resumePointOf({ ...internal, player: noQueue }).lost).toEqual([]);
    expect(resumePointOf(playing({ source: "internal", ...track() }, replaced)).lost).toEqual(["track"]);
    expect(resumePointOf(playing({ source: "network", ...track("469") }, replaced)).lost).toEqual(["stream"]);
  });

  it("is possible where the player plays an address in any way", () => {
    expect(announceSupport(settled())).toBe("unknown");
    const denied = { openAddress: unsupported, renderStream: unsupported, playStream: unsupported };
    expect(announceSupport({ ...settled(), operations: denied })).toBe("unsupported");
    expect(announceSupport({ ...settled(), operations: { ...denied, openAddress: off } })).toBe("off");
    // Without video, no address is opened as a film.
    expect(announceSupport({ ...playing({}), operations: { ...denied, openAddress: off } })).toBe(
      "unsupported",
    );
  });
});
