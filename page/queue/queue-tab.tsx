import type { JSX } from "preact";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { SwitchOn } from "../switch-on.tsx";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import { RowList } from "./row-list.tsx";
import { isOnline, type LiveProps, supportOf } from "../player.ts";

export function QueueTab({ player, isLive }: LiveProps) {
  const shown = (["queue", "playlist"] as const).filter((list) => player.lists[list].size > 0);
  if (shown.length === 0) return <p class="nothing">{t("list.empty")}</p>;
  return (
    <>
      {shown.map((list) => (
        <PlayerList key={list} player={player} list={list} isLive={isLive} />
      ))}
    </>
  );
}

interface PlayerListProps extends LiveProps {
  readonly list: "queue" | "playlist";
}

export function PlayerList({ player, list, isLive }: PlayerListProps) {
  const control = list === "queue" ? "music/queue" : "video/playlist";
  return (
    <RowList
      playerId={player.id}
      list={list}
      control={control}
      title={nameOf(control)}
      {...player.lists[list]}
      disabledReason={disabledReasonOf(player, control)}
      isReachable={isLive && isOnline(player)}
    />
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
