import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { Failure, useCommand } from "../command.tsx";
import { nameOf } from "../names.ts";
import { type PlayerProps, supportOf } from "../player.ts";
import { SwitchOn } from "../switch-on.tsx";
import { t } from "../texts.ts";
import { listWindow, rowHeight, rowsShape } from "./list-window.ts";
import { Row } from "./row.tsx";
import { useRows, useViewHeight } from "./use-rows.ts";
import { Button, SearchInput } from "../controls.tsx";

export function QueueTab({ player }: PlayerProps) {
  const shown = (["queue", "playlist"] as const).filter((list) => player.lists[list].size > 0);
  if (shown.length === 0) return <p class="nothing">{t("list.empty")}</p>;
  return shown.map((list) => <PlayerList key={list} player={player} list={list} />);
}

interface PlayerListProps extends PlayerProps {
  readonly list: "playlist" | "queue";
}

/** Rows above the current one when the list jumps to it. */
const rowsAbove = 2;
/** Lists that fit on a screen need no search. */
const manyRows = 12;

/** A playlist or queue of any length: only the visible rows are requested and drawn. */
export function PlayerList({ player, list }: PlayerListProps) {
  const control = list === "queue" ? "music/queue" : "video/playlist";
  const title = nameOf(control);
  const { id: playerId } = player;
  const { size, current, mark } = player.lists[list];
  const disabledReason = disabledReasonOf(player, control);
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
  const { send, pending, failure, isReachable } = useCommand(player, control);
  const jump = (to: number): void => box.current?.scrollTo(0, to);
  useEffect(() => jump(scrollTop), []);
  const search = (text: string): void => {
    setSearchText(text);
    setScrollTop(0);
    jump(0);
  };
  const canPlay = disabledReason === undefined && isReachable;
  const play = canPlay ? (place: number) => void send(String(place)) : undefined;
  const indexes = Array.from({ length: window.end - window.first }, (_, place) => window.first + place);
  return (
    <section class="panel rows-panel">
      <header class="rows-head">
        <h2>
          {title} <small>{t("list.entries", { count: size })}</small>
        </h2>
        {size < manyRows ? null : (
          <SearchInput
            label={t("list.findIn", { list: title })}
            placeholder={t("list.find")}
            value={searchText}
            onInput={search}
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

/** Why a click cannot play an entry; undefined if it can. */
function disabledReasonOf(player: PlayerView, control: string): JSX.Element | string | undefined {
  const support = supportOf(player, control);
  if (support === "off") {
    return (
      <>
        <p>{t("list.off")}</p>
        <SwitchOn playerId={player.id} setting="controls.experimental" />
      </>
    );
  }
  return support === "unsupported" ? t("list.unsupported") : undefined;
}
