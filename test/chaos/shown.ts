import type { Target } from "./wishes.ts";

/** The state of a player, in the words of commands. */
export type Settings = Partial<Record<Target, string>>;

type Fields = Partial<Record<string, unknown>>;

const modes = ["list", "single", "shuffle"];

/** The state that an answer shows; undefined for any other answer. */
export function shownIn(operation: string | undefined, body: Buffer): Settings {
  let answer: Fields;
  try {
    answer = JSON.parse(body.toString().replace(/^\uFEFF/, "")) as Fields;
  } catch {
    return {};
  }
  switch (operation) {
    case "getInputAndOutputList":
    case "setInputList":
    case "setOutInputList":
      return {
        ...known("audio/input", tagAt(answer["inputData"], answer["inputIndex"])),
        ...known("audio/output", tagAt(answer["outputData"], answer["outputIndex"])),
      };
    case "getState": {
      const volume = (answer["volumeData"] ?? {}) as Fields;
      return {
        ...known("music/playback", { 3: "play", 4: "pause" }[Number(answer["state"])]),
        ...known("music/mode", modes[Number(answer["loopModel"])]),
        ...known("volume/level", volume["currenttVolume"]),
        ...known("mute", volume["isMute"] === undefined ? undefined : onOff(volume["isMute"] === true)),
      };
    }
    case "getPlayStatus": {
      const { status } = (answer["video"] ?? {}) as Fields;
      const isIdle = Number(answer["status"]) === 806;
      return known("video/playback", isIdle ? "stop" : { 0: "pause", 1: "play" }[Number(status)]);
    }
    default:
      return {};
  }
}

function onOff(isOn: boolean): string {
  return isOn ? "on" : "off";
}

function known(target: Target, value: unknown): Settings {
  return typeof value === "string" || typeof value === "number" ? { [target]: String(value) } : {};
}

function tagAt(entries: unknown, index: unknown): unknown {
  return Array.isArray(entries)
    ? (entries[Number(index)] as { readonly tag?: unknown } | undefined)?.tag
    : undefined;
}
