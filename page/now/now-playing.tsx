import type { JSX } from "preact";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { can, filmOf, musicOf } from "../player.ts";
import { t } from "../texts.ts";
import { filmFacts } from "./facts.ts";
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
  const { id } = player;
  const position = player.positions.video;
  const video = filmOf(player);
  if (video === null) return null;
  const isMoving = video.state === "playing" && isCurrent;
  const facts = filmFacts(player);
  return (
    <>
      <Playing
        pictures={filmPictures(player, false)}
        medium="film"
        word={t(`playing.${isCurrent ? "video" : "was"}.${video.state}`)}
        title={video.title}
        isMoving={isMoving}
      >
        {facts === "" ? null : <p class="facts">{facts}</p>}
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
  const position = player.positions.music;
  return (
    <>
      <Playing
        pictures={musicPictures(player)}
        medium={mediumOf(player)}
        word={musicWord(player, music, isCurrent)}
        title={music.title}
        isMoving={isPlaying && isCurrent}
      >
        <MusicTexts player={player} music={music} />
      </Playing>
      {position === null || music.state === "idle" || music.durationSeconds === undefined ? null : (
        <Progress
          position={position}
          durationSeconds={music.durationSeconds}
          isMoving={isPlaying && isCurrent}
        />
      )}
      {isCurrent && can(player, "music/playback") ? (
        <MusicTransport player={player} isPlaying={isPlaying} isSmall />
      ) : null}
    </>
  );
}
