import type { JSX } from "preact";
import type { PlayerView } from "../../wire.ts";
import { t } from "../texts.ts";
import { RowList } from "./row-list.tsx";

/** The music queue and the playlist. */
export function QueueTab({ player: { id, lists } }: { readonly player: PlayerView }): JSX.Element {
  const { queue, playlist } = lists;
  return (
    <>
      {queue.size === 0 ? null : <RowList playerId={id} list="queue" title={t("list.queue")} {...queue} />}
      {playlist.size === 0 ? null : (
        <RowList playerId={id} list="playlist" title={t("list.playlist")} {...playlist} />
      )}
    </>
  );
}
