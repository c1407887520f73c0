import { useReachable } from "../bridge-context.ts";
import { can, type Film, type NowPlayingProps } from "../player.ts";
import { t } from "../texts.ts";
import { fields, numberOf, textOf } from "../values.ts";
import { Hero } from "./hero.tsx";
import { filmFacts } from "./facts.ts";
import { filmPictures } from "./pictures.ts";
import { Playing } from "./playing.tsx";
import { Progress } from "./progress.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { VideoTransport } from "./transport.tsx";

interface FilmNowProps extends NowPlayingProps {
  readonly video: Film;
}

export function FilmNow({ player, video, isCard = false }: FilmNowProps) {
  const isReachable = useReachable(player);
  const position = player.positions.video;
  const facts = filmFacts(player);
  const isMoving = video.state === "playing" && isReachable;
  const playhead = { durationSeconds: video.durationSeconds, isMoving };
  const isSeekable =
    !isCard && isReachable && can(player, "video/position") && video.durationSeconds !== undefined;
  const Frame = isCard ? Playing : Hero;
  return (
    <>
      <Frame
        pictures={filmPictures(player, !isCard)}
        medium="film"
        word={t(`playing.${isReachable ? "video" : "was"}.${video.state}`)}
        title={video.title}
        isMoving={isMoving}
      >
        {isCard ? null : <Details player={player} title={video.title} />}
        {facts === "" ? null : <p class="facts">{facts}</p>}
      </Frame>
      {position === null ? null : isSeekable ? (
        <SeekBar player={player} of="video" position={position} {...playhead} />
      ) : (
        <Progress position={position} {...playhead} />
      )}
      {isReachable ? <VideoTransport player={player} isSeekable={isSeekable} isSmall={isCard} /> : null}
    </>
  );
}

/** What the player's library knows of the film. */
function Details({ player, title }: Pick<FilmNowProps, "player"> & { readonly title: string }) {
  const known = fields(player, "video/details");
  const [season, episode] = [numberOf(known["season"]), numberOf(known["episode"])];
  const place = season === undefined || episode === undefined ? "" : t("film.episode", { season, episode });
  const own = textOf(known["title"]);
  const facts = [own === title ? "" : own, textOf(known["year"]), place, textOf(known["episodeTitle"])];
  const line = facts.filter((fact) => fact !== "").join("  ·  ");
  const overview = textOf(known["overview"]);
  return (
    <>
      {line === "" ? null : <p class="by">{line}</p>}
      {overview === "" ? null : <p class="plot-text">{overview}</p>}
    </>
  );
}
