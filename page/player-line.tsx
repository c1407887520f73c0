import type { JSX } from "preact";
import type { PlayerView } from "../src/extensions/page/wire.ts";
import { CommandButton, useCommand } from "./command.tsx";
import { Artwork } from "./now/artwork.tsx";
import { pictureOf } from "./now/pictures.ts";
import { allows, availabilityOf, can, filmOf, musicOf, type LiveProps, type Playing } from "./player.ts";
import { playerLink } from "./route.ts";
import { t } from "./texts.ts";

/** One of many players: what it plays, and a button that pauses it. */
export function PlayerLine({ player, isLive }: LiveProps): JSX.Element {
  const { id, identity } = player;
  const [video, music] = [filmOf(player), musicOf(player)];
  const playing = video ?? music;
  const title = playing?.title ?? t("playing.nothing");
  const availability = availabilityOf(player);
  const isOnline = availability === "online";
  return (
    <>
      <span class="sleeve">
        <Artwork {...pictureOf(player)} title={playing?.title ?? identity.name} />
      </span>
      <div class="line-text">
        <h2 id={`name-${id}`}>
          <a href={playerLink(id)}>{identity.name}</a>
        </h2>
        <p class="line-playing" title={title}>
          {isOnline ? title : t(`presence.${availability}`)}
        </p>
      </div>
      {isLive && isOnline && playing !== null ? (
        <Toggle control={video === null ? "music" : "video"} state={playing.state} player={player} />
      ) : null}
    </>
  );
}

interface ToggleProps {
  readonly control: "video" | "music";
  readonly state: Playing;
  readonly player: PlayerView;
}

function Toggle({ control, state, player }: ToggleProps): JSX.Element | null {
  const use = useCommand(player.id, `${control}/playback`);
  const word = state === "playing" ? "pause" : "play";
  const isDenied = control === "music" && !allows(player, "play");
  if (isDenied || !can(player, `${control}/playback`)) return null;
  const label = t(`transport.${control}.${word}`);
  return (
    <CommandButton
      use={use}
      request={word}
      look="is-icon"
      icon={use.failure === undefined ? word : "warning"}
      label={label}
      title={use.failure ?? label}
    />
  );
}
