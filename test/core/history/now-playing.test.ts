import { expect, it } from "vitest";
import { filmNowPlaying, trackNowPlaying } from "../../../src/core/history/now-playing.ts";
import { idleVideo, type VideoStatus } from "../../../src/core/resources/video.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import type { PlayerState } from "../../../src/core/resources/player.ts";
import { withResource } from "../../../src/core/session/session.ts";
import { film, music } from "../sample-player.ts";
import { settled } from "../samples.ts";

function filmOf(video: Partial<VideoStatus>, other: PlayerState = {}) {
  return filmNowPlaying(settled({ player: { ...other, video: { ...film, ...video } } }));
}

function trackOf(change: Partial<MusicState>) {
  return trackNowPlaying(settled({ player: { music: { ...music, ...change } } }));
}

it("a film has the facts of the library, and its own until they are read", () => {
  expect(filmOf({})).toMatchObject({
    key: film.key,
    isPlaying: true,
    isKnown: false,
    facts: {
      title: "Film",
      year: undefined,
      path: film.path,
      season: undefined,
      episode: undefined,
      imdb: undefined,
      tmdb: undefined,
    },
  });
  const details = { year: 1999, season: 2, episode: 5, imdbId: "tt1", tmdbId: "7" };
  const filmArt = { path: film.path, title: "Series", picture: "", backdrop: "", details };
  expect(filmOf({ state: "paused" }, { filmArt })).toMatchObject({
    isPlaying: false,
    isKnown: true,
    facts: { title: "Series", year: 1999, season: 2, episode: 5, imdb: "tt1", tmdb: "7" },
  });
  const lacking = withResource(settled({ player: { video: film } }), "filmArt", { support: "unsupported" });
  expect(filmNowPlaying(lacking)).toMatchObject({ isKnown: true });
  expect(filmOf({ title: "" })).toMatchObject({ key: film.key });
  expect(filmOf({ path: "", key: "" })).toMatchObject({ key: " Film", facts: { path: undefined } });
});

it("nothing is seen of a film that has no name, or of a player at rest", () => {
  expect(filmOf({ path: "", title: "", key: "" })).toBe("nothing");
  expect(filmOf(idleVideo)).toBe("nothing");
  expect(filmOf({ state: "idle" })).toBe("nothing");
  expect(filmOf({ state: "unknown" })).toBe("unclear");
  expect(filmNowPlaying(settled({ player: {} }))).toBe("unclear");
  const player = { video: film, music };
  for (const nowPlayingOf of [filmNowPlaying, trackNowPlaying]) {
    expect(nowPlayingOf(settled({ availability: "offline", player }))).toBe("away");
    expect(nowPlayingOf(settled({ availability: "unknown", player }))).toBe("unclear");
  }
});

it("a track is what has a title and plays or is paused", () => {
  const { track } = music;
  expect(trackOf({ playing: "playing" })).toMatchObject({
    key: track.key,
    isPlaying: true,
    facts: { title: track.title },
  });
  expect(trackOf({ playing: "paused" })).toMatchObject({ isPlaying: false });
  const service = { ...track, details: { service: "Tidal" } };
  expect(trackOf({ playing: "playing", track: service })).toMatchObject({ facts: { service: "Tidal" } });
  expect(trackOf({ playing: "idle" })).toBe("nothing");
  expect(trackOf({ playing: "playing", track: { ...track, title: "" } })).toBe("nothing");
  expect(trackOf({ playing: "unknown" })).toBe("unclear");
  expect(trackOf({ playing: "unknown", isPassThrough: true })).toBe("nothing");
  expect(trackNowPlaying(settled({ player: {} }))).toBe("unclear");
});
