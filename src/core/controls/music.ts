import type { Call, CallName } from "./call.ts";
import type { MusicAction, MusicState, RepeatMode } from "../resources/music.ts";
import { act, actBlindly, type Decision } from "./effect.ts";
import { defineControl, failed, noOperation, oneOf, rejected, unchanged } from "./control.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";
import { none, outsideEntries } from "./choose.ts";
import { type KnownPlayer, operationSupport } from "./known-player.ts";
import type { MusicQueue } from "../resources/queue.ts";
import { opensForMs } from "./play.ts";
import { switchControl, valueControl } from "./value-control.ts";
import { playheadOf, playingNotReported, seekControl, stateWords, step, stepProof } from "./playhead.ts";

const noMusic = rejected(translatable("nothing.music", "no music plays"));

const actionNames: Readonly<Record<MusicAction, Phrase>> = {
  toggle: translatable("action.toggle", "play or pause"),
  next: translatable("action.next", "skip"),
  previous: translatable("action.previous", "go back in"),
  seek: translatable("action.seek", "seek in"),
};

/** The decision for an action that the player denies for the current source; undefined if it allows it. */
function denied({ deniedActions, isPassThrough }: MusicState, action: MusicAction): Decision | undefined {
  if (!deniedActions.includes(action)) return undefined;
  const names = { action: actionNames[action] };
  return rejected(
    isPassThrough
      ? translatable("denied.input", "the player cannot {action} this input", names)
      : translatable("denied.playing", "the player cannot {action} what plays", names),
  );
}

const steps = { next: { operation: "nextTrack" }, previous: { operation: "previousTrack" } } as const;

/** Play and pause share one toggle of the player, which is sent only when needed. */
const musicPlayback = defineControl({
  title: "Music playback",
  names: { de: "Musikwiedergabe", fr: "Lecture musicale", zh: "音乐播放" },
  ...oneOf("play", "pause", "stop", "next", "previous"),
  resource: "music",
  operations: ["toggleMusic", "stopMusic", "nextTrack", "previousTrack"],
  fresh: ["music"],
  isStep: (word) => word === "next" || word === "previous",
  decide: (word, session) => {
    const { music } = session.player;
    if (music === undefined) return playingNotReported;
    if (word === "next" || word === "previous") {
      const before = playheadOf(session, "music");
      if (before === undefined) return noMusic;
      const denial = denied(music, word);
      if (denial !== undefined) return denial;
      return step(steps[word], "music", before, session, word === "previous");
    }
    if (word === "stop") return stop(music);
    const target = word === "play" ? "playing" : "paused";
    if (music.playing === target) return unchanged;
    // The permissions belong to the current source. While nothing plays, they do not apply to starting.
    const denial = music.playing === "idle" ? undefined : denied(music, "toggle");
    if (denial !== undefined) return denial;
    // A toggle from an unknown state could start what should be paused; a player that stops by a word pauses by one.
    if (music.playing === "unknown" && (word === "play" || music.canStop !== true))
      return failed(translatable("unreported.music", "the player does not report whether music plays"));
    if (music.playing === "idle" && word === "pause") return noMusic;
    return act(
      { operation: "toggleMusic", to: target },
      {
        proof: "music",
        isShown: ({ player }) => player.music !== undefined && isAt(target, player.music, music.playing),
        shown: ({ player }) => stateWords[player.music?.playing ?? "unknown"],
      },
    );
  },
});

/** An input that is open tells only that it is not paused, and a stream that cannot be paused stops. */
function isAt(
  target: "playing" | "paused",
  { playing, isPassThrough }: MusicState,
  before: MusicState["playing"],
): boolean {
  if (playing === target) return true;
  if (target === "paused") return playing === "idle";
  return isPassThrough && playing === "unknown" && before === "paused";
}

function stop({ playing, canStop }: MusicState): Decision {
  if (playing === "idle") return unchanged;
  if (canStop !== true) return noOperation;
  return act(
    { operation: "stopMusic" },
    {
      proof: "music",
      isShown: ({ player }) => player.music?.playing === "idle",
      shown: ({ player }) => stateWords[player.music?.playing ?? "unknown"],
    },
  );
}

const musicPosition = seekControl({
  resource: "music",
  operation: "seekMusic",
  nothingPlays: noMusic,
  denied: ({ player: { music } }) => music && denied(music, "seek"),
});

const noOrder = rejected(translatable("denied.order", "what plays now, such as a stream, has no order"));

const musicMode = defineControl({
  ...oneOf("list", "single", "shuffle"),
  resource: "music",
  operations: ["setMusicMode"],
  fresh: ["music"],
  decide: (mode, { profile: { calls }, player: { music } }) => {
    if (music === undefined) return playingNotReported;
    if (music.mode === mode) return unchanged;
    // A player with shuffle as a setting of its own tells its order whenever there is one.
    if (music.mode === undefined && calls?.has("setShuffle") === true) return noOrder;
    const call: Call = { operation: "setMusicMode", mode };
    // Old players take an order, but do not tell theirs.
    if (music.mode === undefined) return actBlindly(call);
    return act(call, {
      proof: "music",
      isShown: ({ player }) => player.music?.mode === mode,
      shown: ({ player }) => player.music?.mode ?? translatable("shown.no-mode", "no mode"),
    });
  },
});

const musicShuffle = switchControl({
  resource: "music",
  operation: "setShuffle",
  current: ({ player: { music } }) => (music === undefined ? playingNotReported : (music.shuffle ?? noOrder)),
  callFor: (isOn) => ({ operation: "setShuffle", isOn }),
});

const musicRepeat = valueControl({
  ...oneOf<RepeatMode>("off", "one", "all"),
  resource: "music",
  operation: "setRepeat",
  current: ({ player: { music } }) => (music === undefined ? playingNotReported : (music.repeat ?? noOrder)),
  callFor: (repeat) => ({ operation: "setRepeat", repeat }),
});

/** How a queue can be edited: by a word, and as many positions after it. A position alone plays its entry. */
const edits = {
  clear: { operation: "clearQueue", positions: 0 },
  remove: { operation: "removeQueueEntry", positions: 1 },
  move: { operation: "moveQueueEntry", positions: 2 },
} as const;

type Edit = keyof typeof edits;

/** How the player's queue can be edited; most can only play an entry. */
export function queueEditsOf(known: KnownPlayer): readonly string[] {
  const operations = [
    ...Object.entries(edits).map(([word, { operation }]) => [word, operation] as const),
    ["add", "playServiceItem"] as const,
  ];
  return operations.flatMap(([word, operation]) => {
    const support = operationSupport(known, operation);
    return hasCall(known, operation) && support !== "unsupported" && support !== "off" ? [word] : [];
  });
}

/** Whether items can be added to the queue: as far as known, only those of streaming services. */
export function addsToQueue(known: KnownPlayer): boolean {
  return hasCall(known, "playServiceItem");
}

function hasCall({ profile: { calls } }: Pick<KnownPlayer, "profile">, operation: CallName): boolean {
  return calls?.has(operation) === true;
}

interface QueueRequest {
  readonly word: Edit | "play";
  readonly places: readonly number[];
}

function readQueueRequest(request: string): QueueRequest | undefined {
  const isPosition = (text: string): boolean => /^\d{1,9}$/.test(text);
  if (isPosition(request)) return { word: "play", places: [Number(request)] };
  const [word = "", ...places] = request.toLowerCase().split(/\s+/);
  const isWhole = places.length === edits[word as Edit]?.positions && places.every(isPosition);
  return isWhole ? { word: word as Edit, places: places.map(Number) } : undefined;
}

function clear(queue: MusicQueue): Decision {
  return act(
    { operation: "clearQueue" },
    {
      proof: "queue",
      lost: ["queue"],
      isShown: ({ player }) => player.queue?.total === 0,
      shown: (later) => entriesOf(later, queue),
    },
  );
}

/** An edited queue has another id, and fewer entries if one was removed. */
function edit(call: Call, before: MusicQueue, removed: number): Decision {
  return act(call, {
    proof: "queue",
    isShown: ({ player: { queue } }) =>
      queue?.total === before.total - removed && queue.envelope["id"] !== before.envelope["id"],
    shown: (later) => entriesOf(later, before),
  });
}

/** How many entries a queue has now. */
export function entriesOf({ player }: KnownPlayer, before: MusicQueue): Phrase {
  return translatable("shown.entries", "a queue of {count} entries", {
    count: (player.queue ?? before).total,
  });
}

const musicQueue = defineControl({
  expected: "the position of an entry, counted from 0, or clear, remove with a position or move with two",
  about:
    "the position of an entry, counted from 0; where its [certainty](players.md#topics-by-model) is low, with `controls.experimental` only. Where the player can edit its queue, also `clear`, `remove <position>`, `move <from> <to>`",
  resource: "queue",
  operations: ["playQueueEntry", ...Object.values(edits).map(({ operation }) => operation)],
  applies: (known, operation) => operation === "playQueueEntry" || hasCall(known, operation),
  fresh: ["queue"],
  read: readQueueRequest,
  isStep: ({ word }) => word !== "play",
  takesMs: () => opensForMs,
  decide: ({ word, places: [index = 0, to = 0] }, session) => {
    const { queue, music } = session.player;
    if (queue === undefined)
      return failed(translatable("unreported.queue", "the player has not reported its queue"));
    if (word === "clear") return queue.total === 0 ? unchanged : clear(queue);
    for (const place of [index, to]) if (place >= queue.total) return outsideEntries(place, queue.total);
    if (word === "move" && index === to) return unchanged;
    if (word !== "play") {
      const call: Call =
        word === "move"
          ? { operation: "moveQueueEntry", from: index, to }
          : { operation: "removeQueueEntry", index };
      return edit(call, queue, word === "move" ? 0 : 1);
    }
    const call = { operation: "playQueueEntry", index } as const;
    const isCurrent = queue.current === index;
    const entry = queue.entries.find(({ position }) => position === index);
    // Another source than the queue may play, whose current entry stays marked meanwhile.
    const isOtherTrack =
      music !== undefined && typeof entry?.["title"] === "string" && entry["title"] !== music.track.title;
    const isChosen = isCurrent && !isOtherTrack;
    // Choosing it once more begins to play it.
    const isResting = music?.playing === "paused" || music?.playing === "idle";
    const wasAlreadySet = isChosen && !isResting;
    // A queue that marks no entry follows the music, and so does its proof.
    if (queue.isUnmarked && music !== undefined) {
      const before = playheadOf(session, "music");
      return act(call, {
        ...(before === undefined
          ? { proof: "music", isShown: ({ player }) => player.music?.playing === "playing" }
          : stepProof("music", before, session, wasAlreadySet)),
        wasAlreadySet,
        shown: ({ player }) => `"${player.music?.track.title ?? ""}"`,
      });
    }
    const isMarked = ({ player }: KnownPlayer): boolean => player.queue?.current === index;
    if (isChosen && isResting) {
      return act(call, {
        proof: "music",
        pollForMs: opensForMs,
        isShown: ({ player }) => player.music?.playing === "playing",
        shown: ({ player }) => stateWords[player.music?.playing ?? "unknown"],
      });
    }
    return act(call, {
      proof: isCurrent && isOtherTrack ? "music" : "queue",
      wasAlreadySet,
      ...(isOtherTrack && { pollForMs: opensForMs }),
      // Music and queue may write one title differently, and then an entry that begins again shows no change.
      isAnswerEnough: isCurrent && isOtherTrack,
      isShown: (later) =>
        isMarked(later) && (!isOtherTrack || later.player.music?.track.key !== music.track.key),
      shown: (later) =>
        isMarked(later)
          ? translatable("shown.same", "what played before")
          : translatable("shown.entry", "entry {index}", { index: later.player.queue?.current ?? none }),
    });
  },
});

export const controlsOfMusic = {
  "music/playback": musicPlayback,
  "music/position": musicPosition,
  "music/mode": musicMode,
  "music/shuffle": musicShuffle,
  "music/repeat": musicRepeat,
  "music/queue": musicQueue,
};
