import type { ListedOption } from "../resources/choice-list.ts";
import { currentMode, currentModeTitle, type FilmMode } from "../resources/film-modes.ts";
import { currentIndex, filmChoices, type FilmList, isListOfCurrentFilm } from "../resources/film-tracks.ts";
import { findOption, unknownOption } from "./choose.ts";
import { type Control, defineControl, failed, rejected, unchanged, unknown } from "./control.ts";
import { act, actBlindly } from "./effect.ts";
import type { KnownPlayer } from "./known-player.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";

/** A choice for a film: among its own entries, or among those that the player offers for any film. */
interface FilmChoice {
  readonly list: FilmList | FilmMode;
  readonly operation: "setSubtitle" | "setAudioTrack" | "setZoom" | "setVideoPlayMode";
  readonly noun: Phrase;
  readonly expected: string;
  readonly owner: "the film" | "the player";
  /** Says that the player has not reported what it must before anything can be chosen. */
  readonly needed: Phrase;
  readonly options: (session: KnownPlayer) => readonly ListedOption[] | undefined;
  /** The index of the selected option; undefined if the player does not report it. */
  readonly current: (session: KnownPlayer) => number | undefined;
  /** The selected option in words; empty if it is unknown. */
  readonly shown: (session: KnownPlayer) => string;
}

function ofFilm(
  list: FilmList,
  operation: "setSubtitle" | "setAudioTrack",
  noun: Phrase,
  needed: Phrase,
  expected: string,
): FilmChoice {
  const current = ({ player: { video } }: KnownPlayer): number | undefined =>
    video && currentIndex(video, list);
  return {
    list,
    operation,
    noun,
    expected,
    owner: "the film",
    needed,
    options: (session) => (isListOfCurrentFilm(session, list) ? filmChoices(session, list) : undefined),
    current,
    shown: (session) => String(current(session) ?? ""),
  };
}

function ofPlayer(list: FilmMode, operation: "setZoom" | "setVideoPlayMode", noun: Phrase): FilmChoice {
  return {
    list,
    operation,
    noun,
    expected: "the index or the title of one of the options",
    owner: "the player",
    needed: translatable("unreported.options", "the player has not reported what it offers as {noun}", {
      noun,
    }),
    options: ({ player }) => player[list],
    current: (session) => currentMode(session, list),
    shown: (session) => currentModeTitle(session, list),
  };
}

function choose({
  list,
  operation,
  noun,
  owner,
  needed,
  options,
  current,
  shown,
  ...words
}: FilmChoice): Control {
  return defineControl({
    ...words,
    resource: list,
    operations: [operation],
    fresh: ["video"],
    needed: [list],
    read: (request) => request,
    decide: (request, session) => {
      const { video } = session.player;
      if (video?.state === "idle") return rejected(translatable("nothing.video", "no video plays"));
      const offered = options(session);
      if (video === undefined || offered === undefined) return failed(needed);
      const found = findOption(offered, request);
      if (found === undefined) return unknownOption(noun, request, offered, owner);
      const { index } = found;
      const before = current(session);
      if (before === index) return unchanged;
      const call = { operation, index } as const;
      // Old firmware reports the options, but never the selected one.
      if (before === undefined) return actBlindly(call);
      return act(call, {
        proof: "video",
        isShown: (later) => current(later) === index,
        shown: (later) =>
          translatable("shown.option", "{name} {value}", { name: noun, value: shown(later) || unknown }),
      });
    },
  });
}

export const controlsOfFilmChoices = {
  "video/audio-track": choose(
    ofFilm(
      "audioTracks",
      "setAudioTrack",
      translatable("word.audio-track", "audio track"),
      translatable("unreported.audio-tracks", "the player has not reported what audio tracks there are"),
      "the index of an audio track, or its title",
    ),
  ),
  "video/subtitle": choose(
    ofFilm(
      "subtitles",
      "setSubtitle",
      translatable("word.subtitle", "subtitle"),
      translatable("unreported.subtitles", "the player has not reported what subtitles there are"),
      "the index of a subtitle, its title, or off",
    ),
  ),
  "video/zoom": choose(ofPlayer("zooms", "setZoom", translatable("word.zoom", "zoom"))),
  "video/play-mode": choose(
    ofPlayer("playModes", "setVideoPlayMode", translatable("word.play-mode", "play mode")),
  ),
};
