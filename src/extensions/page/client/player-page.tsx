import type { JSX } from "preact";
import type { PlayerView } from "../wire.ts";
import { Answers } from "./answers.tsx";
import { CommandList } from "./command-list.tsx";
import { Draw } from "./drawings.tsx";
import { Facts } from "./output-facts.tsx";
import { PlayerCard } from "./player-card.tsx";
import { RowList } from "./row-list.tsx";
import type { PageState } from "./state.ts";
import { TopicTable } from "./topic-table.tsx";

/** Everything about one player. */
export function PlayerPage({
  state,
  playerId,
}: {
  readonly state: PageState;
  readonly playerId: string;
}): JSX.Element {
  const player = state.players.find(({ id }) => id === playerId);
  const back = (
    <a class="back" href="#/">
      <Draw name="back" />
      All players
    </a>
  );
  if (player === undefined) {
    return (
      <>
        {back}
        <p class="nothing">There is no player “{playerId}” any more.</p>
      </>
    );
  }
  const { playlist, queue } = player.lists;
  return (
    <>
      {back}
      <h1 class="hidden">{player.identity.name}</h1>
      <div class="player-page">
        <div class="player-side">
          <PlayerCard
            player={player}
            latency={state.samples.latencyMs[playerId] ?? []}
            isLive={state.link === "live"}
          />
          <About player={player} />
          <CommandList player={player} />
        </div>
        <div class="player-main">
          {queue.size === 0 ? null : (
            <RowList playerId={playerId} list="queue" title="Music queue" {...queue} />
          )}
          {playlist.size === 0 ? null : (
            <RowList playerId={playerId} list="playlist" title="Playlist" {...playlist} />
          )}
          <TopicTable base={`${state.bridge?.baseTopic}/${playerId}/`} topics={state.topics} />
          <Answers playerId={playerId} />
        </div>
      </div>
    </>
  );
}

function About({ player: { identity, video } }: { readonly player: PlayerView }): JSX.Element {
  const facts = [
    { label: "Address", text: identity.address },
    { label: "Model", text: identity.model ?? "" },
    { label: "Firmware", text: identity.firmware ?? "" },
    ...(video?.details ?? []),
  ].filter(({ text }) => text !== "");
  return (
    <section class="panel">
      <h2>About</h2>
      <Facts facts={facts} />
    </section>
  );
}
