import { defineControl, notReportedYet, rejected } from "./control.ts";
import type { Enqueue } from "./call.ts";
import { act, actBlindly, type Decision } from "./effect.ts";
import type { KnownPlayer } from "./known-player.ts";
import { addsToQueue, entriesOf } from "./music.ts";
import { begin, opensForMs } from "./play.ts";
import { translatable } from "../../lib/phrase.ts";

interface LibraryItem {
  readonly kind: "album" | "artist" | "playlist" | "track" | "film" | "service";
  readonly ids: readonly string[];
  readonly how: Enqueue;
}

const form =
  /^(?:(replace|play|next|add)\s+)?(album|artist|playlist|track|film|service)\s+(-?[\w.-]{1,64}(?:\s*,\s*-?[\w.-]{1,64}){0,49})$/i;

/** Plays something of the player's library in place of the queue, or opens a streaming service. */
export const libraryPlay = defineControl({
  title: "Play from library",
  names: { de: "Aus der Bibliothek spielen", fr: "Lire depuis la bibliothèque", zh: "播放媒体库条目" },
  about:
    "`album 469`, `artist …`, `playlist …`, `track …`, `film …` or `service …` with an id of [the library](#the-library), or up to 50 tracks: `track 12,13`. It replaces the queue; before `service`, `play`, `next` and `add` keep it where the player can",
  expected:
    "album, artist, playlist, track, film or service and its id, such as album 469, or up to 50 tracks: track 12,13",
  resource: ["music", "video"],
  operations: ["playLibraryList", "playLibraryTracks", "playLibraryFilm", "playServiceItem", "openApp"],
  fresh: (session) => (addsToQueue(session) ? ["music", "queue"] : ["video", "music"]),
  read: readItem,
  isStep: ({ how }) => how === "add" || how === "next",
  takesMs: () => opensForMs,
  decide: ({ kind, ids, how }, session) => {
    const [id = ""] = ids;
    if (kind === "service" && addsToQueue(session)) return playServiceItem(id, how, session);
    if (how !== "replace")
      return rejected(
        translatable(
          "library.no-adding",
          "no operation is known that adds to a queue: library/play replaces it",
        ),
      );
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

function playServiceItem(id: string, how: Enqueue, session: KnownPlayer): Decision {
  const call = { operation: "playServiceItem", id, how } as const;
  if (how === "replace" || how === "play") return begin(call, "music", session);
  const { queue } = session.player;
  if (queue === undefined) return notReportedYet;
  return act(call, {
    proof: "queue",
    pollForMs: opensForMs,
    isShown: ({ player }) => (player.queue?.total ?? 0) > queue.total,
    shown: (later) => entriesOf(later, queue),
  });
}

function readItem(request: string): LibraryItem | undefined {
  const [, how = "replace", kind = "", list = ""] = form.exec(request) ?? [];
  const word = kind.toLowerCase() as LibraryItem["kind"];
  const ids = list.split(",").map((id) => id.trim());
  return kind === "" || (ids.length > 1 && word !== "track")
    ? undefined
    : { kind: word, ids, how: how.toLowerCase() as Enqueue };
}
