import type { FamilyCall } from "../../core/controls/call.ts";
import { actionOf, isStream, modeOf } from "./map-status.ts";
import { textOf, type XmlElement } from "../http/xml.ts";
import type { Phrase } from "../../lib/phrase.ts";

export const ownCalls = [
  "selectInput",
  "toggleMusic",
  "stopMusic",
  "nextTrack",
  "previousTrack",
  "seekMusic",
  "setMusicMode",
  "setShuffle",
  "setRepeat",
  "playQueueEntry",
  "playMusicPreset",
  "playStream",
  "setVolume",
  "setMute",
  "setGroupVolume",
  "setGroupMute",
  "changeGroup",
  "setSleep",
  "setPower",
] as const satisfies readonly FamilyCall["operation"][];

/** Nothing was sent, or what was answered is no success. */
export function refused(reason: Phrase): { readonly kind: "refused"; readonly reason: Phrase } {
  return { kind: "refused", reason };
}

const repeats = { all: 0, one: 1, off: 2 } as const;

/** What a player may be known to do now. */
export interface CallContext {
  readonly status: XmlElement;
  /** The request that selects an input; undefined for an unknown one. */
  readonly requestOfInput: (tag: string) => string | undefined;
}

/** The paths of the requests of a call, one after another; undefined for one that cannot be made now. */
export function requestsOf(
  call: FamilyCall,
  { status, requestOfInput }: CallContext,
): readonly string[] | undefined {
  switch (call.operation) {
    case "selectInput":
      return listOf(requestOfInput(call.tag));
    case "toggleMusic":
      return call.to === "paused" ? ["/Pause"] : playPaths(status);
    case "stopMusic":
      return ["/Stop"];
    case "nextTrack":
      return isStream(status) ? listOf(actionOf(status, "skip")) : ["/Skip"];
    case "previousTrack":
      return isStream(status) ? listOf(actionOf(status, "back")) : ["/Back"];
    case "seekMusic": {
      const seek = `/Play?seek=${Math.round(call.seconds)}`;
      return textOf(status, "state") === "pause" ? [seek, "/Pause"] : [seek];
    }
    case "setMusicMode": {
      // It would change the order of the queue, which does not play.
      if (modeOf(status) === undefined) return undefined;
      const isShuffled = call.mode === "shuffle";
      // A list may be repeated or not: what it is stays.
      const repeat =
        call.mode === "single" ? "1" : textOf(status, "repeat") === "1" ? "2" : textOf(status, "repeat");
      return [
        ...(textOf(status, "shuffle") === (isShuffled ? "1" : "0")
          ? []
          : [`/Shuffle?state=${isShuffled ? 1 : 0}`]),
        ...(textOf(status, "repeat") === repeat ? [] : [`/Repeat?state=${repeat}`]),
      ];
    }
    case "setShuffle":
      return [`/Shuffle?state=${call.isOn ? 1 : 0}`];
    case "setRepeat":
      return [`/Repeat?state=${repeats[call.repeat]}`];
    case "playQueueEntry":
      return [`/Play?id=${call.index}`];
    // The title and the picture are those of the server.
    case "playStream":
      return [`/Play?url=${encodeURIComponent(call.stream.address)}`];
    // Without `tell_slaves`, it depends on the player whether its group follows.
    case "setVolume":
      return [`/Volume?level=${call.level}&tell_slaves=0`];
    case "setMute":
      return [`/Volume?mute=${call.isMuted ? 1 : 0}&tell_slaves=0`];
    case "setGroupVolume":
      return [`/Volume?level=${call.level}&tell_slaves=1`];
    case "setGroupMute":
      return [`/Volume?mute=${call.isMuted ? 1 : 0}&tell_slaves=1`];
    // Without minutes, the request steps to the next time.
    case "setSleep":
      return [`/Sleep?minutes=${call.minutes}`];
    default:
      return undefined;
  }
}

/**
 * What has stopped does not resume: an entry of the queue is played again. After a stream no entry is told; then a pause makes
 * the queue playable, as measured.
 */
function playPaths(status: XmlElement): readonly string[] {
  if (textOf(status, "state") !== "stop" || isStream(status)) return ["/Play"];
  const song = textOf(status, "song");
  return /^\d{1,6}$/.test(song) ? [`/Play?id=${song}`] : ["/Pause", "/Play"];
}

function listOf(path: string | undefined): readonly string[] | undefined {
  return path === undefined ? undefined : [path];
}
