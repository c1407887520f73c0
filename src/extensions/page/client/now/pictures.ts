import type { MusicView, VideoView } from "../../wire.ts";
import { playerAddress } from "../requests.ts";
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
