import { filmOf, musicOf, type NowPlayingProps } from "../player.ts";
import { FilmNow } from "./film-now.tsx";
import { Hero } from "./hero.tsx";
import { MusicNow } from "./music-now.tsx";
import { NothingNow } from "./nothing-now.tsx";
import { Playing } from "./playing.tsx";

/** The film or the music; where both are reported, the film with its picture and the music below it. */
export function NowPlaying({ player, isCard = false }: NowPlayingProps) {
  const [video, music] = [filmOf(player), musicOf(player)];
  const shared = { player, isCard };
  if (video === null && music === null) return <NothingNow {...shared} frame={isCard ? Playing : Hero} />;
  return (
    <>
      {video === null ? null : <FilmNow {...shared} video={video} />}
      {music === null ? null : <MusicNow {...shared} music={music} isSecond={video !== null} />}
    </>
  );
}
