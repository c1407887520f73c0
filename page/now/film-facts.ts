import { text, type Values } from "../values.ts";

/** Short facts about the film: resolution, codec, frame rate; empty where the player reports none. */
export function filmFacts(values: Values): string {
  const fps = text(values, "video/fps");
  const resolution = text(values, "video/resolution").replace(/^(\d+)x(\d+)$/, "$1 × $2");
  return [resolution, text(values, "video/codec"), fps === "" ? "" : `${fps} fps`]
    .filter((part) => part !== "")
    .join("  ·  ");
}
