import { defineControl, rejected } from "./control.ts";
import { actBlindly } from "./effect.ts";
import { begin, opensForMs } from "./play.ts";
import { translatable } from "../../lib/phrase.ts";

interface LibraryItem {
  readonly kind: "album" | "artist" | "playlist" | "track" | "film" | "service";
  readonly ids: readonly string[];
  readonly isAdded: boolean;
}

const form =
  /^(?:replace\s+|(next|add)\s+)?(album|artist|playlist|track|film|service)\s+(-?[\w.-]{1,64}(?:\s*,\s*-?[\w.-]{1,64}){0,49})$/i;

/**
 * Plays an album, an artist, a playlist, tracks or a film of the player's library, in place of the queue, or opens a streaming
 * service.
 */
export const libraryPlay = defineControl({
  title: "Play from library",
  about:
    "`album 469`, `artist …`, `playlist …`, `track …`, `film …` or `service …` with an id of [the library](#the-library), or up to 50 tracks: `track 12,13`. It replaces the queue",
  expected:
    "album, artist, playlist, track, film or service and its id, such as album 469, or up to 50 tracks: track 12,13",
  resource: ["music", "video"],
  operations: ["playLibraryList", "playLibraryTracks", "playLibraryFilm", "openApp"],
  fresh: ["video", "music"],
  read: readItem,
  takesMs: () => opensForMs,
  decide: ({ kind, ids, isAdded }, session) => {
    if (isAdded)
      return rejected(
        translatable(
          "library.no-adding",
          "no operation is known that adds to a queue: library/play replaces it",
        ),
      );
    const [id = ""] = ids;
    switch (kind) {
      case "film":
        return begin({ operation: "playLibraryFilm", id }, "video", session);
      case "service":
        // No answer reports which app is open.
        return actBlindly({ operation: "openApp", package: id });
      case "track":
        return begin({ operation: "playLibraryTracks", ids }, "music", session);
      default:
        return begin({ operation: "playLibraryList", list: kind, id }, "music", session);
    }
  },
});

function readItem(request: string): LibraryItem | undefined {
  const [, added, kind = "", list = ""] = form.exec(request) ?? [];
  const word = kind.toLowerCase() as LibraryItem["kind"];
  const ids = list.split(",").map((id) => id.trim());
  return kind === "" || (ids.length > 1 && word !== "track")
    ? undefined
    : { kind: word, ids, isAdded: added !== undefined };
}
