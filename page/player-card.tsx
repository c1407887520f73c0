import type { ComponentChildren } from "preact";
import { Icon } from "./icons.tsx";
import { LastCommand } from "./last-command.tsx";
import { NowPlaying } from "./now/now-playing.tsx";
import { OutputFacts } from "./now/output-facts.tsx";
import { hasSpoken, Presence } from "./presence.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { Selector } from "./now/selector.tsx";
import { Loudness } from "./now/loudness.tsx";
import { playerLink } from "./route.ts";
import { t } from "./texts.ts";
import { RequestErrors } from "./request-errors.tsx";
import { infoOf, type PlayerProps } from "./player.ts";
import { text } from "./values.ts";

/** What the view of a room gets. */
export interface RoomProps extends PlayerProps {
  /** The names of those that play along; empty if nobody does. */
  readonly company: string;
}

export function Company({ names }: { readonly names: string }) {
  return names === "" ? null : <p class="company">{t("overview.with", { names })}</p>;
}

export function CardHead({ player, children }: PlayerProps & { readonly children?: ComponentChildren }) {
  const { id, identity } = player;
  return (
    <header class="card-head">
      <h2 id={`name-${id}`}>
        <a href={playerLink(id)}>{identity.name}</a>
      </h2>
      <p class="model">{infoOf(player, "model") || identity.address.replace(/^https?:\/\//, "")}</p>
      {children}
    </header>
  );
}

export function PlayerCard({ player, company }: RoomProps) {
  const { id, identity } = player;
  return (
    <>
      <CardHead player={player}>
        <Presence player={player} />
        <Company names={company} />
      </CardHead>
      <RequestErrors player={player} />
      {hasSpoken(player) ? (
        <div class="card-now">
          <NowPlaying player={player} isCard />
        </div>
      ) : null}
      {text(player, "audio/input/options") === "" ? null : (
        <div class="card-audio">
          <Loudness player={player} isOfGroup />
          <Selector player={player} control="audio/input" />
          <Selector player={player} control="audio/output" />
          <OutputFacts player={player} />
        </div>
      )}
      <footer class="card-foot">
        <LastCommand player={player} />
        <RefreshButton player={player} />
        <a class="button" href={playerLink(id)} aria-label={t("card.moreAbout", { name: identity.name })}>
          {t("card.more")}
          <Icon name="chevron" />
        </a>
      </footer>
    </>
  );
}
