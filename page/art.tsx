import { Artwork } from "./now/artwork.tsx";
import type { Medium } from "./now/tile.tsx";
import { playerAddress } from "./requests.ts";

export interface ArtProps {
  readonly playerId: string;
  /** The key of the picture; undefined without one. */
  readonly art: string | undefined;
  readonly title: string;
  readonly medium: Medium;
  /** Only entries in view cost the player a request. */
  readonly isInView: boolean;
}

/** The picture of an entry of a list: a tile of its own until the player has sent it. */
export function Art({ playerId, art, title, medium, isInView }: ArtProps) {
  const address = art === undefined || !isInView ? "" : playerAddress(playerId, `art/${art}`);
  return (
    <span class={`sleeve art is-${medium}`}>
      <Artwork pictures={[address]} title={title} medium={medium} isLate />
    </span>
  );
}
