import type { Call } from "./call.ts";
import type { VideoState, VideoStatus } from "../resources/video.ts";
import { act, type Decision, defaultTiming } from "./effect.ts";
import type { KnownPlayer } from "./known-player.ts";
import { opensForMs } from "./play.ts";
import { defineControl, failed, oneOf, rejected, unchanged } from "./control.ts";
import { type Phrase, type PhraseValue, translatable } from "../../lib/phrase.ts";
import { none, outsideEntries } from "./choose.ts";
import { playheadOf, playingNotReported, seekControl, stateWords, step } from "./playhead.ts";

const noVideo = rejected(translatable("nothing.video", "no video plays"));

const steps: Readonly<Record<string, Call>> = {
  next: { operation: "switchVideo", to: "next" },
  previous: { operation: "switchVideo", to: "previous" },
  "next-chapter": { operation: "switchChapter", to: "next" },
  "previous-chapter": { operation: "switchChapter", to: "previous" },
};
const states = { play: "playing", pause: "paused", stop: "stopped" } as const;
type State = keyof typeof states;

function isState(word: string): word is State {
  return word in states;
}

const videoPlayback = defineControl({
  title: "Video playback",
  names: { de: "Videowiedergabe", fr: "Lecture vidéo", zh: "视频播放" },
  ...oneOf(...Object.keys(states), ...Object.keys(steps)),
  resource: "video",
  operations: ["setVideoState", "switchVideo", "switchChapter"],
  fresh: ["video"],
  isStep: (word) => !isState(word),
  decide: (word, session) => {
    const { video } = session.player;
    if (video === undefined) return playingNotReported;
    if (isState(word)) return setState(word, video);
    const before = playheadOf(session, "video");
    const call = steps[word];
    if (before === undefined || call === undefined) return noVideo;
    return step(call, "video", before, session, word.startsWith("previous"));
  },
});

function setState(word: State, { state }: VideoStatus): Decision {
  const target: VideoState = word === "stop" ? "idle" : states[word];
  if (state === target) return unchanged;
  if (state === "idle") return noVideo;
  return act(
    { operation: "setVideoState", state: states[word] },
    {
      proof: "video",
      isShown: ({ player }) => player.video?.state === target,
      shown: ({ player }) => stateWords[player.video?.state ?? "unknown"],
    },
  );
}

const videoPosition = seekControl({ resource: "video", operation: "seekVideo", nothingPlays: noVideo });

function isOther(before: VideoStatus | undefined, after: VideoStatus | undefined): boolean {
  return before === undefined || (after !== undefined && after.state !== "idle" && after.key !== before.key);
}

const videoPlaylist = defineControl({
  expected: "the index of an entry, counted from 0, or its title",
  resource: "playlist",
  operations: ["playPlaylistEntry"],
  fresh: ["playlist", "video"],
  read: (request) => request,
  takesMs: () => opensForMs,
  decide: (request, session) => {
    const { playlist, video } = session.player;
    if (playlist === undefined)
      return failed(translatable("unreported.playlist", "the player has not reported its playlist"));
    const titles = playlist.entries.map(({ title }) => title);
    const index = /^\d{1,9}$/.test(request) ? Number(request) : titles.indexOf(request);
    if (index < 0)
      return rejected(
        translatable(
          "title.unknown",
          "unknown title: the playlist has {count} entries, none with this title",
          { count: playlist.size },
        ),
      );
    if (index >= playlist.size) return outsideEntries(index, playlist.size);
    const call = { operation: "playPlaylistEntry", index } as const;
    // The list keeps its current entry when the film ends, so only a playing film proves the selection.
    if (video?.state === "idle") {
      return act(call, {
        proof: "video",
        isShown: (session) => session.player.video?.state !== "idle",
        shown: () => translatable("shown.no-video", "no video"),
      });
    }
    const isCurrent = playlist.currentIndex === index;
    // Players mark an entry before its film is there. Of two entries with one title, the index alone tells.
    const isOtherFilm = !isCurrent && titles[index] !== titles[playlist.currentIndex];
    const isShownAs = ({ player }: KnownPlayer): boolean => player.playlist?.currentIndex === index;
    return act(call, {
      proof: "playlist",
      wasAlreadySet: isCurrent,
      pollForMs: isOtherFilm ? opensForMs : defaultTiming.pollForMs,
      isShown: (later) => isShownAs(later) && (!isOtherFilm || isOther(video, later.player.video)),
      shown: (later) =>
        isShownAs(later)
          ? translatable("shown.same", "what played before")
          : entryShown(later.player.playlist?.currentIndex ?? none, !isCurrent && !isOtherFilm),
    });
  },
});

/** Of films with one title, only the position in the list tells which one plays. */
function entryShown(index: PhraseValue, isAlike: boolean): Phrase {
  return isAlike
    ? translatable("shown.alike", "entry {index} (another film has the same title)", { index })
    : translatable("shown.entry", "entry {index}", { index });
}

export const controlsOfVideo = {
  "video/playback": videoPlayback,
  "video/position": videoPosition,
  "video/playlist": videoPlaylist,
};
