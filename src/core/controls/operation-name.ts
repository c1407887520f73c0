import type { CallName } from "./call.ts";
import { resourceNames } from "../resources/resource.ts";

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

/** The names by which an owner may say that an operation has another path: what is read, and what is called. */
export const operationNames = [...resourceNames, ...requestNames] as const;

/** An operation that has a path. */
export type OperationName = (typeof operationNames)[number];
