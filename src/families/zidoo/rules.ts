import type { FamilyRules, Intervals } from "../../core/session/family-rules.ts";
import {
  publicNameOf,
  type ResourceContext,
  type ResourceName,
  resourceNames,
} from "../../core/resources/player.ts";
import { operations, ownResources } from "./operations.ts";

/**
 * How often each resource is read, by what the player is doing. One resource reveals most changes, so it is read often and
 * the others when it shows that they changed; what it does not reveal is read at the interval given here. An active player
 * gets at most one request a second, one at rest one in four seconds, or in two where a film may begin.
 */
export const intervalsBySituation = {
  /** The music state reveals everything: playback, volume, inputs, outputs and the queue. */
  revealed: {
    active: { music: 1100 },
    resting: { music: 4200 },
  },
  /** Music, without the marks that reveal another input or another queue. */
  music: {
    active: { music: 1450, audio: 5000, queue: 12_000 },
    resting: { music: 6000, audio: 15_000, queue: 120_000 },
  },
  /** A video model that plays music, which is never at rest. */
  musicOnVideo: {
    active: { music: 1400, video: 6000, audio: 12_000, queue: 60_000, videoVolume: 60_000 },
    resting: {},
  },
  video: {
    active: {
      video: 1350,
      audio: 10_000,
      music: 30_000,
      playlist: 30_000,
      queue: 120_000,
      videoVolume: 20_000,
    },
    resting: { video: 2300, audio: 60_000, music: 30_000, queue: 300_000, videoVolume: 300_000 },
  },
  /** Neither music nor films are reported. */
  routing: {
    active: { audio: 1500, queue: 12_000 },
    resting: { audio: 4500, queue: 120_000 },
  },
} as const satisfies Record<string, { readonly active: Intervals; readonly resting: Intervals }>;

type Situation = keyof typeof intervalsBySituation;

/** What the core has to know about these players. */
export const zidooRules: FamilyRules = {
  intervals: (known, isActive) => intervalsBySituation[situationOf(known)][isActive ? "active" : "resting"],
  probes: ["model", "music", "audio"],
  guaranteed: ofModels("all"),
  guaranteedCalls: new Set(["selectInput", "selectOutput"]),
  // No model has the resources of other makes.
  rare: new Set([
    ...ofModels("few"),
    ...resourceNames.filter((name) => !ownResources.some((own) => own === name)),
  ]),
};

function ofModels(models: "all" | "few"): ReadonlySet<ResourceName> {
  return new Set(ownResources.filter((name) => operations[publicNameOf(name)].models === models));
}

function situationOf({
  player: { video, music },
  resources,
}: Pick<ResourceContext, "player" | "resources">): Situation {
  if (resources.video.support !== "unsupported") {
    return music?.playing === "playing" && video?.state !== "playing" ? "musicOnVideo" : "video";
  }
  if (resources.music.support === "unsupported") return "routing";
  return music?.routingMark !== undefined && music.queueStamp !== undefined ? "revealed" : "music";
}
