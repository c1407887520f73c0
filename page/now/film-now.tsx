import type { JSX } from "preact";
import { can, type Film, type ReachableProps } from "../player.ts";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import { choices, fields, numberOf, textOf } from "../values.ts";
import { ChoiceMenu, filmMenus } from "./choice-menu.tsx";
import { Hero } from "./hero.tsx";
import { filmFacts } from "./facts.ts";
import { filmPictures } from "./pictures.ts";
import { Progress } from "./progress.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { VideoTransport } from "./transport.tsx";

interface FilmNowProps extends ReachableProps {
  readonly video: Film;
}

export function FilmNow({ player, video, isReachable }: FilmNowProps): JSX.Element {
  const { id } = player;
  const position = player.positions.video;
  const facts = filmFacts(player);
  const isMoving = video.state === "playing" && isReachable;
  const playhead = { durationSeconds: video.durationSeconds, isMoving };
  const isSeekable = isReachable && can(player, "video/position") && video.durationSeconds !== undefined;
  return (
    <>
      <Hero
        pictures={filmPictures(player, true)}
        medium="film"
        word={t(`playing.${isReachable ? "video" : "was"}.${video.state}`)}
        title={video.title}
        isMoving={isMoving}
      >
        <Details player={player} title={video.title} />
        {facts === "" ? null : <p class="facts">{facts}</p>}
      </Hero>
      {position === null ? null : isSeekable ? (
        <SeekBar playerId={id} of="video" position={position} {...playhead} />
      ) : (
        <Progress position={position} {...playhead} />
      )}
      {isReachable && can(player, "video/playback") ? (
        <VideoTransport playerId={id} isPlaying={video.state === "playing"} isSeekable={isSeekable} />
      ) : null}
    </>
  );
}

/** Subtitle, sound track and the like of the film. */
export function FilmMenus({ player }: Pick<FilmNowProps, "player">): JSX.Element {
  return (
    <div class="menus">
      {filmMenus.map(({ command, shown }) =>
        can(player, command) ? (
          <ChoiceMenu
            key={command}
            playerId={player.id}
            command={command}
            label={nameOf(command)}
            choices={choices(player, command, shown)}
          />
        ) : null,
      )}
    </div>
  );
}

/** What the player's library knows of the film. */
function Details({ player, title }: Pick<FilmNowProps, "player"> & { readonly title: string }): JSX.Element {
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
