import { useBridge } from "./bridge-context.ts";
import { SingleCommand } from "./command.tsx";
import { Artwork } from "./now/artwork.tsx";
import { Loudness } from "./now/loudness.tsx";
import { pictureOf } from "./now/pictures.ts";
import { allows, availabilityOf, can, filmOf, musicOf, type PlayerProps, type Playing } from "./player.ts";
import { WakeButton } from "./offline.tsx";
import { Company, type RoomProps } from "./player-card.tsx";
import { playerLink } from "./route.ts";
import { t } from "./texts.ts";

interface PlayerLineProps extends RoomProps {
  readonly hasVolume: boolean;
}

/** One of several players: what it plays, a button that pauses it, and its volume where there is room for it. */
export function PlayerLine({ player, company, hasVolume }: PlayerLineProps) {
  const { isLive } = useBridge();
  const { id, identity } = player;
  const [video, music] = [filmOf(player), musicOf(player)];
  const playing = video ?? music;
  const availability = availabilityOf(player);
  const isOnline = availability === "online";
  const line = isOnline ? (playing?.title ?? t("playing.nothing")) : t(`presence.${availability}`);
  return (
    <>
      <a class="sleeve" href={playerLink(id)} tabIndex={-1} aria-hidden="true">
        <Artwork {...pictureOf(player)} title={playing?.title ?? identity.name} />
      </a>
      <div class="line-text">
        <h2 id={`name-${id}`}>
          <a href={playerLink(id)} title={line}>
            {identity.name}
          </a>
        </h2>
        <p class="line-playing">{line}</p>
        {hasVolume && video === null && music !== null ? <p class="line-by">{music.artist}</p> : null}
        <Company names={company} />
      </div>
      {isLive && isOnline && playing !== null ? (
        <Toggle control={video === null ? "music" : "video"} state={playing.state} player={player} />
      ) : null}
      {hasVolume && isOnline ? <Loudness player={player} isOfGroup /> : null}
      {hasVolume && isLive && availability === "offline" ? (
        <div class="line-wake">
          <WakeButton player={player} />
        </div>
      ) : null}
    </>
  );
}

interface ToggleProps extends PlayerProps {
  readonly control: "video" | "music";
  readonly state: Playing;
}

function Toggle({ control, state, player }: ToggleProps) {
  const command = `${control}/playback`;
  const word = state === "playing" ? "pause" : "play";
  const isDenied = control === "music" && !allows(player, "play");
  if (isDenied || !can(player, command)) return null;
  const button = {
    request: word,
    look: "is-icon",
    icon: word,
    label: t(`transport.${control}.${word}`),
  } as const;
  return <SingleCommand player={player} command={command} {...button} />;
}
