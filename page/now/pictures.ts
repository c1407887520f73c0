import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { filmOf, isPassThrough, musicOf } from "../player.ts";
import { playerAddress } from "../requests.ts";
import { text } from "../values.ts";
import type { ArtworkProps } from "./artwork.tsx";
import type { Medium } from "./tile.tsx";

const topics = { cover: "music/picture", poster: "video/picture", backdrop: "video/backdrop" } as const;

/** The bridge's address of a picture of what plays, another one for each picture; empty without one. */
function pictureAddress(player: PlayerView, name: keyof typeof topics): string {
  const picture = text(player, topics[name]);
  return picture === "" ? "" : playerAddress(player.id, `${name}?key=${encodeURIComponent(picture)}`);
}

/** The pictures of a film: wide first where there is room for it. */
export function filmPictures(player: PlayerView, isWide: boolean): readonly string[] {
  const [backdrop, poster] = [pictureAddress(player, "backdrop"), pictureAddress(player, "poster")];
  return isWide ? [backdrop, poster] : [poster, backdrop];
}

export function musicPictures(player: PlayerView): readonly string[] {
  return [pictureAddress(player, "cover")];
}

/** The medium to draw for music: a stream without an end is radio. */
export function mediumOf(player: PlayerView): Medium {
  if (isPassThrough(player)) return "television";
  const isStream = text(player, "music/source") === "network" && text(player, "music/duration") === "";
  return isStream && text(player, "music/state") !== "idle" ? "radio" : "music";
}

/** What to draw for a player as a whole: its film, else its music. */
export function pictureOf(player: PlayerView, isWide = false): Pick<ArtworkProps, "pictures" | "medium"> {
  if (filmOf(player) !== null) return { pictures: filmPictures(player, isWide), medium: "film" };
  if (musicOf(player) !== null) return { pictures: musicPictures(player), medium: mediumOf(player) };
  return { pictures: [], medium: "none" };
}
