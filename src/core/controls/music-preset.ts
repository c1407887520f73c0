import { findEntry, unknownOption } from "./choose.ts";
import { defineControl, notReportedYet } from "./control.ts";
import { begin, opensForMs } from "./play.ts";
import { jumpSeconds } from "./playhead.ts";

/** Plays a preset that is stored on the player. Which one plays is not reported, so something else has to begin. */
export const musicPreset = defineControl({
  title: "Music preset",
  names: { de: "Musik-Voreinstellung", fr: "Préréglage musical", zh: "音乐预设" },
  about: "id or name of a preset of the player; `+1`, `-1`",
  examples: ["+1", "-1"],
  expected: "the id or the name of a preset of the player, +1 or -1",
  resource: "musicPresets",
  operations: ["playMusicPreset"],
  fresh: ["music"],
  needed: ["musicPresets"],
  read: (request) => request,
  isStep: isStep,
  takesMs: () => opensForMs,
  decide: (request, session) => {
    const { musicPresets, music } = session.player;
    if (musicPresets === undefined || music === undefined) return notReportedYet;
    const found = isStep(request)
      ? musicPresets[0]
      : findEntry(musicPresets, request, (one) => [one.id, one.name]);
    if (found === undefined)
      return unknownOption(
        "preset",
        request,
        musicPresets.map(({ id, name }) => ({ index: Number(id), title: name })),
      );
    const { track, station, playing, positionSeconds } = music;
    const isNamed = [track.title, station].some((text) => text?.toLowerCase() === found.name.toLowerCase());
    const mayPlayAlready = isStep(request) ? musicPresets.length === 1 : isNamed;
    const hidesRestart = positionSeconds === undefined || positionSeconds < jumpSeconds;
    return begin(
      { operation: "playMusicPreset", preset: isStep(request) ? request : found.id },
      "music",
      session,
      // Then it may look the same afterwards.
      { isAnswerEnough: playing === "playing" && (mayPlayAlready || hidesRestart) },
    );
  },
});

function isStep(request: string): request is "+1" | "-1" {
  return request === "+1" || request === "-1";
}
