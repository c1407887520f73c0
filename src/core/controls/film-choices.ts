import type { ListedOption } from "../resources/choice-list.ts";
import { currentMode, currentModeTitle, type FilmMode } from "../resources/film-modes.ts";
import { currentIndex, filmChoices, type FilmList, isListOfCurrentFilm } from "../resources/film-tracks.ts";
import { findOption, unknownOption } from "./choose.ts";
import { type Control, defineControl, failed, rejected, unchanged } from "./control.ts";
import { act, actBlindly } from "./effect.ts";
import type { KnownPlayer } from "./known-player.ts";

/** What can be chosen for a film: of the film itself, or of what the player offers for any film. */
interface FilmChoice {
  readonly list: FilmList | FilmMode;
  readonly operation: "setSubtitle" | "setAudioTrack" | "setZoom" | "setVideoPlayMode";
  readonly noun: string;
  readonly capability: string;
  readonly expected: string;
  readonly owner: "the film" | "the player";
  /** What the player has to report before anything can be chosen. */
  readonly needed: string;
  /** Undefined while they are not known for this film. */
  readonly options: (session: KnownPlayer) => readonly ListedOption[] | undefined;
  /** The index of the selected option; undefined if the player does not report it. */
  readonly current: (session: KnownPlayer) => number | undefined;
  /** The selected option in words; empty if it is unknown. */
  readonly shown: (session: KnownPlayer) => string;
}

/** Chooses the subtitle of the film. */
export const subtitleControl = choose(
  ofFilm("subtitles", "setSubtitle", "subtitle", "the index of a subtitle, its title, or off"),
);

/** Chooses the audio track of the film. */
export const audioTrackControl = choose(
  ofFilm("audioTracks", "setAudioTrack", "audio track", "the index of an audio track, or its title"),
);

/** Selects how the film is fitted to the screen. */
export const videoZoom = choose(ofPlayer("zooms", "setZoom", "zoom"));

/** Selects what the player does at the end of the film. */
export const videoPlayMode = choose(ofPlayer("playModes", "setVideoPlayMode", "play mode"));

function ofFilm(
  list: FilmList,
  operation: "setSubtitle" | "setAudioTrack",
  noun: string,
  expected: string,
): FilmChoice {
  const current = ({ player: { video } }: KnownPlayer): number | undefined =>
    video && currentIndex(video, list);
  return {
    list,
    operation,
    noun,
    capability: `choice of ${noun}`,
    expected,
    owner: "the film",
    needed: `what ${noun}s there are`,
    options: (session) => (isListOfCurrentFilm(session, list) ? filmChoices(session, list) : undefined),
    current,
    shown: (session) => String(current(session) ?? ""),
  };
}

function ofPlayer(list: FilmMode, operation: "setZoom" | "setVideoPlayMode", noun: string): FilmChoice {
  return {
    list,
    operation,
    noun,
    capability: `${noun} of films`,
    expected: "the index or the title of one of the options",
    owner: "the player",
    needed: `what it offers as ${noun}`,
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
    field: "value",
    resource: list,
    operations: [operation],
    fresh: ["video"],
    needed: [list],
    read: (request) => request,
    decide: (request, session) => {
      const { video } = session.player;
      if (video?.state === "idle") return rejected("no video plays");
      const offered = options(session);
      if (video === undefined || offered === undefined)
        return failed(`the player has not reported ${needed}`);
      const found = findOption(offered, request);
      if (found === undefined) return unknownOption(noun, request, offered, owner);
      const { index } = found;
      const before = current(session);
      if (before === index) return unchanged;
      const call = { operation, index } as const;
      // Old firmware reports the options, but never the selected one.
      if (before === undefined) return actBlindly([{ afterMs: 0, call }]);
      return act(call, {
        proof: "video",
        isShown: (later) => current(later) === index,
        shown: (later) => `${noun} ${shown(later) || "unknown"}`,
      });
    },
  });
}
