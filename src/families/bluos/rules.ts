import type { FamilyRules } from "../../core/session/family-rules.ts";
import type { ResourceName } from "../../core/resources/player.ts";

export const ownResources = [
  "model",
  "audio",
  "music",
  "queue",
  "power",
  "musicPresets",
  "group",
  "sleep",
  "battery",
] as const satisfies readonly ResourceName[];

/**
 * A held request tells every change, so that hardly anything is read. One plain read a minute notices a player that was
 * unplugged: its held request only hangs.
 */
export const bluosRules: FamilyRules = {
  pace: () => ({ reveals: {}, every: { group: 60_000 } }),
  probes: ["model", "music"],
  guaranteed: new Set(["model", "music", "group", "sleep"]),
  guaranteedCalls: new Set(),
  rare: new Set(["battery"]),
};
