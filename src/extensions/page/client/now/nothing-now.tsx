import type { JSX } from "preact";
import type { PlayerView } from "../../wire.ts";
import { t } from "../texts.ts";
import { Hero } from "./hero.tsx";

/** A player that plays nothing. */
export function NothingNow({
  player: { identity, music },
  isCurrent,
}: {
  readonly player: PlayerView;
  readonly isCurrent: boolean;
}): JSX.Element {
  return (
    <Hero
      pictures={[]}
      medium="none"
      word={t(isCurrent ? "playing.idle" : "playing.was.idle")}
      title={t("playing.nothing")}
      seed={identity.name}
    >
      {music === null ? null : <p class="facts">{t("playing.inQueue", { count: music.total })}</p>}
    </Hero>
  );
}
