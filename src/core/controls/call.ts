import type { MusicMode } from "../resources/music.ts";
import {
  type Answer,
  publicNameOf,
  type PublicName,
  type ResourceName,
  resourceNames,
} from "../resources/player.ts";

/** What of a video is switched to: the one after, or the one before. */
type Neighbour = "next" | "previous";

/** One thing that a player is asked to do, in our words; how each is said to it is the device's own matter. */
export type Call =
  | { readonly operation: "selectInput" | "selectOutput"; readonly tag: string }
  | { readonly operation: "setVideoState"; readonly state: "playing" | "paused" | "stopped" }
  | { readonly operation: "switchVideo" | "switchChapter"; readonly to: Neighbour }
  | { readonly operation: "seekVideo" | "seekMusic"; readonly seconds: number }
  | { readonly operation: "setSubtitle" | "setAudioTrack"; readonly index: number }
  | { readonly operation: "playPlaylistEntry" | "playQueueEntry"; readonly index: number }
  | { readonly operation: "toggleMusic" | "nextTrack" | "previousTrack" }
  | { readonly operation: "setMusicMode"; readonly mode: MusicMode }
  | { readonly operation: "setVolume"; readonly level: number }
  | { readonly operation: "setMute"; readonly isMuted: boolean }
  | { readonly operation: "setPower"; readonly tag: string }
  | { readonly operation: "sendKey"; readonly key: string }
  | { readonly operation: "wake"; readonly mac: string };

/** The operations that change something. */
export type CallName = Call["operation"];

/** A call and how long after the one before it, or after the decision, it is made. */
export interface TimedCall {
  readonly afterMs: number;
  readonly call: Call;
}

/**
 * The result of a call: the player's answer, or done: it confirms the call, and reports nothing more. sent: a packet that
 * is never answered.
 */
export type Reply = Answer | { readonly kind: "done" } | { readonly kind: "sent" };

/** The calls that are requests: all but the packet that wakes a player. */
const requestNames = [
  "selectInput",
  "selectOutput",
  "setVideoState",
  "switchVideo",
  "switchChapter",
  "seekVideo",
  "setSubtitle",
  "setAudioTrack",
  "playPlaylistEntry",
  "toggleMusic",
  "nextTrack",
  "previousTrack",
  "seekMusic",
  "setMusicMode",
  "playQueueEntry",
  "setVolume",
  "setMute",
  "setPower",
  "sendKey",
] as const satisfies readonly CallName[];

/** An operation that has a path. */
export type OperationName =
  | { [N in ResourceName]: PublicName<N> }[ResourceName]
  | (typeof requestNames)[number];

/** The names by which an owner may give an operation another path: what is read, and what is called. */
export const operationNames: readonly OperationName[] = [...resourceNames.map(publicNameOf), ...requestNames];
