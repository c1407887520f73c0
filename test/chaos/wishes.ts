import type { ControlName } from "../../src/core/controls/table.ts";
import type { OperationName } from "../../simulator/zidoo/operations.ts";

/** A control that storms set. */
export type Target = Extract<
  ControlName,
  | "audio/input"
  | "audio/output"
  | "music/playback"
  | "music/mode"
  | "video/playback"
  | "volume"
  | "volume/level"
  | "mute"
>;

/** A value that a user requests from a player. */
export interface Wish {
  readonly target: Target;
  readonly request: string;
}

/** The only operation that a wish may cause. */
export function operationFor({ target, request }: Wish): OperationName {
  const isSwitch = request === "next" || request === "previous";
  switch (target) {
    case "audio/input":
      return "setInputList";
    case "audio/output":
      return "setOutInputList";
    case "music/playback":
      return isSwitch ? (request === "next" ? "playNext" : "playLast") : "playOrPause";
    case "music/mode":
      return "setLoopMode";
    case "video/playback":
      return isSwitch ? "changevideo" : "changeStatus";
    case "volume":
    case "volume/level":
      return "setDevicesVolume";
    case "mute":
      return "setMuteVolume";
  }
}

/** Wishes besides the selection of inputs and outputs; some of them are invalid. */
export const otherWishes: readonly Wish[] = (
  [
    ["music/playback", ["play", "pause", "next", "previous", "rewind"]],
    ["music/mode", ["list", "single", "shuffle"]],
    ["video/playback", ["play", "pause", "stop", "next", "previous"]],
    ["volume", ["+5", "-5", "101"]],
    ["volume/level", ["20", "60", "140"]],
    ["mute", ["on", "off"]],
  ] as const
).flatMap(([target, requests]) => requests.map((request) => ({ target, request })));

export function payloadOf(sent: Readonly<Record<"target" | "request" | "transaction", string>>): string {
  const { target, request, transaction } = sent;
  return JSON.stringify({ [target.startsWith("audio/") ? "tag" : "value"]: request, transaction });
}

/** Whether a wish is a relative step: no state proves it, so the player must at least have received the request. */
export function isStep({ target, request }: Wish): boolean {
  return target === "volume" || request === "next" || request === "previous";
}
