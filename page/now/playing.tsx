import type { ComponentChildren, JSX } from "preact";
import { Artwork } from "./artwork.tsx";
import { PlayingText } from "./hero.tsx";
import type { Medium } from "./tile.tsx";

interface PlayingProps {
  readonly pictures: readonly string[];
  readonly medium: Medium;
  readonly word: string;
  readonly title: string;
  /** Determines the look of a generated tile; the title by default. */
  readonly seed?: string;
  readonly isMoving?: boolean;
  readonly children?: ComponentChildren;
}

export function Playing({
  pictures,
  medium,
  word,
  title,
  seed = title,
  isMoving = false,
  children,
}: PlayingProps): JSX.Element {
  return (
    <div class={`playing${medium === "none" ? " is-quiet" : ""}`}>
      <span class="sleeve">
        <Artwork pictures={pictures} title={seed} medium={medium} />
      </span>
      <PlayingText word={word} title={title} isMoving={isMoving}>
        {children}
      </PlayingText>
    </div>
  );
}
