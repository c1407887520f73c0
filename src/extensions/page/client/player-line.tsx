import type { JSX } from "preact";
import type { PlayerView } from "../wire.ts";
import { useCommand } from "./command.tsx";
import { Icon } from "./icons.tsx";
import { Artwork } from "./now/artwork.tsx";
import { filmPictures, mediumOf, musicPictures } from "./now/pictures.ts";
import { can, filmOf, musicOf } from "./player.ts";
import { playerLink } from "./route.ts";
import { t } from "./texts.ts";

/** One of many players: what it plays, and a button that pauses it. */
export function PlayerLine({
  player,
  isLive,
}: {
  readonly player: PlayerView;
  readonly isLive: boolean;
}): JSX.Element {
  const { id, identity, presence } = player;
  const [video, music] = [filmOf(player), musicOf(player)];
  const playing = video ?? music;
  const medium = video === null ? (music === null ? "none" : mediumOf(music)) : "film";
  const pictures =
    video === null ? (music === null ? [] : musicPictures(id, music)) : filmPictures(id, video, false);
  const title = playing?.title ?? t("playing.nothing");
  const isOnline = presence.availability === "online";
  return (
    <>
      <span class="sleeve">
        <Artwork
          key={pictures.join(" ")}
          pictures={pictures}
          title={playing?.title ?? identity.name}
          medium={medium}
        />
      </span>
      <div class="line-text">
        <h2 id={`name-${id}`}>
          <a href={playerLink(id)}>{identity.name}</a>
        </h2>
        <p class="line-playing" title={title}>
          {isOnline ? title : t(`presence.${presence.availability}`)}
        </p>
      </div>
      {isLive && isOnline && playing !== null ? (
        <Toggle playerId={id} control={video === null ? "music" : "video"} player={player} />
      ) : null}
    </>
  );
}

function Toggle({
  playerId,
  control,
  player,
}: {
  readonly playerId: string;
  readonly control: "video" | "music";
  readonly player: PlayerView;
}): JSX.Element | null {
  const { send, pending, failure } = useCommand(playerId, `${control}/playback`);
  const word = player[control]?.state === "playing" ? "pause" : "play";
  const isDenied = control === "music" && player.music?.denies.includes("toggle") === true;
  if (isDenied || !can(player, `${control}/playback`)) return null;
  const label = t(`transport.${control}.${word}`);
  return (
    <button
      type="button"
      class="button is-icon"
      aria-label={label}
      title={failure ?? label}
      aria-busy={pending === word}
      onClick={() => void send(word)}
    >
      <Icon name={failure === undefined ? word : "warning"} />
    </button>
  );
}
