import type { Buffer } from "node:buffer";
import { albumCover } from "./pictures/album-covers.ts";
import { filmScene } from "./pictures/film-scenes.ts";
import { paint, type PictureSize } from "./pictures/paint.ts";

/** Tracks of one album, as in the composed queue. */
const tracksPerAlbum = 9;
const coverSize = { width: 200, height: 200 };
const filmSizes = {
  poster: { width: 180, height: 270 },
  backdrop: { width: 480, height: 270 },
} as const satisfies Readonly<Record<string, PictureSize>>;

/** The last pictures: painting one takes a moment. */
const painted = new Map<string, Buffer>();
const maxPainted = 64;

/** The cover of the track with this id, as a PNG. */
export function coverImage(id: string): Buffer {
  const place = Math.abs(Number(id)) % 50_000;
  return once(`cover ${id}`, () => paint(albumCover(Math.floor(place / tracksPerAlbum), place), coverSize));
}

/** Poster or backdrop of the film with this id in the library, as a PNG. */
export function filmImage(kind: keyof typeof filmSizes, id: string): Buffer {
  const size = filmSizes[kind];
  return once(`${kind} ${id}`, () => paint(filmScene(id, size.width / size.height), size));
}

function once(key: string, make: () => Buffer): Buffer {
  const picture = painted.get(key) ?? make();
  painted.set(key, picture);
  for (const oldest of painted.keys()) {
    if (painted.size <= maxPainted) break;
    painted.delete(oldest);
  }
  return picture;
}
