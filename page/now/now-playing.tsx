import type { JSX } from "preact";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { can, filmOf, musicOf } from "../player.ts";
import { t } from "../texts.ts";
import { MusicTexts, musicWord } from "./music-now.tsx";
import { NothingNow } from "./nothing-now.tsx";
import { filmPictures, mediumOf, musicPictures } from "./pictures.ts";
import { Playing } from "./playing.tsx";
import { Progress } from "./progress.tsx";
import { MusicTransport, VideoTransport } from "./transport.tsx";

interface NowPlayingProps {
  readonly player: PlayerView;
  /** False if this is the last known state of an offline player. */
  readonly isCurrent: boolean;
}

export function NowPlaying({ player, isCurrent }: NowPlayingProps): JSX.Element {
  const [video, music] = [filmOf(player), musicOf(player)];
  if (video === null && music === null) {
    return <NothingNow player={player} isCurrent={isCurrent} frame={Playing} />;
  }
  return (
    <>
      {video === null ? null : <Film player={player} isCurrent={isCurrent} />}
      {music === null ? null : <Music player={player} isCurrent={isCurrent} />}
    </>
  );
}

function Film({ player, isCurrent }: NowPlayingProps): JSX.Element | null {
  const { id, position } = player;
  const video = filmOf(player);
  if (video === null) return null;
  const isMoving = video.state === "playing" && isCurrent;
  return (
    <>
      <Playing
        pictures={filmPictures(id, video, false)}
        medium="film"
        word={t(`playing.${isCurrent ? "video" : "was"}.${video.state}`)}
        title={video.title}
        isMoving={isMoving}
      >
        {video.facts.length === 0 ? null : <p class="facts">{video.facts.join("  ·  ")}</p>}
      </Playing>
      {position === null ? null : (
        <Progress position={position} durationSeconds={video.durationSeconds} isMoving={isMoving} />
      )}
      {isCurrent && can(player, "video/playback") ? (
        <VideoTransport playerId={id} isPlaying={video.state === "playing"} isSmall />
      ) : null}
    </>
  );
}

function Music({ player, isCurrent }: NowPlayingProps): JSX.Element | null {
  const music = musicOf(player);
  if (music === null) return null;
  const isPlaying = music.state === "playing";
  const { musicPosition } = player;
  return (
    <>
      <Playing
        pictures={musicPictures(player.id, music)}
        medium={mediumOf(music)}
        word={musicWord(music, isCurrent)}
        title={music.title}
        isMoving={isPlaying && isCurrent}
      >
        <MusicTexts music={music} />
      </Playing>
      {musicPosition === null || music.state === "idle" || music.durationSeconds === undefined ? null : (
        <Progress
          position={musicPosition}
          durationSeconds={music.durationSeconds}
          isMoving={isPlaying && isCurrent}
        />
      )}
      {isCurrent && can(player, "music/playback") ? (
        <MusicTransport playerId={player.id} isPlaying={isPlaying} denies={music.denies} isSmall />
      ) : null}
    </>
  );
}
