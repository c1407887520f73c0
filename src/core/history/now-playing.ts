import { asText } from "../resources/json.ts";
import { artOf } from "../resources/film-art.ts";
import { activeTrack } from "../resources/music.ts";
import type { Session } from "../session/session.ts";
import type { FilmFacts, NowPlaying, TrackFacts } from "./history.ts";

type Shown = Pick<Session, "player" | "presence" | "resources">;

export function filmNowPlaying({
  player,
  presence: { availability },
  resources,
}: Shown): NowPlaying<FilmFacts> {
  if (availability !== "online") return availability === "offline" ? "away" : "unclear";
  const { video } = player;
  if (video === undefined || video.state === "unknown") return "unclear";
  const key = video.path === "" && video.title === "" ? "" : video.key || `${video.path} ${video.title}`;
  if (video.state === "idle" || key === "") return "nothing";
  const art = artOf({ player });
  const { year, season, episode, imdbId, tmdbId } = art?.details ?? {};
  return {
    key,
    isPlaying: video.state === "playing",
    positionSeconds: video.positionSeconds,
    durationSeconds: video.durationSeconds,
    isKnown: art !== undefined || resources.filmArt.support === "unsupported",
    facts: {
      title: art?.title || video.title,
      year: typeof year === "number" ? year : undefined,
      path: video.path || undefined,
      season: typeof season === "number" ? season : undefined,
      episode: typeof episode === "number" ? episode : undefined,
      imdb: asText(imdbId) || undefined,
      tmdb: asText(tmdbId) || undefined,
    },
  };
}

export function trackNowPlaying({ player, presence: { availability } }: Shown): NowPlaying<TrackFacts> {
  if (availability !== "online") return availability === "offline" ? "away" : "unclear";
  const { music } = player;
  if (music === undefined) return "unclear";
  const track = activeTrack(music);
  if (track === undefined || track.title === "") return "nothing";
  if (music.playing === "unknown") return music.isPassThrough ? "nothing" : "unclear";
  return {
    key: track.key,
    isPlaying: music.playing === "playing",
    positionSeconds: music.positionSeconds,
    durationSeconds: music.durationSeconds,
    isKnown: true,
    facts: {
      title: track.title,
      artist: track.artist,
      album: track.album,
      service: asText(track.details["service"]) || undefined,
    },
  };
}
