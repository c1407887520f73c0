import { type PresetName, presets } from "../../simulator/zidoo/presets.ts";

/** The simulated players, named after their presets. */
export const playerNames = [
  "video",
  "audio",
  "loose",
  "twins",
  "idle",
] as const satisfies readonly PresetName[];
export type PlayerName = (typeof playerNames)[number];

export function inputOf(player: PlayerName, index: number): string {
  return presets[player].routing.inputs[index]?.tag ?? "";
}
