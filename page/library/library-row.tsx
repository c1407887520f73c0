import type { LibraryEntryView } from "../../src/extensions/page/response-views.ts";
import { Art } from "../art.tsx";
import { clockText } from "../format.ts";
import type { Medium } from "../now/tile.tsx";
import { t } from "../texts.ts";
import { Button } from "../controls.tsx";

interface LibraryRowProps {
  readonly playerId: string;
  readonly medium: Medium;
  readonly index: number;
  /** Where it lies. */
  readonly style: Record<string, string>;
  readonly isInView: boolean;
  readonly size: number;
  /** Undefined while it is loaded. */
  readonly entry: LibraryEntryView | undefined;
  readonly isBusy: boolean;
  readonly onPlay: (() => void) | undefined;
  readonly onAdd: (() => void) | undefined;
  /** Undefined where nothing is inside. */
  readonly onOpen: (() => void) | undefined;
}

/** One entry of the library. A click opens it, or plays what has nothing inside; a button plays it as a whole. */
export function LibraryRow({
  playerId,
  medium,
  index,
  style,
  isInView,
  size,
  entry,
  isBusy,
  onPlay,
  onAdd,
  onOpen,
}: LibraryRowProps) {
  const title = entry?.title ?? "…";
  const onClick = onOpen ?? onPlay;
  const by = entry === undefined ? "" : byOf(entry);
  const texts = (
    <>
      <span class="row-title">{title}</span>
      {by === "" ? null : <span class="row-by">{by}</span>}
    </>
  );
  const playTitle = t("list.play", { title });
  return (
    <div class="row library-row" role="listitem" aria-setsize={size} aria-posinset={index + 1} style={style}>
      <Art playerId={playerId} art={entry?.art} title={title} medium={medium} isInView={isInView} />
      {onClick === undefined ? (
        <span class="row-text">{texts}</span>
      ) : (
        <button
          type="button"
          class="row-text"
          title={onOpen === undefined ? playTitle : t("library.open", { title })}
          aria-busy={onOpen === undefined && isBusy}
          onClick={onClick}
        >
          {texts}
        </button>
      )}
      <span class="row-time">{endOf(entry)}</span>
      {onAdd === undefined ? null : (
        <Button look="is-icon" label={t("library.add", { title })} onClick={onAdd} icon="add" />
      )}
      {onOpen === undefined || onPlay === undefined ? null : (
        <Button look="is-icon" label={playTitle} isBusy={isBusy} onClick={onPlay} icon="play" />
      )}
    </div>
  );
}

function byOf({ artist, album, year }: LibraryEntryView): string {
  return [artist, album, year].filter((part) => part !== undefined).join(" · ");
}

function endOf(entry: LibraryEntryView | undefined): string {
  if (entry?.duration !== undefined) return clockText(entry.duration);
  return entry?.tracks === undefined ? "" : t("list.entries", { count: entry.tracks });
}
