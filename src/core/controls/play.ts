import { defineControl, failed, rejected } from "./control.ts";
import type { Call } from "./call.ts";
import { act, type Decision } from "./effect.ts";
import type { KnownPlayer } from "./known-player.ts";
import { say } from "../../lib/phrase.ts";

/** The endings of files that only hold music; any other file of a model with films is taken for a film. */
const musicEnding =
  /\.(?:mp3|flac|wav|aac|m4a|m4b|ogg|oga|opus|dsf|dff|ape|aiff?|wma|alac|wv|cue|m3u8?|pls)$/i;

/** A player has to fetch and open it first. */
export const opensForMs = 15_000;

interface Playing {
  readonly key: string;
  readonly positionSeconds: number | undefined;
}

/**
 * Plays a file of the player or a stream by its address. It replaces the queue. Players also confirm a file that they
 * cannot play, so only the start of playback proves it.
 */
export const play = defineControl({
  capability: "opening of files",
  field: "value",
  expected: "an http or https address, or the path of a file of the player, which begins with /",
  operations: ["openFile"],
  fresh: ["video", "music"],
  read: readAddress,
  takesMs: () => opensForMs,
  decide: (path, session) => {
    const { resources } = session;
    const hasFilms = resources.video.support === "supported";
    const isMusic = !hasFilms || musicEnding.test(pathOf(path));
    const proof = isMusic ? "music" : "video";
    return begin({ operation: "openFile", path, isMusic }, proof, session);
  },
});

/** A call after which something else plays, or the same from an earlier position on. */
export function begin(call: Call, proof: "music" | "video", session: KnownPlayer): Decision {
  if (session.resources[proof].support === "unsupported")
    return rejected(
      proof === "music"
        ? say("lacks.music", "this player has no music")
        : say("lacks.video", "this player has no video"),
    );
  if (session.player[proof] === undefined)
    return failed(say("unreported.playing", "the player has not reported what it plays"));
  const before = playing(session, proof);
  return act(call, {
    proof,
    pollForMs: opensForMs,
    pollEveryMs: 1000,
    isShown: (later) => hasBegun(before, playing(later, proof)),
    shown: (later) =>
      playing(later, proof) === undefined
        ? say("shown.nothing-plays", "that nothing plays")
        : say("shown.same", "what played before"),
  });
}

function readAddress(request: string): string | undefined {
  if (/\p{Cc}/u.test(request)) return undefined;
  if (/^\/[^/]/.test(request)) return request;
  return /^https?:\/\/[^\s/?#]+/i.test(request) && URL.canParse(request) ? request : undefined;
}

/** The path of an address without its query, which may hold any word. */
function pathOf(address: string): string {
  return address.startsWith("/") ? address : new URL(address).pathname;
}

function playing({ player: { music, video } }: KnownPlayer, proof: "music" | "video"): Playing | undefined {
  if (proof === "video") return video?.state === "playing" ? video : undefined;
  if (music?.playing !== "playing") return undefined;
  return { key: music.track.key, positionSeconds: music.positionSeconds };
}

/** Whether something else plays than before, or the same from an earlier position on. */
function hasBegun(before: Playing | undefined, after: Playing | undefined): boolean {
  if (after === undefined) return false;
  if (before === undefined || before.key !== after.key) return true;
  return (after.positionSeconds ?? 0) < (before.positionSeconds ?? 0);
}
