import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { PlayerView } from "../wire.ts";
import { EmptyHouse } from "./empty-house.tsx";
import { PlayerCard, type PlayerCardProps } from "./player-card.tsx";
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
        {shown.map((player) => (
          <Card
            key={player.id}
            player={player}
            latency={samples.latencyMs[player.id] ?? noFigures}
            isLive={link === "live"}
          />
        ))}
      </div>
      {shown.length === 0 ? <p class="nothing">{t("overview.noMatch", { sought })}</p> : null}
    </>
  );
}

/** A card that is drawn again only if something on it differs: a change concerns one player of many. */
function Card({ player, latency, isLive }: PlayerCardProps): JSX.Element {
  return useMemo(
    () => <PlayerCard player={player} latency={latency} isLive={isLive} />,
    [player, latency, isLive],
  );
}

function classOf(count: number): string {
  if (count === 1) return " is-single";
  return count < manyPlayers ? "" : " is-many";
}

function isSought({ id, identity, video, music }: PlayerView, sought: string): boolean {
  const texts = [id, identity.name, identity.model, video?.title, music?.title, music?.artist];
  return sought === "" || texts.some((text) => text?.toLowerCase().includes(sought));
}

function summary(players: readonly PlayerView[]): string {
  const offline = players.filter(({ presence }) => presence.availability === "offline").length;
  const playing = players.filter(
    ({ video, music }) => video?.state === "playing" || music?.state === "playing",
  ).length;
  return t("overview.summary", { count: players.length, playing, offline });
}
