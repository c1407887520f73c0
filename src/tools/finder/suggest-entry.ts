import type { FoundPlayer } from "./find-players.ts";

/** An entry for the list of players. */
export interface SuggestedEntry {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly mac?: string;
}

const longestId = 32;

/**
 * A configuration entry for a player that was found. The same player always gets the same id, regardless of its address
 * and of other players.
 */
export function suggestEntry({ url, mac, model }: FoundPlayer): SuggestedEntry {
  const name = model.model ?? "Player";
  const mark = mac?.replaceAll(":", "").slice(-4) ?? new URL(url).host.replaceAll(/[^0-9]+/g, "-");
  const words = slug(name).slice(0, longestId - mark.length - 1);
  return { id: `${words}-${mark}`, name, url, ...(mac !== undefined && { mac }) };
}

function slug(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return words === "" ? "player" : words;
}
