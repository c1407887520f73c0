import { type ListedOption, publishedOption } from "./choice-list.ts";
import { options, part } from "./property.ts";
import type { Resource } from "./resource.ts";
import type { VideoStatus } from "./video.ts";

/** The modes of a film by their lists, and the field of the video status with the index of the selected option. */
const indexes = { zooms: "zoomIndex", playModes: "playModeIndex" } as const;

export type FilmMode = keyof typeof indexes;

export interface FilmModeContext {
  readonly player: Readonly<Partial<Record<FilmMode, readonly ListedOption[]>>> & {
    readonly video?: VideoStatus;
  };
}

/** The index of the selected option; undefined without a film, or if the player does not report it. */
export function currentMode({ player: { video } }: FilmModeContext, mode: FilmMode): number | undefined {
  return video === undefined || video.state === "idle" ? undefined : video[indexes[mode]];
}

/** The title of the selected option; empty if it is unknown. */
export function currentModeTitle(context: FilmModeContext, mode: FilmMode): string {
  const current = currentMode(context, mode);
  return context.player[mode]?.find(({ index }) => index === current)?.title ?? "";
}

const noOptions: readonly ListedOption[] = [];

/** Players answer with these lists only while a film plays. */
const readWithFilm = { readOn: "film", readEveryMs: "never", empty: noOptions, trailsFilm: "alone" } as const;

const modeOptions = {
  sample: '[{"value":"Original","title":"Original","index":0}]',
  about: ", `index`: what the player offers for any film, read with each",
};
const modeName = { sample: "Original", about: "title of the current one, as in the options" };

export const zooms = {
  ...readWithFilm,
  title: "zoom of films",
  topics: {
    "video/zoom/options": options(modeOptions, (all) => all.map(publishedOption)),
    "video/zoom/name": part("name", modeName, (_options, context) => currentModeTitle(context, "zooms")),
  },
  dependsOn: ["video.state", "video.zoomIndex"],
} satisfies Resource<readonly ListedOption[], FilmModeContext>;

export const playModes = {
  ...readWithFilm,
  title: "play modes of films",
  topics: {
    "video/play-mode/options": options(modeOptions, (all) => all.map(publishedOption)),
    "video/play-mode/name": part("name", modeName, (_options, context) =>
      currentModeTitle(context, "playModes"),
    ),
  },
  dependsOn: ["video.state", "video.playModeIndex"],
} satisfies Resource<readonly ListedOption[], FilmModeContext>;
