import { fitList } from "./fit.ts";
import type { JsonObject } from "./json.ts";
import { object, text } from "./property.ts";
import { polled, type Resource } from "./resource.ts";
import type { VideoStatus } from "./video.ts";

export interface Playlist {
  readonly size: number;
  readonly currentIndex: number;
  readonly currentTitle: string;
  readonly entries: readonly JsonObject[];
}

export const emptyPlaylist: Playlist = { size: 0, currentIndex: -1, currentTitle: "", entries: [] };

export interface PlaylistContext {
  readonly player: { readonly playlist?: Playlist; readonly video?: VideoStatus };
}

export const playlist = {
  ...polled,
  showsUse: true,
  summary: ({ size }) => String(size),
  empty: emptyPlaylist,
  trailsFilm: "with others",
  topics: {
    "video/playlist": object(
      "Playlist",
      {
        names: { de: "Playlist", fr: "Liste de lecture", zh: "视频播放列表" },
        sample: '{"size":2,"currentIndex":0,"playlist":[]}',
        about:
          "JSON: `size`, `currentIndex`, `playlist`; if it is too large for one message, the entries around the current one, and `start`",
      },
      ({ size, currentIndex, entries }, _context, { maxPayloadBytes }) =>
        fitList(entries, currentIndex, maxPayloadBytes, (part, start) =>
          JSON.stringify(
            part.length === entries.length
              ? { size, currentIndex, playlist: part }
              : { size, currentIndex, start, playlist: part },
          ),
        ),
    ),
    "video/playlist/current": text(
      "Playlist current entry",
      {
        names: {
          de: "Aktueller Eintrag der Playlist",
          fr: "Entrée actuelle de la playlist",
          zh: "视频列表当前项",
        },
        sample: "Tides",
        about: "title of the current entry",
      },
      ({ currentTitle }) => currentTitle,
    ),
  },
  // The playlist belongs to the film: it was read when the film ended, and is read again when the next one begins.
  impliedBy: ({ player }) =>
    player.video?.state === "idle" && player.playlist !== undefined ? "video" : undefined,
  changed: ({ before, after, now }) => {
    const hasEntryChanged = before !== undefined && before.currentIndex !== after.currentIndex;
    return { due: hasEntryChanged ? [["video", now]] : [] };
  },
} satisfies Resource<Playlist, PlaylistContext, "video">;
