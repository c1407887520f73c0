import { Artwork } from "./artwork.tsx";
import { type PlayingProps, PlayingText } from "./hero.tsx";

export function Playing({ pictures, medium, seed, ...texts }: PlayingProps) {
  return (
    <div class={`playing${medium === "none" ? " is-quiet" : ""}`}>
      <span class="sleeve">
        <Artwork pictures={pictures} title={seed ?? texts.title} medium={medium} />
      </span>
      <PlayingText {...texts} />
    </div>
  );
}
