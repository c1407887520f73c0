import { currentIndex, filmChoices, type FilmList, isListOfCurrentFilm } from "../resources/film-tracks.ts";
import type { KnownPlayer } from "./known-player.ts";
import { act, actBlindly } from "./effect.ts";
import { findOption, unknownOption } from "./choose.ts";
import { type Control, defineControl, failed, rejected, unchanged } from "./control.ts";

/** The differences between subtitles and audio tracks. */
interface FilmChoice {
  readonly list: FilmList;
  readonly operation: "setSubtitle" | "setAudioTrack";
  readonly noun: string;
  readonly expected: string;
}

/** Chooses the subtitle of the film. */
export const subtitleControl = choose({
  list: "subtitles",
  operation: "setSubtitle",
  noun: "subtitle",
  expected: "the index of a subtitle, its title, or off",
});

/** Chooses the audio track of the film. */
export const audioTrackControl = choose({
  list: "audioTracks",
  operation: "setAudioTrack",
  noun: "audio track",
  expected: "the index of an audio track, or its title",
});

function choose({ list, operation, noun, expected }: FilmChoice): Control {
  return defineControl({
    capability: `choice of ${noun}`,
    field: "value",
    expected,
    resource: list,
    operations: [operation],
    fresh: ["video"],
    needed: [list],
    read: (request) => request,
    decide: (request, session) => {
      const { video } = session.player;
      if (video?.state === "idle") return rejected("no video plays");
      if (video === undefined || !isListOfCurrentFilm(session, list))
        return failed(`the player has not reported what ${noun}s there are`);
      const tracks = filmChoices(session, list);
      const found = findOption(tracks, request);
      if (found === undefined) return unknownOption(noun, request, tracks, "the film");
      const { index } = found;
      const current = currentIndex(video, list);
      if (current === index) return unchanged;
      const call = { operation, index } as const;
      // Old firmware reports the available tracks, but never the selected one.
      if (current === undefined) return actBlindly([{ afterMs: 0, call }]);
      const chosen = ({ player }: KnownPlayer): number | undefined =>
        player.video && currentIndex(player.video, list);
      return act(call, {
        proof: "video",
        isShown: (later) => chosen(later) === index,
        shown: (later) => `${noun} ${chosen(later) ?? "unknown"}`,
      });
    },
  });
}
