import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LibraryEntryView } from "../../src/extensions/page/response-views.ts";
import { Failure, useCommand } from "../command.tsx";
import { type ListShape, listWindow, placeOf, rowsShape } from "../queue/list-window.ts";
import { useViewHeight } from "../queue/row-list.tsx";
import { t } from "../texts.ts";
import type { Medium } from "../now/tile.tsx";
import { insideOf, kinds, type Opened, playControl, playing } from "./places.ts";
import { LibraryRow } from "./library-row.tsx";
import { useLibrary } from "./use-library.ts";
import { Button } from "../controls.tsx";

interface LibraryListProps {
  readonly playerId: string;
  readonly place: Opened;
  /** Whether it was opened from another list, whose button is gone: its heading gets the focus. */
  readonly isOpened: boolean;
  readonly canPlay: boolean;
  readonly onOpen: (place: Opened) => void;
}

/** The most tracks of one command. */
const maxTracks = 50;

/** Lists whose pictures say more than their rows: tiles where there is room for them. */
const pictured: ReadonlySet<string> = new Set(["album", "film", "playlist", "service"]);
/** The width of a tile at least, and the height of its texts. */
const tileWidth = 172;
const tileText = 76;
const phoneWidth = 544;

/** The shape of a list in this width. */
function shapeOf(list: Opened["list"], width: number): ListShape {
  if (!pictured.has(kinds[list]) || width < phoneWidth) return rowsShape;
  const columns = Math.floor(width / tileWidth);
  const picture = width / columns - 16;
  return { columns, rowHeight: Math.round((kinds[list] === "film" ? picture * 1.5 : picture) + tileText) };
}

/** One list of the library: only the visible rows are requested and drawn. */
export function LibraryList({ playerId, place, isOpened, canPlay, onOpen }: LibraryListProps): JSX.Element {
  const viewHeight = useViewHeight();
  const [scrollTop, setScrollTop] = useState(0);
  const [width, setWidth] = useState(0);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (box.current !== null) measured.observe(box.current);
    return () => measured.disconnect();
  }, []);
  const shape = shapeOf(place.list, width);
  const heading = useRef<HTMLHeadingElement>(null);
  const { window, total, reason, retry, isLoading, entryAt } = useLibrary(playerId, place, (size) =>
    listWindow(scrollTop, viewHeight, size, shape),
  );
  const inView = listWindow(scrollTop, viewHeight, total, shape, 0);
  const { send, pending, failure } = useCommand(playerId, playControl(place));
  useEffect(() => {
    if (isOpened) heading.current?.focus();
  }, []);
  const requestFor = (entry: LibraryEntryView, index: number): string | undefined => {
    if (kinds[place.list] !== "track") return playing(place, entry);
    const ids = Array.from({ length: maxTracks }, (_, place) => entryAt(index + place)?.id);
    return `track ${ids.filter((id) => id !== undefined).join(",")}`;
  };
  const indexes = Array.from({ length: window.end - window.first }, (_, row) => window.first + row);
  return (
    <section class="panel rows-panel" ref={box}>
      <header class="rows-head">
        <h2 ref={heading} tabIndex={-1}>
          {place.title} {total === 0 ? null : <small>{t("list.entries", { count: total })}</small>}
        </h2>
      </header>
      <Failure text={failure} />
      <p class="hint" role="status">
        {statusOf(isLoading, reason, total)}
      </p>
      {reason === undefined ? null : (
        <Button look="is-large" onClick={retry}>
          {t("library.retry")}
        </Button>
      )}
      {total === 0 ? null : (
        <div
          class={`rows${shape.columns > 1 ? " is-tiles" : ""}`}
          tabIndex={0}
          role="list"
          aria-label={place.title}
          style={{ maxHeight: `${viewHeight}px` }}
          onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
        >
          <div class="rows-space" role="presentation" style={{ height: `${window.totalHeight}px` }}>
            {indexes.map((index) => {
              const entry = entryAt(index);
              const request = entry === undefined || !canPlay ? undefined : requestFor(entry, index);
              const inside = entry === undefined ? undefined : insideOf(place, entry);
              return (
                <LibraryRow
                  key={index}
                  playerId={playerId}
                  medium={mediumOf(place.list, entry)}
                  style={placeOf(index, shape)}
                  isInView={index >= inView.first && index < inView.end}
                  index={index}
                  size={total}
                  entry={entry}
                  isBusy={request !== undefined && pending === request}
                  onPlay={request === undefined ? undefined : () => void send(request)}
                  onOpen={inside === undefined ? undefined : () => onOpen(inside)}
                />
              );
            })}
          </div>
        </div>
      )}
    </section>
  );
}

function mediumOf(list: Opened["list"], entry: LibraryEntryView | undefined): Medium {
  // The tile of a film is taller, and files of all kinds stand in one list.
  if (kinds[list] === "file") return entry?.file === "audio" ? "music" : "none";
  return kinds[list] === "film" ? "film" : "music";
}

function statusOf(isLoading: boolean, reason: string | undefined, total: number): string {
  if (reason !== undefined) return t("library.none", { reason });
  if (total > 0) return "";
  return t(isLoading ? "library.loading" : "library.empty");
}
