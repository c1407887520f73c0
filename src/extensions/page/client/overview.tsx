import { Component, type JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { PlayerView } from "../wire.ts";
import { EmptyHouse } from "./empty-house.tsx";
import { useIsNear } from "./hooks.ts";
import { CardHead, PlayerCard, type PlayerCardProps } from "./player-card.tsx";
import type { PageState } from "./state.ts";
import { t } from "./texts.ts";

/** The number of players from which a search field is shown. */
const manyPlayers = 9;
const noFigures: readonly number[] = [];

/** All players at a glance. */
export function Overview({ state }: { readonly state: PageState }): JSX.Element {
  const { players, samples, link } = state;
  const [sought, setSought] = useState("");
  if (players.length === 0) return <EmptyHouse bridge={state.bridge} />;
  const shown = players.filter((player) => isSought(player, sought.trim().toLowerCase()));
  return (
    <>
      <h1 class="hidden">{t("overview.title")}</h1>
      {players.length < manyPlayers ? null : (
        <p class="search">
          <input
            type="search"
            placeholder={t("overview.find")}
            aria-label={t("overview.find")}
            value={sought}
            onInput={({ currentTarget }) => setSought(currentTarget.value)}
          />
          <span>{summary(players)}</span>
        </p>
      )}
      <div class={`cards${classOf(players.length)}`}>
        {shown.map((player, place) => (
          <SteadyCard
            key={player.id}
            player={player}
            latency={samples.latencyMs[player.id] ?? noFigures}
            isLive={link === "live"}
            isFirst={place < manyPlayers}
          />
        ))}
      </div>
      {shown.length === 0 ? <p class="nothing">{t("overview.noMatch", { sought })}</p> : null}
    </>
  );
}

interface CardProps extends PlayerCardProps {
  /** Whether the card is in view when the page opens. */
  readonly isFirst: boolean;
}

/** Passes over a card on which nothing differs: a change concerns one player of many. */
class SteadyCard extends Component<CardProps> {
  override shouldComponentUpdate({ player, latency, isLive }: CardProps): boolean {
    const { props } = this;
    return player !== props.player || latency !== props.latency || isLive !== props.isLive;
  }

  override render(): JSX.Element {
    return <Card {...this.props} />;
  }
}

/**
 * Far out of view, a card has only its name, for searches in the page and screen readers: a thousand whole cards are
 * slow.
 */
function Card({ player, latency, isLive, isFirst }: CardProps): JSX.Element {
  const card = useRef<HTMLElement>(null);
  const isNear = useIsNear(card, isFirst);
  const { id, identity, presence } = player;
  const { availability } = presence;
  return useMemo(
    () => (
      <article ref={card} class={`card is-${availability}`} aria-labelledby={`name-${id}`}>
        {isNear ? (
          <PlayerCard player={player} latency={latency} isLive={isLive} />
        ) : (
          <CardHead identity={identity} id={id} />
        )}
      </article>
    ),
    isNear ? [player, latency, isLive] : [id, identity, availability],
  );
}

function classOf(count: number): string {
  if (count === 1) return " is-single";
  return count < manyPlayers ? "" : " is-many";
}

function isSought({ id, identity, video, music }: PlayerView, sought: string): boolean {
  if (sought === "") return true;
  const texts = [id, identity.name, identity.model, video?.title, music?.title, music?.artist];
  return texts.some((text) => text?.toLowerCase().includes(sought));
}

function summary(players: readonly PlayerView[]): string {
  const offline = players.filter(({ presence }) => presence.availability === "offline").length;
  const playing = players.filter(
    ({ video, music }) => video?.state === "playing" || music?.state === "playing",
  ).length;
  return t("overview.summary", { count: players.length, playing, offline });
}
