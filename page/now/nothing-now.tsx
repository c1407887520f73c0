import { useReachable } from "../bridge-context.ts";
import { SingleCommand } from "../command.tsx";
import { can, hasLibrary, type PlayerProps } from "../player.ts";
import { playerLink } from "../route.ts";
import { t } from "../texts.ts";
import { number } from "../values.ts";
import type { Hero } from "./hero.tsx";
import type { Playing } from "./playing.tsx";

interface NothingNowProps extends PlayerProps {
  /** How it is drawn: large, or as a card. */
  readonly frame: typeof Hero | typeof Playing;
}

export function NothingNow({ player, frame: Frame }: NothingNowProps) {
  const isReachable = useReachable(player);
  const control = "music/playback";
  const count = number(player, "music/queue/total") ?? 0;
  return (
    <Frame
      pictures={[]}
      medium="none"
      word={t(isReachable ? "playing.idle" : "playing.was.idle")}
      title={t("playing.nothing")}
      seed={player.identity.name}
    >
      {count === 0 ? null : <p class="facts">{t("playing.inQueue", { count })}</p>}
      {count > 0 && isReachable && can(player, control) ? (
        <SingleCommand player={player} command={control} request="play" look="is-main" icon="play">
          {t("transport.music.play")}
        </SingleCommand>
      ) : null}
      {hasLibrary(player) ? (
        <a class="button" href={playerLink(player.id, "library")}>
          {t("nothing.choose")}
        </a>
      ) : null}
    </Frame>
  );
}
