import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PlayerView } from "../wire.ts";
import { EmptyHouse } from "./empty-house.tsx";
import { PlayerCard } from "./player-card.tsx";
import type { PageState } from "./state.ts";

/** The number of players from which a search field is shown. */
const manyPlayers = 9;

/** All players at a glance. */
export function Overview({ state }: { readonly state: PageState }): JSX.Element {
  const { players, samples, link } = state;
  const [sought, setSought] = useState("");
  if (players.length === 0) return <EmptyHouse isLooking={state.bridge?.findsPlayers === true} />;
  const shown = players.filter((player) => isSought(player, sought.trim().toLowerCase()));
  return (
    <>
      <h1 class="hidden">Players</h1>
      {players.length < manyPlayers ? null : (
        <p class="search">
          <input
            type="search"
            placeholder="Find a player, or what plays"
            aria-label="Find a player, or what plays"
            value={sought}
            onInput={({ currentTarget }) => setSought(currentTarget.value)}
          />
          <span>{summary(players)}</span>
        </p>
      )}
      <div class={`cards${players.length === 1 ? " is-single" : ""}`}>
        {shown.map((player) => (
          <PlayerCard
            key={player.id}
            player={player}
            latency={samples.latencyMs[player.id] ?? []}
            isLive={link === "live"}
          />
        ))}
      </div>
      {shown.length === 0 ? <p class="nothing">No player or title matches “{sought}”.</p> : null}
    </>
  );
}

function isSought({ id, identity, video, music }: PlayerView, sought: string): boolean {
  const texts = [id, identity.name, identity.model, video?.title, music?.title, music?.artist];
  return texts.some((text) => text?.toLowerCase().includes(sought));
}

function summary(players: readonly PlayerView[]): string {
  const offline = players.filter(({ presence }) => presence.availability === "offline").length;
  const playing = players.filter(({ video }) => video?.state === "playing").length;
  return `${players.length} players, ${playing} playing a video, ${offline === 0 ? "none" : offline} offline`;
}
