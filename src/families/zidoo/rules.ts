import type { FamilyRules } from "../../core/session/family-rules.ts";
import { publicNameOf, type ResourceName, resourceNames } from "../../core/resources/player.ts";
import { operations, ownResources } from "./operations.ts";

/**
 * How likely the next change is one of these, in each situation, as far as nothing else tells of it: music usually stops
 * when a film begins. While something plays, people mostly change what plays.
 */
export const likelihoods = {
  filmPlays: { film: 49, music: 0.3, volume: 2, inputs: 1.5, queue: 0.3, playlist: 0.05 },
  filmPaused: { film: 16, music: 2, volume: 2, inputs: 1.5, queue: 0.3, playlist: 0.05 },
  musicPlays: { film: 0.25, music: 36, volume: 2, inputs: 1.5, queue: 0.3, playlist: 0 },
  musicPlayed: { film: 5, music: 8, volume: 2, inputs: 1.5, queue: 0.3, playlist: 0 },
  filmPlayed: { film: 8, music: 4, volume: 2, inputs: 1.5, queue: 0.3, playlist: 0 },
  resting: { film: 9, music: 4, volume: 1, inputs: 0.7, queue: 0.3, playlist: 0 },
  restingAfterMusic: { film: 5, music: 6, volume: 1, inputs: 0.7, queue: 0.3, playlist: 0 },
  restingAfterFilm: { film: 25, music: 2.5, volume: 1, inputs: 0.7, queue: 0.3, playlist: 0 },
} as const;

/** What the core has to know about these players. */
export const zidooRules: FamilyRules = {
  pace: (known, isActive) => {
    const { film, music, volume, inputs, queue, playlist } = likelihoods[situationOf(known, isActive)];
    const { volume: level, routingMark, queueStamp } = known.player.music ?? {};
    const toldByMusic =
      (level === undefined ? 0 : volume) +
      (routingMark === undefined ? 0 : inputs) +
      (queueStamp === undefined ? 0 : queue);
    return {
      changeWeights: {
        video: film,
        music: music + toldByMusic,
        audio: inputs,
        videoVolume: volume,
        playlist,
      },
      // Its answer is long; another track, or a change mark, shows that it may have changed.
      every: { queue: 120_000 },
    };
  },
  onlineChecks: ["model", "music", "audio"],
  mandatory: ofModels("all"),
  mandatoryCalls: new Set(["selectInput", "selectOutput"]),
  // No model has the resources of other makes.
  optional: new Set([
    ...ofModels("few"),
    ...resourceNames.filter((name) => !ownResources.some((own) => own === name)),
  ]),
};

function ofModels(models: "all" | "few"): ReadonlySet<ResourceName> {
  return new Set(ownResources.filter((name) => operations[publicNameOf(name)].models === models));
}

function situationOf(
  { player: { video, music }, memory: { lastPlayed } }: Parameters<FamilyRules["pace"]>[0],
  isActive: boolean,
): keyof typeof likelihoods {
  if (video?.state === "playing") return "filmPlays";
  if (music?.playing === "playing") return "musicPlays";
  const wasMusic = lastPlayed === "music";
  if (!isActive) {
    if (lastPlayed === undefined) return "resting";
    return wasMusic ? "restingAfterMusic" : "restingAfterFilm";
  }
  if (video?.state === "paused" && !wasMusic) return "filmPaused";
  return wasMusic ? "musicPlayed" : "filmPlayed";
}
