import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { Failure, useCommand } from "../command.tsx";
import { clockText } from "../format.ts";
import { nameOf } from "../names.ts";
import { type PlayerProps, supportOf } from "../player.ts";
import { SwitchOn } from "../switch-on.tsx";
import { t } from "../texts.ts";
import { placeOf, rowHeight, rowsShape } from "./list-window.ts";
import { Row } from "./row.tsx";
import { useRowList } from "./row-list.tsx";
import { useRows } from "./use-rows.ts";
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
  const currentTop = Math.max(0, (current - rowsAbove) * rowHeight);
  const { jump, windowOf, rows } = useRowList(rowsShape, currentTop);
  const source = { playerId, list, mark, searchText: searchText.trim() };
  const { total, isFound, rowAt } = useRows(source, windowOf, size);
  const { send, pending, failure, isReachable } = useCommand(player, control);
  const search = (text: string): void => {
    setSearchText(text);
    jump(0);
  };
  const canPlay = disabledReason === undefined && isReachable;
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
          <Button look="is-icon" icon="disc" label={t("list.jump")} onClick={() => jump(currentTop)} />
        )}
      </header>
      {disabledReason === undefined ? null : <div class="hint">{disabledReason}</div>}
      <Failure text={failure} />
      <p class="hint" role="status">
        {source.searchText === "" || !isFound ? "" : t("list.found", { count: total })}
      </p>
      {rows(title, total, (index, isInView) => {
        const row = rowAt(index);
        const place = row?.place ?? index;
        return (
          <Row
            key={index}
            playerId={playerId}
            art={row?.art}
            medium={list === "playlist" ? "film" : "music"}
            index={index}
            size={total}
            style={placeOf(index, rowsShape)}
            isInView={isInView}
            place={place}
            title={row?.title}
            by={row?.by ?? ""}
            isCurrent={source.searchText === "" ? index === current : row?.place === current}
            isBusy={pending === String(place)}
            hint={t("list.play", { title: row?.title ?? "" })}
            onClick={canPlay && row !== undefined ? () => void send(String(place)) : undefined}
          >
            <span class="row-format">{row?.format}</span>
            <span class="row-time">{row?.seconds === undefined ? "" : clockText(row.seconds)}</span>
          </Row>
        );
      })}
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
