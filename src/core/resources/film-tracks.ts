import type { Resource, ResourceState } from "./resource.ts";
import type { VideoStatus } from "./video.ts";

/** A subtitle or an audio track that a film offers. */
export interface FilmTrack {
  readonly index: number;
  readonly title: string;
}

/** The two lists of what a film offers to choose from. */
export type FilmList = "subtitles" | "audioTracks";

/** What has to be known of a player to say what its film offers. */
export interface FilmContext {
  readonly player: Readonly<Partial<Record<FilmList, readonly FilmTrack[]>>> & {
    readonly video?: VideoStatus;
  };
  readonly resources: Readonly<Record<FilmList, ResourceState>>;
  /** The key of the film that each list belongs to. */
  readonly listedFor: Readonly<Partial<Record<FilmList, string | undefined>>>;
}

/** Off is a choice too, and in no player's list. */
const noSubtitle: FilmTrack = { index: 0, title: "off" };

const extras: Readonly<Record<FilmList, readonly FilmTrack[]>> = { subtitles: [noSubtitle], audioTracks: [] };

const noTracks: readonly FilmTrack[] = [];

/** The subtitles of the film. */
export const subtitles = {
  title: "subtitles",
  ...tracksOf("subtitles"),
  topics: {
    "video/subtitle/options": (_tracks, context) => JSON.stringify(filmChoices(context, "subtitles")),
    "video/subtitle/name": (_tracks, context) => currentChoice(context, "subtitles")?.title ?? "",
  },
} satisfies Resource<readonly FilmTrack[], FilmContext>;

/** The audio tracks of the film. */
export const audioTracks = {
  title: "audio tracks",
  ...tracksOf("audioTracks"),
  topics: {
    "video/audio-track/options": (_tracks, context) => JSON.stringify(filmChoices(context, "audioTracks")),
    "video/audio-track/name": (_tracks, context) => currentChoice(context, "audioTracks")?.title ?? "",
  },
} satisfies Resource<readonly FilmTrack[], FilmContext>;

function tracksOf(list: FilmList) {
  return {
    readWith: "film",
    isSpecified: false,
    empty: noTracks,
    inputs: ({ player: { video }, listedFor }: FilmContext): readonly unknown[] => [
      listedFor[list],
      video?.key,
      video?.state === "idle",
      video && currentIndex(video, list),
    ],
    // The list may be word for word that of the film before.
    answered: (context: FilmContext) => ({
      listedFor: isListed(context, list)
        ? context.listedFor
        : { ...context.listedFor, [list]: context.player.video?.key },
    }),
  } as const;
}

/** What can be chosen now, each under a title that names no other; nothing without a film. */
export function filmChoices(context: FilmContext, list: FilmList): readonly FilmTrack[] {
  const { [list]: tracks, video } = context.player;
  if (tracks === undefined || video === undefined || video.state === "idle") return [];
  if (!isListed(context, list)) return [];
  const choices = [...extras[list]];
  const taken = new Set(choices.map(({ title }) => title));
  for (const { index, title } of tracks) {
    if (choices.some((one) => one.index === index)) continue;
    const unique = uniqueTitle(title, index, taken);
    taken.add(unique);
    choices.push({ index, title: unique });
  }
  return choices;
}

/** The one that is chosen, if the player reports it. */
export function currentChoice(context: FilmContext, list: FilmList): FilmTrack | undefined {
  const { video } = context.player;
  const current = video && currentIndex(video, list);
  return filmChoices(context, list).find(({ index }) => index === current);
}

/** Whether a list is that of the present film, and not of the one before. */
export function isListed({ player, listedFor }: Omit<FilmContext, "resources">, list: FilmList): boolean {
  return player[list] !== undefined && listedFor[list] === player.video?.key;
}

/** Whether both lists of the film are known, as far as the player answers: one is requested right after the other. */
export function areFilmListsKnown(context: FilmContext): boolean {
  const { resources } = context;
  const lists = ["subtitles", "audioTracks"] as const;
  const lastAt = Math.max(...lists.map((name) => resources[name].triedAt));
  return lists.every((name) => {
    const { support, triedAt } = resources[name];
    return isListed(context, name) || support === "unsupported" || triedAt === lastAt;
  });
}

/** The index by which the player reports what is chosen. */
export function currentIndex(video: VideoStatus, list: FilmList): number | undefined {
  return list === "subtitles" ? video.subtitleIndex : video.audioTrackIndex;
}

/** A number alone would name another one by its index. */
function uniqueTitle(title: string, index: number, taken: ReadonlySet<string>): string {
  const isFree = (text: string): boolean => !/^\s*-?\d*\s*$/.test(text) && !taken.has(text);
  let text = title;
  while (!isFree(text)) text = `${text.trim()} (${index})`.trim();
  return text;
}
