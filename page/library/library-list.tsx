import { useEffect, useRef, useState } from "preact/hooks";
import type { LibraryEntryView } from "../../src/extensions/page/response-views.ts";
import { type ListShape, placeOf, rowsShape } from "../queue/list-window.ts";
import { useRowList } from "../queue/row-list.tsx";
import { t } from "../texts.ts";
import { clockText } from "../format.ts";
import { Art } from "../art.tsx";
import { insideOf, kinds, type Opened, wantedAll, wantedOf } from "./places.ts";
import type { Replacing } from "./use-replacing.tsx";
import { mostTracks } from "./way-back.ts";
import { LibraryRow } from "./library-row.tsx";
import { useLibrary } from "./use-library.ts";
import { Button } from "../controls.tsx";

interface LibraryListProps {
  readonly playerId: string;
  readonly place: Opened;
  /** Whether it was opened from another list, whose button is gone: its heading gets the focus. */
  readonly isOpened: boolean;
  readonly canPlay: boolean;
  readonly replacing: Replacing;
  readonly onOpen: (place: Opened) => void;
}

/** Lists whose pictures say more than their rows: tiles where there is room for them. */
const pictured: ReadonlySet<string> = new Set(["album", "film", "playlist", "service"]);
/** The width of a tile at least, and the height of its texts. */
const tileWidth = 172;
const tileText = 80;
const phoneWidth = 544;

/** The shape of a list in this width. */
function shapeOf(list: Opened["list"], width: number): ListShape {
  if (!pictured.has(kinds[list]) || width < phoneWidth) return rowsShape;
  const columns = Math.floor(width / tileWidth);
  const picture = width / columns - 16;
  return { columns, rowHeight: Math.round((kinds[list] === "film" ? picture * 1.5 : picture) + tileText) };
}

/** One list of the library: only the visible rows are requested and drawn. */
export function LibraryList({
  playerId,
  place,
  isOpened,
  canPlay,
  replacing: { play, add, pending },
  onOpen,
}: LibraryListProps) {
  const [width, setWidth] = useState(0);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (box.current !== null) measured.observe(box.current);
    return () => measured.disconnect();
  }, []);
  const shape = shapeOf(place.list, width);
  const heading = useRef<HTMLHeadingElement>(null);
  const { windowOf, rows } = useRowList(shape);
  const { total, reason, retry, isLoading, entryAt, entriesFrom } = useLibrary(playerId, place, windowOf);
  const [busyIndex, setBusyIndex] = useState<number>();
  const whole = wantedAll(place);
  useEffect(() => {
    if (isOpened) heading.current?.focus();
  }, []);
  const playEntry = async (entry: LibraryEntryView, index: number): Promise<void> => {
    setBusyIndex(index);
    // A track comes with those that follow it, also where nobody has scrolled to them yet.
    const isTrack = kinds[place.list] === "track";
    const wanted = wantedOf(place, isTrack ? await entriesFrom(index, mostTracks) : [entry]);
    if (wanted !== undefined) await play(wanted);
    setBusyIndex((now) => (now === index ? undefined : now));
  };
  const tracks = Array.from({ length: Math.min(total, mostTracks + 1) }, (_, index) => entryAt(index));
  const about = aboutOf(place, entryAt(0), tracks.length > mostTracks ? [] : tracks);
  return (
    <section class="panel rows-panel" ref={box}>
      <header class={`rows-head${whole === undefined ? "" : " is-opened"}`}>
        {whole === undefined ? null : (
          <Art playerId={playerId} art={entryAt(0)?.art} title={place.title} medium="music" isInView />
        )}
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {place.title} {total === 0 ? null : <small>{t("list.entries", { count: total })}</small>}
          </h2>
          {whole === undefined || about === "" ? null : <p class="by">{about}</p>}
          {whole === undefined || !canPlay || total === 0 ? null : (
            <span class="buttons">
              <Button
                look="is-large is-main"
                icon="play"
                isBusy={pending === whole.request}
                onClick={() => void play(whole)}
              >
                {t(place.narrowed?.[0] === "album" ? "library.playAlbum" : "library.playAll")}
              </Button>
              {whole.isAddable ? (
                <Button look="is-large" icon="add" onClick={() => add(whole)}>
                  {t("library.to.add")}
                </Button>
              ) : null}
            </span>
          )}
        </div>
      </header>
      <p class="hint" role="status">
        {statusOf(place, isLoading, reason, total) ||
          (canPlay && areApps(place, tracks) ? t("library.opens") : "")}
      </p>
      {reason === undefined ? null : (
        <Button look="is-large" onClick={retry}>
          {t("library.retry")}
        </Button>
      )}
      {total === 0
        ? null
        : rows(place.title, total, (index, isInView) => {
            const entry = entryAt(index);
            const wanted = entry === undefined || !canPlay ? undefined : wantedOf(place, [entry]);
            const inside = entry === undefined ? undefined : insideOf(place, entry);
            return (
              <LibraryRow
                key={index}
                playerId={playerId}
                list={place.list}
                style={placeOf(index, shape)}
                isInView={isInView}
                index={index}
                size={total}
                entry={entry}
                isBusy={busyIndex === index}
                onPlay={entry && wanted && (() => void playEntry(entry, index))}
                onAdd={wanted?.isAddable === true ? () => add(wanted) : undefined}
                onOpen={inside && (() => onOpen(inside))}
              />
            );
          })}
    </section>
  );
}

/** Who made what was opened, when, and how long it is, as far as the first page tells. */
function aboutOf(
  { narrowed: [by] = ["search", ""] }: Opened,
  first: LibraryEntryView | undefined,
  tracks: readonly (LibraryEntryView | undefined)[],
): string {
  // Unknown as a whole if one of them is.
  const seconds = tracks.reduce((sum, one) => sum + (one?.duration ?? Number.NaN), 0);
  const facts = by === "album" ? [first?.artist, first?.year] : [];
  return [...facts, seconds > 0 ? clockText(seconds) : undefined].filter(Boolean).join("  ·  ");
}

/** Services that are apps of the player: what can be browsed has folders, and entries for the queue. */
function areApps({ list, narrowed }: Opened, entries: readonly (LibraryEntryView | undefined)[]): boolean {
  const isApp = (one: LibraryEntryView | undefined): boolean =>
    one !== undefined && one.folder !== true && one.playable !== true;
  return list === "services" && narrowed === undefined && entries.length > 0 && entries.every(isApp);
}

function statusOf(
  { narrowed: [by] = ["album", ""] }: Opened,
  isLoading: boolean,
  reason: string | undefined,
  total: number,
): string {
  if (reason !== undefined) return t("library.none", { reason });
  if (total > 0) return "";
  return t(isLoading ? "library.loading" : by === "search" ? "search.none" : "library.empty");
}
