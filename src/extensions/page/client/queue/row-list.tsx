import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RowsView, RowView } from "../../response-views.ts";
import { clockText } from "../format.ts";
import { type ListWindow, listWindow, pagesOf, rowHeight } from "./list-window.ts";
import { playerAddress, read } from "../requests.ts";

/** A list of a player. */
export interface RowListProps {
  readonly playerId: string;
  readonly list: "playlist" | "queue";
  readonly title: string;
  readonly size: number;
  readonly current: number;
  /** Changes with the list. */
  readonly mark: number;
}

const pageSize = 100;
const viewHeight = 8 * rowHeight;
/** Rows are requested once scrolling pauses. */
const restMs = 60;

/** A playlist or queue of any length: only the visible rows are requested and drawn. */
export function RowList({ playerId, list, title, size, current, mark }: RowListProps): JSX.Element {
  const [scrollTop, setScrollTop] = useState(() => Math.max(0, (current - 2) * rowHeight));
  const box = useRef<HTMLDivElement>(null);
  const window = listWindow(scrollTop, viewHeight, size);
  const rowAt = useRows(playerId, list, mark, window);
  useEffect(() => {
    box.current?.scrollTo(0, scrollTop);
  }, []);
  const places = Array.from({ length: window.end - window.first }, (_, place) => window.first + place);
  return (
    <section class="panel rows-panel">
      <h2>
        {title} <small>{size}</small>
      </h2>
      <div
        class="rows"
        ref={box}
        tabIndex={0}
        role="list"
        aria-label={title}
        style={{ maxHeight: `${viewHeight}px` }}
        onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      >
        <div class="rows-space" style={{ height: `${window.totalHeight}px` }}>
          {places.map((place) => (
            <Row key={place} place={place} row={rowAt(place)} size={size} isCurrent={place === current} />
          ))}
        </div>
      </div>
    </section>
  );
}

interface RowProps {
  readonly place: number;
  readonly row: RowView | undefined;
  readonly size: number;
  readonly isCurrent: boolean;
}

function Row({ place, row, size, isCurrent }: RowProps): JSX.Element {
  return (
    <div
      class="row"
      role="listitem"
      aria-setsize={size}
      aria-posinset={place + 1}
      aria-current={isCurrent ? "true" : undefined}
      style={{ transform: `translateY(${place * rowHeight}px)` }}
    >
      <span class="row-place">{place + 1}</span>
      <span class="row-text">
        <span class="row-title">{row?.title ?? "…"}</span>
        {row === undefined || row.by === "" ? null : <span class="row-by">{row.by}</span>}
      </span>
      <span class="row-format">{row?.format}</span>
      <span class="row-time">{row?.seconds === undefined ? "" : clockText(row.seconds)}</span>
    </div>
  );
}

/** A page of rows and the revision of its list. */
interface KnownPage {
  readonly mark: number;
  readonly rows: readonly RowView[];
}

/** The number of row pages kept in memory. */
const mostPages = 30;

/** The rows of a window, requested once scrolling pauses; rows of an older list stay until they are replaced. */
function useRows(
  playerId: string,
  list: string,
  mark: number,
  window: ListWindow,
): (place: number) => RowView | undefined {
  const [known, setKnown] = useState<ReadonlyMap<number, KnownPage>>(new Map());
  const starts = pagesOf(window, pageSize);
  const missing = starts.filter((start) => known.get(start)?.mark !== mark).join(",");
  useEffect(() => {
    if (missing === "") return undefined;
    const load = async (start: number): Promise<void> => {
      const page = await read<RowsView>(playerAddress(playerId, `lists/${list}?start=${start}`));
      if (page === undefined) return;
      setKnown((before) => {
        const kept = [...before].filter(([at]) => before.size < mostPages || starts.includes(at));
        return new Map([...kept, [start, { mark, rows: page.rows }]]);
      });
    };
    const timer = setTimeout(() => {
      for (const start of missing.split(",")) void load(Number(start));
    }, restMs);
    return () => clearTimeout(timer);
  }, [playerId, list, mark, missing]);
  return (place) => known.get(place - (place % pageSize))?.rows[place % pageSize];
}
