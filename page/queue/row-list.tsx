import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Failure, useCommand } from "../command.tsx";
import { useWindowEvent } from "../hooks.ts";
import { t } from "../texts.ts";
import { listWindow, rowHeight, rowsShape } from "./list-window.ts";
import { Row } from "./row.tsx";
import { useRows } from "./use-rows.ts";
import { Button } from "../controls.tsx";

export interface RowListProps {
  readonly playerId: string;
  readonly list: "playlist" | "queue";
  /** What plays an entry of it. */
  readonly control: string;
  readonly title: string;
  readonly size: number;
  readonly current: number;
  readonly mark: number;
  /** Why a click cannot play an entry; undefined if it can. */
  readonly disabledReason: JSX.Element | string | undefined;
  readonly isReachable: boolean;
}

/** Rows above the current one when the list jumps to it. */
const rowsAbove = 2;
/** Lists that fit on a screen need no search. */
const manyRows = 12;

/** A playlist or queue of any length: only the visible rows are requested and drawn. */
export function RowList(props: RowListProps) {
  const { playerId, list, control, title, size, current, mark, disabledReason, isReachable } = props;
  const [searchText, setSearchText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const viewHeight = useViewHeight();
  const [scrollTop, setScrollTop] = useState(() => Math.max(0, (current - rowsAbove) * rowHeight));
  const source = { playerId, list, mark, searchText: searchText.trim() };
  const { window, total, isFound, rowAt } = useRows(
    source,
    (total) => listWindow(scrollTop, viewHeight, total),
    size,
  );
  const inView = listWindow(scrollTop, viewHeight, total, rowsShape, 0);
  const { send, pending, failure } = useCommand(playerId, control);
  const jump = (to: number): void => box.current?.scrollTo(0, to);
  useEffect(() => jump(scrollTop), []);
  const search = (text: string): void => {
    setSearchText(text);
    setScrollTop(0);
    jump(0);
  };
  const play =
    disabledReason === undefined && isReachable ? (place: number) => void send(String(place)) : undefined;
  const indexes = Array.from({ length: window.end - window.first }, (_, place) => window.first + place);
  return (
    <section class="panel rows-panel">
      <header class="rows-head">
        <h2>
          {title} <small>{t("list.entries", { count: size })}</small>
        </h2>
        {size < manyRows ? null : (
          <input
            type="search"
            placeholder={t("list.find")}
            aria-label={t("list.findIn", { list: title })}
            value={searchText}
            onInput={({ currentTarget }) => search(currentTarget.value)}
          />
        )}
        {current < 0 || searchText !== "" || size < manyRows ? null : (
          <Button
            look="is-icon"
            icon="disc"
            label={t("list.jump")}
            onClick={() => jump(Math.max(0, (current - rowsAbove) * rowHeight))}
          />
        )}
      </header>
      {disabledReason === undefined ? null : <div class="hint">{disabledReason}</div>}
      <Failure text={failure} />
      <p class="hint" role="status">
        {source.searchText === "" || !isFound ? "" : t("list.found", { count: total })}
      </p>
      <div
        class="rows"
        ref={box}
        tabIndex={0}
        role="list"
        aria-label={title}
        style={{ maxHeight: `${viewHeight}px` }}
        onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      >
        <div class="rows-space" role="presentation" style={{ height: `${window.totalHeight}px` }}>
          {indexes.map((index) => {
            const row = rowAt(index);
            const place = row?.place ?? index;
            return (
              <Row
                key={index}
                playerId={playerId}
                medium={list === "playlist" ? "film" : "music"}
                isInView={index >= inView.first && index < inView.end}
                index={index}
                row={row}
                size={total}
                isCurrent={source.searchText === "" ? index === current : row?.place === current}
                isBusy={pending === String(place)}
                onPlay={play}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

export function useViewHeight(): number {
  const heightNow = (): number => Math.max(5, Math.floor((innerHeight - 370) / rowHeight)) * rowHeight;
  const [height, setHeight] = useState(heightNow);
  useWindowEvent("resize", () => setHeight(heightNow()));
  return height;
}
