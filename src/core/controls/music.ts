import type { Call } from "./call.ts";
import type { Session } from "../session/session.ts";
import { act } from "./act.ts";
import { defineControl, failed, oneOf, rejected, unchanged } from "./control.ts";
import { hasSought, movedOn, type Moving, positionWanted, readPosition, seekTarget } from "./moved.ts";

const playbackWord = oneOf("play", "pause", "next", "previous");
const modeWord = oneOf("list", "single", "shuffle");

const noMusic = rejected("no music plays");
const untold = failed("the player has not told what it plays");

function look({ player: { state } }: Session): Moving | undefined {
  return state === undefined || state.playing === "idle"
    ? undefined
    : {
        isPlaying: state.playing === "playing",
        key: state.track.key,
        positionSeconds: state.positionSeconds,
        durationSeconds: state.durationSeconds,
      };
}

const steps: Readonly<Record<"next" | "previous", Call>> = {
  next: { operation: "nextTrack" },
  previous: { operation: "previousTrack" },
};

/** Plays, pauses and switches the music. Playing and pausing is one toggle, sent only where it is needed. */
export const musicPlayback = defineControl({
  what: "music playback",
  field: "value",
  wanted: "one of play, pause, next, previous",
  family: "state",
  operations: ["toggleMusic", "nextTrack", "previousTrack"],
  fresh: ["state"],
  read: playbackWord,
  isStep: (word) => word === "next" || word === "previous",
  decide: (word, session) => {
    const { state } = session.player;
    if (state === undefined) return untold;
    if (word === "next" || word === "previous") {
      const before = look(session);
      if (before === undefined) return noMusic;
      return act(steps[word], {
        ...movedOn(look, "state", before, session, word === "previous"),
        shown: ({ player }) => `the same place in "${player.state?.track.title ?? ""}"`,
      });
    }
    const wanted = word === "play" ? "playing" : "paused";
    if (state.playing === wanted) return unchanged;
    // Whoever toggles blindly starts what was to be paused.
    if (state.playing === "unknown") return failed("the player does not tell whether music plays");
    if (state.playing === "idle" && word === "pause") return noMusic;
    return act(
      { operation: "toggleMusic" },
      {
        proof: "state",
        isShown: ({ player }) => player.state?.playing === wanted,
        shown: ({ player }) => player.state?.playing ?? "nothing",
      },
    );
  },
});

/** Goes to a place in the track. */
export const musicPosition = defineControl({
  what: "music playback",
  field: "value",
  wanted: positionWanted,
  family: "state",
  operations: ["seekMusic"],
  fresh: ["state"],
  read: readPosition,
  isStep: ({ isRelative }) => isRelative,
  decide: (amount, session) => {
    if (session.player.state === undefined) return untold;
    const before = look(session);
    if (before === undefined) return noMusic;
    const seconds = seekTarget(amount, before);
    if (typeof seconds !== "number") return seconds;
    return act(
      { operation: "seekMusic", seconds },
      {
        proof: "state",
        isShown: hasSought(look, "state", before, seconds, session),
        shown: ({ player }) => `${player.state?.positionSeconds ?? "no"} seconds`,
      },
    );
  },
});

/** Sets the order of the queue. */
export const musicMode = defineControl({
  what: "music play mode",
  field: "value",
  wanted: "one of list, single, shuffle",
  family: "state",
  operations: ["setMusicMode"],
  fresh: ["state"],
  read: modeWord,
  decide: (mode, { player: { state } }) => {
    if (state === undefined) return untold;
    if (state.mode === mode) return unchanged;
    return act(
      { operation: "setMusicMode", mode },
      {
        proof: "state",
        isShown: ({ player }) => player.state?.mode === mode,
        shown: ({ player }) => player.state?.mode ?? "no mode",
      },
    );
  },
});

/** Plays an entry of the queue. */
export const musicQueue = defineControl({
  what: "music queue",
  field: "value",
  wanted: "the position of an entry, counted from 0",
  family: "queue",
  operations: ["playQueueEntry"],
  fresh: ["queue"],
  read: (request) => (/^\d{1,9}$/.test(request) ? Number(request) : undefined),
  decide: (index, { player: { queue } }) => {
    if (queue === undefined) return failed("the player has not told its queue");
    if (index >= queue.total) {
      return rejected(`out of range: ${index} is not among the ${queue.total} entries, counted from 0`);
    }
    return act(
      { operation: "playQueueEntry", index },
      {
        proof: "queue",
        isAlready: queue.current === index,
        isShown: ({ player }) => player.queue?.current === index,
        shown: ({ player }) => `entry ${player.queue?.current ?? "none"}`,
      },
    );
  },
});
