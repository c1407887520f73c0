import { findEntry, unknownOption } from "./choose.ts";
import { act } from "./effect.ts";
import { defineControl, notReportedYet } from "./control.ts";
import type { MusicState } from "../resources/music.ts";
import { opensForMs } from "./play.ts";
import { translatable } from "../../lib/phrase.ts";

/** Plays a preset that is stored on the player. Which one plays is not reported, so something else has to play. */
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
    const before = heard(music);
    return act(
      { operation: "playMusicPreset", preset: isStep(request) ? request : found.id },
      {
        proof: "music",
        pollForMs: opensForMs,
        pollEveryMs: 1000,
        isShown: ({ player: { music: later } }) => later?.playing === "playing" && heard(later) !== before,
        // The preset that plays already looks the same afterwards.
        isAnswerEnough: music.playing === "playing",
        shown: () => translatable("shown.same", "what played before"),
      },
    );
  },
});

function isStep(request: string): request is "+1" | "-1" {
  return request === "+1" || request === "-1";
}

function heard({ playing, track, queueStamp }: MusicState): string {
  return JSON.stringify([playing, track.key, queueStamp]);
}
