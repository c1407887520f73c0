import { useState } from "preact/hooks";
import { type Medium, Tile } from "./tile.tsx";

export interface ArtworkProps {
  /** The addresses of pictures, the best first; empty ones are skipped. */
  readonly pictures: readonly string[];
  readonly title: string;
  readonly medium: Medium;
  /** Shows the tile until the picture is there. */
  readonly isLate?: boolean;
  /** Called with each picture that is shown, and with nothing when one fails. */
  readonly onPicture?: (picture?: HTMLImageElement) => void;
}

export function Artwork(props: ArtworkProps) {
  // Other pictures have not failed yet.
  return <FirstWorking key={props.pictures.join(" ")} {...props} />;
}

function FirstWorking({ pictures, title, medium, isLate = false, onPicture }: ArtworkProps) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [isThere, setThere] = useState(!isLate);
  const picture = pictures.find((one) => one !== "" && !broken.includes(one));
  return (
    <>
      {picture === undefined || !isThere ? <Tile title={title} medium={medium} /> : null}
      {picture === undefined ? null : (
        <img
          key={picture}
          src={picture}
          alt=""
          hidden={!isThere}
          onLoad={({ currentTarget }) => {
            setThere(true);
            onPicture?.(currentTarget);
          }}
          onError={() => {
            setBroken((before) => [...before, picture]);
            onPicture?.();
          }}
        />
      )}
    </>
  );
}
