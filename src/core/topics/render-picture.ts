import type { Picture } from "../resources/picture.ts";
import type { Leaves } from "./render.ts";
import type { PlayerLeaf } from "./topics.ts";

/** The topics of the picture itself. */
export const pictureLeaves = ["music/picture/data", "music/picture/type"] as const;

/** The topics of the picture. A type says that there is a picture, so it follows the bytes and is cleared before them. */
export function renderPicture(picture: Picture | undefined, largestBytes: number): Leaves {
  return picture !== undefined && picture.bytes.byteLength <= largestBytes
    ? new Map<PlayerLeaf, string | Uint8Array>([
        ["music/picture/data", picture.bytes],
        ["music/picture/type", picture.type],
      ])
    : new Map<PlayerLeaf, string>([
        ["music/picture/type", ""],
        ["music/picture/data", ""],
      ]);
}
