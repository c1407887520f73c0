import type { JSX } from "preact";
import type { FilmView, VideoView } from "../../src/extensions/page/wire.ts";
import { can, type ReachableProps } from "../player.ts";
import { t } from "../texts.ts";
import { ChoiceMenu, filmMenus } from "./choice-menu.tsx";
import { Hero } from "./hero.tsx";
import { filmPictures } from "./pictures.ts";
import { Progress } from "./progress.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { VideoTransport } from "./transport.tsx";

interface FilmNowProps extends ReachableProps {
  readonly video: VideoView;
}

export function FilmNow({ player, video, isReachable }: FilmNowProps): JSX.Element {
  const { id, position } = player;
  const isMoving = video.state === "playing" && isReachable;
  const playhead = { durationSeconds: video.durationSeconds, isMoving };
  const isSeekable = isReachable && can(player, "video/position") && video.durationSeconds !== undefined;
  return (
    <>
      <Hero
        pictures={filmPictures(id, video, true)}
        medium="film"
        word={t(`playing.${isReachable ? "video" : "was"}.${video.state}`)}
        title={video.title}
        isMoving={isMoving}
      >
        {video.film === null ? null : <Film film={video.film} title={video.title} />}
        {video.facts.length === 0 ? null : <p class="facts">{video.facts.join("  ·  ")}</p>}
      </Hero>
      {position === null ? null : isSeekable ? (
        <SeekBar playerId={id} of="video" position={position} {...playhead} />
      ) : (
        <Progress position={position} {...playhead} />
      )}
      {isReachable && can(player, "video/playback") ? (
        <VideoTransport playerId={id} isPlaying={video.state === "playing"} isSeekable={isSeekable} />
      ) : null}
      {isReachable ? (
        <div class="menus">
          {filmMenus.map(({ command, list }) =>
            can(player, command) ? (
              <ChoiceMenu
                key={command}
                playerId={id}
                command={command}
                label={t(`command.${command}`)}
                choices={video[list]}
              />
            ) : null,
          )}
        </div>
      ) : null}
    </>
  );
}

function Film({ film, title }: { readonly film: FilmView; readonly title: string }): JSX.Element {
  const { year, season, episode, episodeTitle, overview } = film;
  const place =
    season === undefined || episode === undefined ? undefined : t("film.episode", { season, episode });
  const facts = [film.title === title ? "" : film.title, year?.toString(), place, episodeTitle];
  const line = facts.filter((fact) => fact !== undefined && fact !== "").join("  ·  ");
  return (
    <>
      {line === "" ? null : <p class="by">{line}</p>}
      {overview === undefined ? null : <p class="plot-text">{overview}</p>}
    </>
  );
}
