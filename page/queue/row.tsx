import type { RowView } from "../../src/extensions/page/response-views.ts";
import { Art } from "../art.tsx";
import { clockText } from "../format.ts";
import type { Medium } from "../now/tile.tsx";
import { t } from "../texts.ts";
import { placeOf, rowsShape } from "./list-window.ts";

interface RowProps {
  readonly playerId: string;
  readonly medium: Medium;
  readonly isInView: boolean;
  readonly index: number;
  readonly row: RowView | undefined;
  readonly size: number;
  readonly isCurrent: boolean;
  readonly isBusy: boolean;
  /** Undefined if the player cannot play an entry on request. */
  readonly onPlay: ((place: number) => void) | undefined;
}

export function Row({ playerId, medium, isInView, index, row, size, isCurrent, isBusy, onPlay }: RowProps) {
  const place = row?.place ?? index;
  const title = row?.title ?? "…";
  const texts = (
    <>
      <span class="row-title">{title}</span>
      {row === undefined || row.by === "" ? null : <span class="row-by">{row.by}</span>}
    </>
  );
  return (
    <div
      class="row"
      role="listitem"
      aria-setsize={size}
      aria-posinset={index + 1}
      aria-current={isCurrent ? "true" : undefined}
      style={placeOf(index, rowsShape)}
    >
      <span class="row-place">{place + 1}</span>
      <Art playerId={playerId} art={row?.art} title={title} medium={medium} isInView={isInView} />
      {onPlay === undefined || row === undefined ? (
        <span class="row-text">{texts}</span>
      ) : (
        <button
          type="button"
          class="row-text"
          title={t("list.play", { title })}
          aria-busy={isBusy}
          onClick={() => onPlay(place)}
        >
          {texts}
        </button>
      )}
      <span class="row-format">{row?.format}</span>
      <span class="row-time">{row?.seconds === undefined ? "" : clockText(row.seconds)}</span>
    </div>
  );
}
