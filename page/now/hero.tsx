import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Artwork } from "./artwork.tsx";
import { colorOf } from "./cover-color.ts";
import type { Medium } from "./tile.tsx";

export interface PlayingProps {
  readonly pictures: readonly string[];
  readonly medium: Medium;
  /** Playing, paused, idle. */
  readonly word: string;
  readonly title: string;
  /** Determines the look of a generated tile; the title by default. */
  readonly seed?: string;
  readonly isMoving?: boolean;
  /** Whether a large picture is square, as covers are, and not wide. */
  readonly isSquare?: boolean;
  readonly children?: ComponentChildren;
}

export function Hero({ pictures, medium, isSquare = false, seed, ...texts }: PlayingProps) {
  // That of the last cover stays until the next one is there, or fails.
  const [color, setColor] = useState<string>();
  const isColored = color !== undefined && pictures.some((picture) => picture !== "");
  return (
    <div class={`hero${isColored ? " is-colored" : ""}`} style={isColored ? { "--cover": color } : {}}>
      <div class={`hero-picture${isSquare ? " is-square" : ""}`}>
        <Artwork
          pictures={pictures}
          title={seed ?? texts.title}
          medium={medium}
          onPicture={(picture) => setColor(picture && coverColor(picture))}
        />
      </div>
      <PlayingText {...texts} />
    </div>
  );
}

/** A cover is looked at as so many pixels squared. */
const side = 16;

function coverColor(cover: HTMLImageElement): string | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  context.drawImage(cover, 0, 0, side, side);
  return colorOf(context.getImageData(0, 0, side, side).data);
}

type PlayingTextProps = Pick<PlayingProps, "word" | "title" | "isMoving" | "children">;

/** The word for the state, the title, and what follows it. */
export function PlayingText({ word, title, isMoving, children }: PlayingTextProps) {
  return (
    <div class="playing-text">
      <p class="word">
        {word}
        {isMoving === true ? <Bars /> : null}
      </p>
      <p key={title} class="title" title={title}>
        {title}
      </p>
      {children}
    </div>
  );
}

function Bars() {
  return (
    <span class="bars">
      <i />
      <i />
      <i />
    </span>
  );
}
