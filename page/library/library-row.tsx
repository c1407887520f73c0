import type { LibraryEntryView } from "../../src/extensions/page/response-views.ts";
import { clockText } from "../format.ts";
import { Row, type RowProps } from "../queue/row.tsx";
import { t } from "../texts.ts";
import { Button } from "../controls.tsx";
import { kinds, type Opened } from "./places.ts";

interface LibraryRowProps
  extends Pick<RowProps, "playerId" | "index" | "size" | "style" | "isInView" | "isBusy"> {
  readonly list: Opened["list"];
  /** Undefined while it is loaded. */
  readonly entry: LibraryEntryView | undefined;
  readonly onPlay: (() => void) | undefined;
  readonly onAdd: (() => void) | undefined;
  /** Undefined where nothing is inside. */
  readonly onOpen: (() => void) | undefined;
}

/** One entry of the library. A click opens it, or plays what has nothing inside; a button plays it as a whole. */
export function LibraryRow({ list, entry, isBusy, onPlay, onAdd, onOpen, ...rest }: LibraryRowProps) {
  const { title = "…", artist, album, year, art, duration, tracks } = entry ?? {};
  const play = t("list.play", { title });
  const count = tracks === undefined ? "" : t("list.entries", { count: tracks });
  return (
    <Row
      {...rest}
      art={art}
      medium={mediumOf(list, entry)}
      title={title}
      by={[artist, album, year].filter((part) => part !== undefined).join(" · ")}
      isBusy={onOpen === undefined && isBusy}
      hint={onOpen === undefined ? play : t("library.open", { title })}
      onClick={onOpen ?? onPlay}
    >
      <span class="row-time">{duration === undefined ? count : clockText(duration)}</span>
      {onAdd === undefined ? null : (
        <Button look="is-icon" label={t("library.add", { title })} onClick={onAdd} icon="add" />
      )}
      {onOpen === undefined || onPlay === undefined ? null : (
        <Button look="is-icon" label={play} isBusy={isBusy} onClick={onPlay} icon="play" />
      )}
    </Row>
  );
}

/** The medium to draw where an entry has no picture. */
function mediumOf(list: Opened["list"], entry: LibraryEntryView | undefined): RowProps["medium"] {
  // The tile of a film is taller, and files of all kinds stand in one list.
  if (kinds[list] === "file") return entry?.file === "audio" ? "music" : "none";
  return kinds[list] === "film" ? "film" : "music";
}
