import { currentMode, currentModeTitle, type FilmMode } from "../resources/film-modes.ts";
import { findOption, unknownOption } from "./choose.ts";
import { type Control, defineControl, failed, rejected, unchanged } from "./control.ts";
import { act, actBlindly } from "./effect.ts";

/** Selects how the film is fitted to the screen. */
export const videoZoom = modeControl("zooms", "setZoom", "zoom");

/** Selects what the player does at the end of the film. */
export const videoPlayMode = modeControl("playModes", "setVideoPlayMode", "play mode");

function modeControl(list: FilmMode, operation: "setZoom" | "setVideoPlayMode", noun: string): Control {
  return defineControl({
    capability: `${noun} of films`,
    field: "value",
    expected: "the index or the title of one of the options",
    resource: list,
    operations: [operation],
    fresh: ["video"],
    needed: [list],
    read: (request) => request,
    decide: (request, session) => {
      const { video, [list]: options } = session.player;
      if (video?.state === "idle") return rejected("no video plays");
      if (video === undefined || options === undefined)
        return failed(`the player has not reported what it offers as ${noun}`);
      const found = findOption(options, request);
      if (found === undefined) return unknownOption(noun, request, options);
      const { index } = found;
      const current = currentMode(session, list);
      if (current === index) return unchanged;
      const call = { operation, index } as const;
      // Old firmware reports the options, but never the selected one.
      if (current === undefined) return actBlindly([{ afterMs: 0, call }]);
      return act(call, {
        proof: "video",
        isShown: (later) => currentMode(later, list) === index,
        shown: (later) => `${noun} ${currentModeTitle(later, list) || "unknown"}`,
      });
    },
  });
}
