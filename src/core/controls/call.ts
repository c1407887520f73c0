import type { ChoiceListSetter } from "../resources/choice-list.ts";
import type { MusicMode, RepeatMode } from "../resources/music.ts";
import type { Json } from "../resources/json.ts";
import type { Handle } from "../resources/resource.ts";
import type { Answer } from "../resources/player.ts";
import type { Phrase } from "../../lib/phrase.ts";

type Neighbor = "next" | "previous";

export interface Stream {
  readonly address: string;
  readonly title: string | undefined;
  readonly picture: string | undefined;
}

/** What happens to the queue: all of it is replaced, or something is played after the present entry, or only added. */
export type Enqueue = "replace" | "play" | "next" | "add";

/** Plays or adds an entry of the services, by its id. */
export interface ServiceItemCall {
  readonly operation: "playServiceItem";
  readonly id: string;
  readonly how: Enqueue;
}

/** A change of a group; `other` is a player by `host:port`, as players know it. */
export type GroupCall = {
  readonly operation: "changeGroup";
  /** Where this bridge reaches its players, by `host:port`, of those that other players know by another address. */
  readonly routes?: Readonly<Record<string, string>>;
} & (
  | { readonly to: "leave" }
  | { readonly to: "join" | "add" | "remove"; readonly other: string }
  | { readonly to: "gather"; readonly others: readonly string[] }
);

/** A request to change something. The player's family translates it. */
export type Call =
  | { readonly operation: "selectInput" | "selectOutput"; readonly tag: string }
  | { readonly operation: "setVideoState"; readonly state: "playing" | "paused" | "stopped" }
  | { readonly operation: "switchVideo" | "switchChapter"; readonly to: Neighbor }
  | { readonly operation: "seekVideo" | "seekMusic"; readonly seconds: number }
  | {
      readonly operation: "setSubtitle" | "setAudioTrack" | "setZoom" | "setVideoPlayMode";
      readonly index: number;
    }
  | {
      readonly operation: "playLibraryList";
      readonly list: "album" | "artist" | "playlist";
      readonly id: string;
    }
  | { readonly operation: "playLibraryTracks"; readonly ids: readonly string[] }
  | ServiceItemCall
  | { readonly operation: "playLibraryFilm"; readonly id: string }
  | { readonly operation: "openFile"; readonly path: string; readonly isMusic: boolean }
  | { readonly operation: "openAddress"; readonly stream: Stream; readonly isMusic: boolean }
  /** By the renderer of the player, or beside its queue. */
  | { readonly operation: "renderStream" | "playStream"; readonly stream: Stream }
  | { readonly operation: "openApp"; readonly package: string }
  | { readonly operation: "playPlaylistEntry" | "playQueueEntry"; readonly index: number }
  | { readonly operation: "clearQueue" }
  | { readonly operation: "removeQueueEntry"; readonly index: number }
  | { readonly operation: "moveQueueEntry"; readonly from: number; readonly to: number }
  | { readonly operation: "toggleMusic"; readonly to: "playing" | "paused" }
  | { readonly operation: "stopMusic" | "nextTrack" | "previousTrack" }
  | { readonly operation: "setShuffle"; readonly isOn: boolean }
  | { readonly operation: "setRepeat"; readonly repeat: RepeatMode }
  | { readonly operation: "playMusicPreset"; readonly preset: string }
  | { readonly operation: "setSleep"; readonly minutes: number }
  | GroupCall
  | { readonly operation: "setGroupVolume"; readonly level: number }
  | { readonly operation: "setGroupMute"; readonly isMuted: boolean }
  | { readonly operation: "setMusicMode"; readonly mode: MusicMode }
  | { readonly operation: "setVolume" | "setVideoVolume"; readonly level: number }
  | {
      readonly operation: "setScreenBrightness" | "setKnobBrightness";
      readonly level: number;
      readonly handle: Handle;
    }
  | { readonly operation: ChoiceListSetter; readonly index: number; readonly handle: Handle }
  /** Toggles a side of the display, and drops the other. */
  | { readonly operation: "showOnDisplay"; readonly side: "meters" | "spectrum" }
  | { readonly operation: "setSetting" | "setDeclared"; readonly handle: Handle; readonly value: number }
  | { readonly operation: "setMute"; readonly isMuted: boolean }
  | { readonly operation: "setPower"; readonly tag: string }
  | { readonly operation: "sendKey"; readonly key: string }
  /** A GET that the owner has written. */
  | { readonly operation: "getPath"; readonly path: string }
  | { readonly operation: "wake"; readonly macs: readonly string[] }
  | { readonly operation: "switchPlug"; readonly to: "on" | "off" };

/** A call to the player itself: its plug is another device. */
export type PlayerCall = Exclude<Call, { readonly operation: "switchPlug" }>;

/** A call that the player's family carries out. The packet that wakes a player, and a path of its owner, are the same for all. */
export type FamilyCall = Exclude<PlayerCall, { readonly operation: "wake" | "getPath" }>;

/** Whether a call goes to whatever device is at the player's address. */
export function reachesPlayer({ operation }: Call): boolean {
  return operation !== "wake" && operation !== "switchPlug";
}

export type CallName = Call["operation"];

/** A call and its delay after the previous call, or after the decision for the first one. */
export interface TimedCall {
  readonly afterMs: number;
  readonly call: Call;
  /** The call waits until the player is silent, and the effect is not shown before it is made. */
  readonly needsSilence?: true;
  /** The call is made only if the player, read again after the call before, does not show the effect yet. */
  readonly needsReading?: true;
}

/**
 * The result of a call: an answer, `done` (confirmed, without content) or `sent` (a packet that is never answered). A reading
 * in reply is as good as one that was polled. `unsupported`: the player has no such operation, whatever the argument; only
 * that takes its control away. `refused`: it refuses this call, maybe for its argument.
 */
export type Reply =
  | Answer
  | Refusal
  | { readonly kind: "done"; readonly response?: PathResponse }
  | { readonly kind: "sent" };

/** What the player answers to a path, for the owner who has asked. */
export interface PathResponse {
  readonly path: string;
  readonly status: number;
  /** Text, where the answer is no JSON. */
  readonly body: Json;
}

interface Refusal {
  readonly kind: "refused";
  readonly reason: Phrase;
  /** Nothing was asked of the player, so nothing can have changed. */
  readonly isUnsent?: true;
  readonly response?: PathResponse;
}
