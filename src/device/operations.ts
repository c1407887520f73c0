import type { Selector } from "../core/player.ts";
import type { ResourceName } from "../core/resource.ts";

/** The word that stands for the maker in the specification, then the makers' own, in the order of asking. */
export const knownPrefixes = ["Device", "Zidoo"] as const;

/** The path that reads a resource. */
export function readPath(prefix: string, resource: ResourceName): string {
  switch (resource) {
    case "model":
      return `/${prefix}ControlCenter/getModel`;
    case "audio":
      return `/${prefix}MusicControl/v2/getInputAndOutputList`;
    case "video":
      return `/${prefix}VideoPlay/getPlayStatus`;
    case "playlist":
      return `/${prefix}VideoPlay/getPlaylist`;
    case "queue":
      return `/${prefix}MusicControl/v2/getPlayQueue`;
  }
}

/** The path that selects an input or an output. */
export function selectPath(prefix: string, selector: Selector, tag: string): string {
  const operation = selector === "input" ? "setInputList" : "setOutInputList";
  return `/${prefix}MusicControl/v2/${operation}?tag=${encodeURIComponent(wellFormed(tag))}`;
}

/** Half a surrogate pair cannot be percent-encoded; what UTF-8 makes of it can. */
function wellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
