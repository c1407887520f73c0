import type { JSX } from "preact";
import type { PlayerView } from "../../wire.ts";
import { t } from "../texts.ts";
import { RowList } from "./row-list.tsx";

interface QueueTabProps {
  readonly player: PlayerView;
  readonly isLive: boolean;
  readonly hasSetUp: boolean;
}

/** The music queue and the playlist. */
export function QueueTab({ player, isLive, hasSetUp }: QueueTabProps): JSX.Element {
  const { id, lists, presence } = player;
  const isReachable = isLive && presence.availability === "online";
  const shown = (["queue", "playlist"] as const).filter((list) => lists[list].size > 0);
  if (shown.length === 0) return <p class="nothing">{t("list.empty")}</p>;
  return (
    <>
      {shown.map((list) => (
        <RowList
          key={list}
          playerId={id}
          list={list}
          title={t(`list.${list}`)}
          {...lists[list]}
          hindrance={hindranceOf(player, list === "queue" ? "music/queue" : "video/playlist", hasSetUp)}
          isReachable={isReachable}
        />
      ))}
    </>
  );
}

/** Why a click cannot play an entry; undefined if it can. */
function hindranceOf(
  { controls }: PlayerView,
  control: string,
  hasSetUp: boolean,
): JSX.Element | string | undefined {
  const support = controls.support[control];
  if (support === "off") {
    return (
      <>
        {t("list.off")} {hasSetUp ? <a href="#/setup">{t("header.setup")}</a> : null}
      </>
    );
  }
  return support === "unsupported" ? t("list.unsupported") : undefined;
}
