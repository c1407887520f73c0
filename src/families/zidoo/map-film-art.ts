import type { FilmArt } from "../../core/resources/film-art.ts";
import { sanitizeJson } from "../http/parse-json.ts";
import { answerOf, asNumber, number, part, type ReadContext, text } from "./wire.ts";

/** A film, a season or an episode of the library. */
function item() {
  return part({
    id: text,
    name: text,
    number,
    aggregation: part({
      name: text,
      tagLine: text,
      overview: text,
      releaseDate: text,
      episodeNumber: number,
      tmdbId: text,
      imdbId: text,
    }),
  });
}

const filmArtAnswer = answerOf(() => ({
  type: text,
  movie: item(),
  season: item(),
  episode: item(),
  video: part({ parentId: text }),
}));

/** The sizes to ask for, in pixels. */
const poster = { w: 400, h: 600 };
const backdrop = { w: 1280, h: 720 };

export function mapFilmArt(json: object, context: ReadContext): FilmArt | undefined {
  const { movie, season, episode, video } = filmArtAnswer().parse(json);
  // The pictures of an episode are found by its own id. Older answers have only an id beside the file.
  const id = [episode?.id, movie?.id, video?.parentId].find((one) => one !== undefined && one !== "0");
  if (id === undefined || context.film === undefined) return undefined;
  const film = movie?.aggregation ?? {};
  const part = episode?.aggregation;
  const title = movie?.name ?? film.name ?? "";
  return {
    path: context.film,
    title,
    picture: posterOf(id, context),
    backdrop: address("getBackdrop", id, backdrop, context),
    details: sanitizeJson({
      title,
      year: yearOf(film.releaseDate ?? part?.releaseDate),
      season: asNumber(season?.number),
      episode: asNumber(part?.episodeNumber),
      episodeTitle: part?.name ?? episode?.name,
      tagLine: film.tagLine,
      overview: part?.overview ?? film.overview,
      tmdbId: film.tmdbId,
      imdbId: film.imdbId,
    }),
  };
}

export function yearOf(date: string | undefined): number | undefined {
  const year = date?.match(/^\s*(\d{4})\b/)?.[1];
  return year === undefined ? undefined : Number(year);
}

export function posterOf(id: string, context: ReadContext): string {
  return address("getPoster", id, poster, context);
}

function address(
  operation: string,
  id: string,
  { w, h }: typeof poster,
  { origin, pathPrefix }: ReadContext,
): string {
  return `${origin}/${pathPrefix}Poster/v2/${operation}?id=${encodeURIComponent(id)}&w=${w}&h=${h}`;
}
