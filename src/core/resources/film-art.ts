import type { JsonObject } from "./json.ts";
import { object, text } from "./property.ts";
import { quoted, type Resource } from "./resource.ts";
import type { VideoStatus } from "./video.ts";

/** A film's entry in the player's library. Texts are empty where the library does not know them. */
export interface FilmArt {
  /** The path of the file; empty if the library does not know the film. */
  readonly path: string;
  readonly title: string;
  readonly picture: string;
  readonly backdrop: string;
  readonly details: JsonObject;
}

const unknownFilm: FilmArt = { path: "", title: "", picture: "", backdrop: "", details: {} };

export interface FilmArtContext {
  readonly player: { readonly video?: VideoStatus };
}

interface ShownFilmContext {
  readonly player: FilmArtContext["player"] & { readonly filmArt?: FilmArt };
}

export const filmArt = {
  readOn: "film",
  readEveryMs: "never",
  summary: ({ title }) => quoted(title).trim() || "-",
  empty: unknownFilm,
  topics: {
    "video/picture": text(
      "Video poster",
      {
        names: { de: "Videoposter", fr: "Affiche de la vidéo", zh: "视频海报" },
        sample: "http://192.168.1.20/poster",
        category: "rare",
        about: "address of the poster; empty if the player's library does not know the film",
      },
      (art, context) => (isOfFilm(art, context) ? art.picture : ""),
    ),
    "video/backdrop": text(
      "Video backdrop",
      {
        sample: "http://192.168.1.20/backdrop",
        category: "rare",
        about: "address of the backdrop; empty if the player's library does not know the film",
      },
      (art, context) => (isOfFilm(art, context) ? art.backdrop : ""),
    ),
    "video/details": object(
      "Video details",
      {
        names: { de: "Filmdetails", fr: "Détails de la vidéo", zh: "视频详情" },
        sample: '{"title":"Tides","year":1999}',
        about:
          "JSON, as far as the library knows the film: `title`, `year`, `season`, `episode`, `episodeTitle`, `tagLine`, `overview`, `tmdbId`, `imdbId`",
      },
      (art, context) => (isOfFilm(art, context) ? JSON.stringify(art.details) : ""),
    ),
  },
  dependsOn: ["video.path", "video.state"],
} satisfies Resource<FilmArt, FilmArtContext>;

/** The library's entry of the current film; undefined without a film, or if the library lacks it. */
export function artOf({ player }: ShownFilmContext): FilmArt | undefined {
  const { filmArt: art } = player;
  return art !== undefined && isOfFilm(art, { player }) ? art : undefined;
}

/** Whether it belongs to the film that plays and not to the previous one. */
function isOfFilm({ path }: FilmArt, { player: { video } }: FilmArtContext): boolean {
  return path !== "" && path === video?.path && video.state !== "idle";
}
