import { describe, expect, it } from "vitest";
import { shown } from "./shown.ts";
import { emptyPlaylist } from "../../../src/core/resources/playlist.ts";
import { idleVideo, type VideoStatus } from "../../../src/core/resources/video.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { player } from "../sample-player.ts";
import { having, settled } from "../samples.ts";
import { decided, effectOf, without, withMusic, withVideo } from "./decided.ts";

const idle = settled({ player: { ...player, video: idleVideo, playlist: emptyPlaylist } });
/** The film as it is read `seconds` later. */
const later = (seconds: number, change: Partial<VideoStatus>): Session =>
  having(withVideo(change), { video: { triedAt: seconds * 1000 } });

describe("video/playback", () => {
  it.each([
    ["play", "unchanged"],
    ["pause", "setVideoState paused"],
    ["stop", "setVideoState stopped"],
    ["next", "switchVideo next"],
    ["previous-chapter", "switchChapter previous"],
  ])("%s of a film that plays", (request, expected) => {
    expect(decided("video/playback", request)).toBe(expected);
  });

  it.each([
    ["play", "rejected: no video plays"],
    ["stop", "unchanged"],
    ["next", "rejected: no video plays"],
  ])("%s where nothing plays", (request, expected) => {
    expect(decided("video/playback", request, idle)).toBe(expected);
  });

  it("is sent if the state is unknown", () => {
    expect(decided("video/playback", "play", withVideo({ state: "unknown" }))).toBe("setVideoState playing");
  });

  it("fails while nothing is known of the video", () => {
    const untold = "failed: the player has not reported what it plays";
    expect(decided("video/playback", "pause", without("video"))).toBe(untold);
    expect(decided("video/position", "9", without("video"))).toBe(untold);
  });

  it("next is shown by another film, by none, or by another place in the same one", () => {
    const effect = effectOf("video/playback", "next");
    expect(effect.isShown(withVideo({ key: "other" }))).toBe(true);
    expect(effect.isShown(idle)).toBe(true);
    expect(effect.isShown(later(2, { positionSeconds: 62 }))).toBe(false);
    expect(effect.isShown(later(2, { positionSeconds: 65 }))).toBe(false);
    expect(effect.isShown(later(2, { positionSeconds: 66 }))).toBe(true);
    expect(effect.isShown(later(2, { positionSeconds: 0 }))).toBe(true);
    expect(effect.isShown(later(9, { positionSeconds: 60 }))).toBe(false);
    expect(effect.isShown(later(2, { positionSeconds: undefined }))).toBe(false);
    const ofPaused = effectOf("video/playback", "next", withVideo({ state: "paused" }));
    expect(ofPaused.isShown(later(60, { state: "paused", positionSeconds: 60 }))).toBe(false);
    expect(ofPaused.isShown(later(60, { state: "paused", positionSeconds: 70 }))).toBe(true);
    expect(shown(effect, settled())).toBe('the same place in "Film"');
    expect(shown(effect, without("video"))).toBe('the same place in ""');
  });

  it("next is recognized without a reported position", () => {
    const effect = effectOf("video/playback", "next", withVideo({ positionSeconds: undefined }));
    expect(effect.isShown(later(1, { positionSeconds: 90 }))).toBe(true);
  });
});

it.each([
  ["previous", 2.9, true],
  ["previous-chapter", 0, true],
  ["previous", 3, false],
  ["next", 0, false],
  ["previous", undefined, false],
])(
  "the player's yes does for %s %s seconds after the beginning: %s",
  (request, positionSeconds, expected) => {
    expect(effectOf("video/playback", request, withVideo({ positionSeconds })).isAnswerEnough).toBe(expected);
    if (request.endsWith("chapter")) return;
    expect(effectOf("music/playback", request, withMusic({ positionSeconds })).isAnswerEnough).toBe(expected);
  },
);

describe("video/position", () => {
  it.each([
    ["90", "seekVideo 90"],
    ["0", "seekVideo 0"],
    ["+30", "seekVideo 90"],
    ["-10", "seekVideo 50"],
    ["-99", "seekVideo 0"],
    ["6905", "seekVideo 6905"],
    ["6906", "rejected: out of range: 6906 is not within 0 to 6905 seconds"],
    ["+6900", "rejected: out of range: 6960 is not within 0 to 6905 seconds"],
  ])("%s", (request, expected) => {
    expect(decided("video/position", request)).toBe(expected);
  });

  it("has no upper limit without a duration", () => {
    expect(decided("video/position", "99999", withVideo({ durationSeconds: undefined }))).toBe(
      "seekVideo 99999",
    );
  });

  it("cannot be changed by a step without a reported position", () => {
    const session = withVideo({ positionSeconds: undefined });
    expect(decided("video/position", "+5", session)).toMatch(
      /^failed: the player does not report its position/,
    );
    expect(decided("video/position", "5", session)).toBe("seekVideo 5");
    expect(decided("video/position", "5", idle)).toBe("rejected: no video plays");
  });

  it("is shown by a place nearer to it than where the film would be anyway", () => {
    const effect = effectOf("video/position", "+30");
    expect(effect.isShown(later(2, { positionSeconds: 92 }))).toBe(true);
    expect(effect.isShown(later(2, { positionSeconds: 80 }))).toBe(true);
    expect(effect.isShown(later(2, { positionSeconds: 62 }))).toBe(false);
    expect(effect.isShown(later(2, { positionSeconds: 300 }))).toBe(false);
    expect(effect.isShown(idle)).toBe(false);
    // While it waits for data it stays where it was, however long.
    const back = effectOf("video/position", "56");
    expect(back.isShown(later(10, { positionSeconds: 60 }))).toBe(false);
    expect(back.isShown(later(1, { positionSeconds: 57 }))).toBe(true);
    // What it shows may be where it was before.
    expect(effectOf("video/position", "60").isShown(later(0.5, { positionSeconds: 60 }))).toBe(true);
    expect([shown(effect, settled()), shown(effect, idle), shown(effect, without("video"))]).toEqual([
      "60 seconds",
      "unknown seconds",
      "unknown seconds",
    ]);
  });

  it("of a film that is paused is where it was sent", () => {
    const effect = effectOf("video/position", "90", withVideo({ state: "paused" }));
    expect(effect.isShown(later(4, { state: "paused", positionSeconds: 90 }))).toBe(true);
    // A key frame that is nearer to it than to where the film stood does, however long ago that was read.
    const near = effectOf("video/position", "80", withVideo({ state: "paused" }));
    expect(near.isShown(later(60, { state: "paused", positionSeconds: 72 }))).toBe(true);
    expect(near.isShown(later(60, { state: "paused", positionSeconds: 68 }))).toBe(false);
    expect(effect.isShown(later(4, { state: "paused", positionSeconds: 60 }))).toBe(false);
  });
});

describe("video/playlist", () => {
  it.each([
    ["0", "playPlaylistEntry 0"],
    ["Two", "playPlaylistEntry 1"],
    ["two", "rejected: unknown title: the playlist has 2 entries, none with this title"],
    ["2", "rejected: out of range: 2 is not among the 2 entries, counted from 0"],
    ["12", "rejected: out of range: 12 is not among the 2 entries, counted from 0"],
  ])("%s", (request, expected) => {
    expect(decided("video/playlist", request)).toBe(expected);
  });

  it("is set already if the entry is current", () => {
    expect(effectOf("video/playlist", "0").wasAlreadySet).toBe(false);
    expect(effectOf("video/playlist", "1").wasAlreadySet).toBe(true);
    expect(decided("video/playlist", "0", without("playlist"))).toMatch(/^failed/);
  });

  it("is shown by another film, and not by the entry that is marked before its film is there", () => {
    const marked = { ...player.playlist, currentIndex: 0 };
    const effect = effectOf("video/playlist", "0");
    const at = (video?: VideoStatus): Session => {
      const { video: _video, ...others } = player;
      return settled({ player: { ...others, playlist: marked, ...(video && { video }) } });
    };
    const seen = [player.video, { ...idleVideo, key: "" }, { ...player.video, key: "new" }, undefined];
    expect(seen.map((video) => effect.isShown(at(video)))).toEqual([false, false, true, false]);
    expect(shown(effect, at(player.video))).toBe("what played before");
    // Nothing but the index tells films of one title apart, or shows a film where none is reported.
    const entries = player.playlist.entries.map((entry) => ({ ...entry, title: "Alike" }));
    const alike = settled({ player: { ...player, playlist: { ...player.playlist, entries } } });
    for (const session of [alike, without("video")])
      expect(effectOf("video/playlist", "0", session).isShown(at(player.video))).toBe(true);
    expect(shown(effectOf("video/playlist", "0", alike), alike)).toBe(
      "entry 1 (another film has the same title)",
    );
  });

  it("is shown by a film where none was on, though the entry was current all the time", () => {
    const ended = settled({ player: { ...player, video: idleVideo } });
    const effect = effectOf("video/playlist", "1", ended);
    expect([effect.wasAlreadySet, effect.proof, effect.isShown(ended)]).toEqual([false, "video", false]);
    expect(effect.isShown(settled())).toBe(true);
    expect(shown(effect, ended)).toBe("no video");
  });
});

describe("video/subtitle and video/audio-track", () => {
  it.each([
    ["off", "setSubtitle 0"],
    ["0", "setSubtitle 0"],
    ["1", "setSubtitle 1"],
    ["ENGLISH", "setSubtitle 1"],
    ["French", "unchanged"],
    ["3", 'rejected: unknown subtitle: there is no "3", the film has 0 off, 1 English, 2 French'],
  ])("subtitle %s", (request, expected) => {
    expect(decided("video/subtitle", request)).toBe(expected);
  });

  it.each([
    ["1", "setAudioTrack 1"],
    ["English", "unchanged"],
    ["off", 'rejected: unknown audio track: there is no "off", the film has 0 English, 1 German'],
  ])("audio track %s", (request, expected) => {
    expect(decided("video/audio-track", request)).toBe(expected);
  });

  it("do not guess which of two alike is meant, and know an off that stands in the list", () => {
    const subtitles = [
      { index: 0, title: "Aus" },
      { index: 1, title: "SRT" },
      { index: 2, title: "srt" },
    ];
    const session = settled({ player: { ...player, subtitles } });
    expect(decided("video/subtitle", "Srt", session)).toMatch(/0 off, 1 SRT, 2 srt$/);
    expect(decided("video/subtitle", "srt", session)).toBe("unchanged");
  });

  it("are nothing to choose where there are none, or no film", () => {
    const silent = settled({ player: { ...player, audioTracks: [] } });
    expect(decided("video/audio-track", "1", silent)).toMatch(/the film has none$/);
    expect(decided("video/subtitle", "1", idle)).toBe("rejected: no video plays");
    for (const part of ["video", "subtitles"] as const) {
      expect(decided("video/subtitle", "1", without(part))).toMatch(/^failed: the player has not reported/);
    }
  });

  it("count as selected once confirmed, if the player never reports the selection", () => {
    const silent = withVideo({ subtitleIndex: undefined });
    expect(effectOf("video/subtitle", "off", silent)).toMatchObject({
      calls: [{ call: { operation: "setSubtitle", index: 0 } }],
      proof: undefined,
    });
  });
});
