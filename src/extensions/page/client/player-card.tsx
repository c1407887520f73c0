import type { JSX } from "preact";
import type { PlayerView } from "../wire.ts";
import { Draw } from "./drawings.tsx";
import { LastCommand } from "./last-command.tsx";
import { Latency } from "./latency.tsx";
import { NowPlaying } from "./now-playing.tsx";
import { OutputFacts } from "./output-facts.tsx";
import { hasSpoken, Presence, Trouble } from "./presence.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { Selector } from "./selector.tsx";
import { Loudness } from "./transport.tsx";

/** The card of one player. */
export function PlayerCard({
  player,
  latency,
  isLive,
}: {
  readonly player: PlayerView;
  readonly latency: readonly (number | null)[];
  readonly isLive: boolean;
}): JSX.Element {
  const { id, identity, presence, audio } = player;
  const isReachable = isLive && presence.availability === "online";
  const address = `#/players/${encodeURIComponent(id)}`;
  return (
    <article class={`card is-${presence.availability}`} aria-labelledby={`name-${id}`}>
      <header class="card-head">
        <h2 id={`name-${id}`}>
          <a href={address}>{identity.name}</a>
        </h2>
        <p class="model">{identity.model ?? identity.address.replace(/^https?:\/\//, "")}</p>
        <Presence presence={presence} isCurrent={isLive} />
      </header>
      <Trouble player={player} />
      {identity.isUnsupported ? (
        <p class="trouble">
          <Draw name="warning" />
          <span>It answers, but nothing the bridge understands. Is its path prefix right?</span>
        </p>
      ) : null}
      {hasSpoken(player) ? (
        <div class="card-now">
          <NowPlaying player={player} isCurrent={isReachable} />
        </div>
      ) : null}
      {audio === null ? null : (
        <div class="card-audio">
          <Loudness playerId={id} controls={player.controls} isReachable={isReachable} />
          <Selector
            playerId={id}
            playerName={identity.name}
            selector="input"
            view={audio.input}
            isReachable={isReachable}
          />
          <Selector
            playerId={id}
            playerName={identity.name}
            selector="output"
            view={audio.output}
            isReachable={isReachable}
          />
          <OutputFacts facts={audio.facts} />
        </div>
      )}
      <footer class="card-foot">
        <LastCommand player={player} />
        <Latency figures={latency} />
        <RefreshButton playerId={id} playerName={identity.name} isReachable={isReachable} />
        <a class="button" href={address} aria-label={`More about ${identity.name}`}>
          More
          <Draw name="chevron" />
        </a>
      </footer>
    </article>
  );
}
