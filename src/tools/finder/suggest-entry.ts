import type { FoundPlayer } from "./find-players.ts";

export interface SuggestedEntry {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly mac?: string;
}

const longestId = 32;

/** The same player always gets the same id, regardless of its address and of other players. */
export function suggestEntry({ url, mac, model }: FoundPlayer): SuggestedEntry {
  const words = model.model ?? "Player";
  const unit = model.unit === undefined ? "" : `-${model.unit}`;
  const digits = mac?.replaceAll(":", "").slice(-4);
  const mark = digits !== undefined ? `${digits}${unit}` : new URL(url).host.replaceAll(/[^0-9]+/g, "-");
  const id = `${slug(words).slice(0, longestId - mark.length - 1)}-${mark}`;
  // The MAC is for waking one player; where several share it, their unit tells them apart.
  return { id, name: model.name ?? words, url, ...(mac !== undefined && unit === "" && { mac }) };
}

function slug(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return words === "" ? "player" : words;
}
