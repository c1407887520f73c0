import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type Medium, Tile } from "./tile.tsx";

interface ArtworkProps {
  /** The addresses of pictures, the best first; empty ones are skipped. */
  readonly pictures: readonly string[];
  readonly title: string;
  readonly medium: Medium;
}

/** The first picture that can be shown, or a tile. */
export function Artwork({ pictures, title, medium }: ArtworkProps): JSX.Element {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const picture = pictures.find((one) => one !== "" && !broken.includes(one));
  return picture === undefined ? (
    <Tile title={title} medium={medium} />
  ) : (
    <img key={picture} src={picture} alt="" onError={() => setBroken((before) => [...before, picture])} />
  );
}
