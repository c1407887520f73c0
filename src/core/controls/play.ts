import { defineControl, rejected } from "./control.ts";
import type { Call, Stream } from "./call.ts";
import { act, type Decision, type Effect } from "./effect.ts";
import { type KnownPlayer, operationSupport } from "./known-player.ts";
import { readStream, streamFields } from "./stream.ts";
import { type Playhead, playheadOf, playingNotReported } from "./playhead.ts";
import { translatable } from "../../lib/phrase.ts";

/** The endings of files that only hold music; any other file of a model with films is taken for a film. */
const musicEnding =
  /\.(?:mp3|flac|wav|aac|m4a|m4b|ogg|oga|opus|dsf|dff|ape|aiff?|wma|alac|wv|cue|m3u8?|pls)$/i;

/** A player has to fetch and open it first. */
export const opensForMs = 15_000;

/** Players also confirm what they cannot play, so only the start of playback proves it. */
export const play = defineControl({
  title: "Play",
  names: { de: "Abspielen", fr: "Lecture de", zh: "播放" },
  about:
    "an http or https address, also as JSON with a title and a picture, or the path of a file of the player (`/…`). See [Addresses](#addresses)",
  fields: streamFields,
  expected: "an http or https address, or the path of a file of the player, which begins with /",
  operations: ["openFile", "openAddress", "renderStream", "playStream"],
  applies: ({ profile, resources }, operation) => {
    const { support } = resources.video;
    if (profile.calls?.has(operation) === false) return false;
    if (operation === "openAddress") return support !== "unsupported";
    return operation !== "renderStream" || support !== "supported";
  },
  fresh: ["video", "music"],
  read: (request) => (/^\/[^/]/.test(request) && !/\p{Cc}/u.test(request) ? request : readStream(request)),
  takesMs: () => opensForMs,
  decide: (what, session) => {
    if (typeof what === "string" && /\.apk$/i.test(what))
      return rejected(
        translatable("play.package", "the package of an app is not opened: it would be installed"),
      );
    const hasFilms = session.resources.video.support === "supported";
    const path = typeof what === "string" ? what : new URL(what.address).pathname;
    const isMusic = !hasFilms || musicEnding.test(path);
    const call = callFor(what, isMusic, hasFilms, session);
    // A player that plays a stream beside its queue keeps the queue.
    const hasQueue = call.operation !== "playStream" && (session.player.queue?.total ?? 0) > 0;
    return begin(call, isMusic ? "music" : "video", session, hasQueue ? { lost: ["queue"] } : {});
  },
});

function callFor(what: string | Stream, isMusic: boolean, hasFilms: boolean, session: KnownPlayer): Call {
  if (typeof what === "string") return { operation: "openFile", path: what, isMusic };
  if (hasFilms) return { operation: "openAddress", stream: what, isMusic };
  const isBesideQueue = operationSupport(session, "playStream") !== "unsupported";
  return { operation: isBesideQueue ? "playStream" : "renderStream", stream: what };
}

/** A call after which something else plays, or the same from an earlier position on. */
export function begin(
  call: Call,
  proof: "music" | "video",
  session: KnownPlayer,
  more: Pick<Partial<Effect>, "lost" | "isAnswerEnough"> = {},
): Decision {
  if (session.resources[proof].support === "unsupported")
    return rejected(
      proof === "music"
        ? translatable("lacks.music", "this player has no music")
        : translatable("lacks.video", "this player has no video"),
    );
  if (session.player[proof] === undefined) return playingNotReported;
  const before = playing(session, proof);
  return act(call, {
    proof,
    pollForMs: opensForMs,
    // A doorbell rings for a second; a film takes several to open.
    pollEveryMs: proof === "music" ? 400 : 1000,
    ...more,
    isShown: (later) => hasBegun(before, playing(later, proof)),
    shown: (later) =>
      playing(later, proof) === undefined
        ? translatable("shown.nothing-plays", "that nothing plays")
        : translatable("shown.same", "what played before"),
  });
}

function playing(session: KnownPlayer, proof: "music" | "video"): Playhead | undefined {
  const playhead = playheadOf(session, proof);
  return playhead?.isPlaying === true ? playhead : undefined;
}

/** Whether something else plays than before, or the same from an earlier position on. */
function hasBegun(before: Playhead | undefined, after: Playhead | undefined): boolean {
  if (after === undefined) return false;
  if (before === undefined || before.key !== after.key) return true;
  return (after.positionSeconds ?? 0) < (before.positionSeconds ?? 0);
}
