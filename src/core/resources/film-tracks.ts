import { type ListedOption, publishedOption, withUniqueTitles } from "./choice-list.ts";
import { options, part } from "./property.ts";
import type { Resource, ResourceState } from "./resource.ts";
import type { VideoStatus } from "./video.ts";

export type FilmTrack = ListedOption;

export type FilmList = "subtitles" | "audioTracks";

export interface FilmContext {
  readonly player: Readonly<Partial<Record<FilmList, readonly FilmTrack[]>>> & {
    readonly video?: VideoStatus;
  };
  readonly resources: Readonly<Record<FilmList, ResourceState>>;
  readonly memory: { readonly listFilmKeys: Readonly<Partial<Record<FilmList, string | undefined>>> };
}

const indexes = { subtitles: "subtitleIndex", audioTracks: "audioTrackIndex" } as const;

/** Off can be selected too, but no player lists it. */
const noSubtitle: FilmTrack = { index: 0, title: "off" };

const extras: Readonly<Record<FilmList, readonly FilmTrack[]>> = { subtitles: [noSubtitle], audioTracks: [] };

const noTracks: readonly FilmTrack[] = [];

export const subtitles = {
  ...tracksOf("subtitles"),
  topics: {
    "video/subtitle/options": optionsOf("subtitles", '[{"value":"off","title":"off","index":0}]'),
    "video/subtitle/name": nameOf("subtitles"),
  },
} satisfies Resource<readonly FilmTrack[], FilmContext>;

export const audioTracks = {
  title: "audio tracks",
  ...tracksOf("audioTracks"),
  topics: {
    "video/audio-track/options": optionsOf(
      "audioTracks",
      '[{"value":"English","title":"English","index":0}]',
    ),
    "video/audio-track/name": nameOf("audioTracks"),
  },
} satisfies Resource<readonly FilmTrack[], FilmContext>;

function tracksOf(list: FilmList) {
  return {
    readOn: "film",
    readEveryMs: "never",
    empty: noTracks,
    trailsFilm: "alone",
    dependsOn: ["memory.listFilmKeys", "video.key", "video.state", `video.${indexes[list]}`],
    // A new film may have exactly the same list as the one before.
    answered: (context: FilmContext) => ({
      listFilmKeys: isListOfCurrentFilm(context, list)
        ? context.memory.listFilmKeys
        : { ...context.memory.listFilmKeys, [list]: context.player.video?.key },
    }),
  } as const;
}

function optionsOf(list: FilmList, sample: string) {
  const about =
    ", `index` of the tracks; subtitles begin with 0, `off`; `[]` or empty without a film. A duplicate or numeric title is extended by its index: `SRT (3)`";
  return options({ about, sample }, (_tracks: readonly FilmTrack[], context: FilmContext) =>
    filmChoices(context, list).map(publishedOption),
  );
}

function nameOf(list: FilmList) {
  const about =
    "title of the current one, as in the options; empty without a film, or if the player does not report it";
  return part(
    "name",
    { sample: "English", about },
    (_tracks: readonly FilmTrack[], context: FilmContext) => currentChoice(context, list)?.title ?? "",
  );
}

/** The tracks that can be selected now, each under a unique title; empty without a film. */
export function filmChoices(context: FilmContext, list: FilmList): readonly FilmTrack[] {
  const { [list]: tracks, video } = context.player;
  if (tracks === undefined || video === undefined || video.state === "idle") return [];
  if (!isListOfCurrentFilm(context, list)) return [];
  return withUniqueTitles(tracks, extras[list]);
}

export function currentChoice(context: FilmContext, list: FilmList): FilmTrack | undefined {
  const { video } = context.player;
  const current = video && currentIndex(video, list);
  return filmChoices(context, list).find(({ index }) => index === current);
}

/** Whether a list belongs to the current film and not to the previous one. */
export function isListOfCurrentFilm(
  { player, memory: { listFilmKeys } }: Omit<FilmContext, "resources">,
  list: FilmList,
): boolean {
  return player[list] !== undefined && listFilmKeys[list] === player.video?.key;
}

/** Whether both lists of the film are known, as far as the player answers. Each is requested right after the other. */
export function areFilmListsKnown(context: FilmContext): boolean {
  const { resources } = context;
  const lists = ["subtitles", "audioTracks"] as const;
  const lastAt = Math.max(...lists.map((name) => resources[name].triedAt));
  return lists.every((name) => {
    const { support, triedAt } = resources[name];
    return isListOfCurrentFilm(context, name) || support === "unsupported" || triedAt === lastAt;
  });
}

/** The index by which the player reports the selected track. */
export function currentIndex(video: VideoStatus, list: FilmList): number | undefined {
  return video[indexes[list]];
}
