import type { MusicView, PlayerView, VideoView } from "../../src/extensions/page/wire.ts";
import { filmOf, musicOf } from "../player.ts";
import { playerAddress } from "../requests.ts";
import type { ArtworkProps } from "./artwork.tsx";
import type { Medium } from "./tile.tsx";

/** The address of a picture of what plays, by its key; empty without one. */
function pictureAddress(playerId: string, name: "cover" | "poster" | "backdrop", key: string): string {
  return key === "" ? "" : playerAddress(playerId, `${name}?key=${key}`);
}

/** The pictures of a film: wide first where there is room for it. */
export function filmPictures(playerId: string, { film }: VideoView, isWide: boolean): readonly string[] {
  if (film === null) return [];
  const backdrop = pictureAddress(playerId, "backdrop", film.backdrop);
  const poster = pictureAddress(playerId, "poster", film.poster);
  return isWide ? [backdrop, poster] : [poster, backdrop];
}

export function musicPictures(playerId: string, { cover }: MusicView): readonly string[] {
  return [pictureAddress(playerId, "cover", cover)];
}

/** The medium to draw for music: a stream without an end is radio. */
export function mediumOf({ isPassThrough, source, state, durationSeconds }: MusicView): Medium {
  if (isPassThrough) return "television";
  return source === "network" && state !== "idle" && durationSeconds === undefined ? "radio" : "music";
}

/** What to draw for a player as a whole: its film, else its music. */
export function pictureOf(player: PlayerView, isWide = false): Pick<ArtworkProps, "pictures" | "medium"> {
  const [video, music] = [filmOf(player), musicOf(player)];
  if (video !== null) return { pictures: filmPictures(player.id, video, isWide), medium: "film" };
  if (music !== null) return { pictures: musicPictures(player.id, music), medium: mediumOf(music) };
  return { pictures: [], medium: "none" };
}
