import type { ComponentChildren, JSX } from "preact";
import { Artwork } from "./artwork.tsx";
import type { Medium } from "./tile.tsx";

interface HeroProps {
  readonly pictures: readonly string[];
  readonly medium: Medium;
  /** Square for covers, wide for everything else. */
  readonly isSquare?: boolean;
  /** Playing, paused, idle. */
  readonly word: string;
  readonly title: string;
  /** Determines the look of a generated tile; the title by default. */
  readonly seed?: string;
  readonly isMoving?: boolean;
  readonly children?: ComponentChildren;
}

export function Hero({
  pictures,
  medium,
  isSquare = false,
  word,
  title,
  seed = title,
  isMoving = false,
  children,
}: HeroProps): JSX.Element {
  return (
    <div class="hero">
      <div class={`hero-picture${isSquare ? " is-square" : ""}`}>
        <Artwork pictures={pictures} title={seed} medium={medium} />
      </div>
      <PlayingText word={word} title={title} isMoving={isMoving}>
        {children}
      </PlayingText>
    </div>
  );
}

interface PlayingTextProps {
  readonly word: string;
  readonly title: string;
  readonly isMoving: boolean;
  readonly children?: ComponentChildren;
}

/** The word for the state, the title, and what follows it. */
export function PlayingText({ word, title, isMoving, children }: PlayingTextProps): JSX.Element {
  return (
    <div class="playing-text">
      <p class="word">
        {word}
        {isMoving ? <Bars /> : null}
      </p>
      <p class="title" title={title}>
        {title}
      </p>
      {children}
    </div>
  );
}

function Bars(): JSX.Element {
  return (
    <span class="bars">
      <i />
      <i />
      <i />
    </span>
  );
}
