import type { Film } from "./film.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

export function playlistBody({ video, dialect }: SimulatedPlayer): object {
  return {
    status: 200,
    size: video.entries.length,
    currentIndex: video.index,
    [dialect.playlistField]: video.entries.map(({ title }, index) => ({ title, index })),
  };
}

export function playStatusBody({ video, playMode, zoom }: SimulatedPlayer, film: Film): object {
  const subtitle = chosen(film.subtitles, film.subtitle - 1);
  const audio = chosen(film.audioTracks, film.audioTrack);
  return {
    status: 200,
    video: {
      status: video.state === "playing" ? 1 : 0,
      title: film.title,
      path: film.path,
      currentPosition: video.positionMs,
      duration: film.durationMs,
      width: film.width,
      height: film.height,
      fps: film.fps,
      formt: film.codec,
      filesize: film.fileSize,
      bitrate: film.bitrate,
      output: film.output,
      subtitleInfo: subtitle,
      audioInfo: audio,
    },
    subtitle: { index: film.subtitle, information: subtitle },
    audio: { index: film.audioTrack, information: audio },
    playMode,
    zoom,
    "3D": film.stereo,
  };
}

/** What plays, by the first version of the maker's interface. */
export function firstFilmBody({ video }: SimulatedPlayer, { title, path, durationMs }: Film): object {
  const status = video.state === "playing" ? 1 : 0;
  return {
    status: 200,
    file: { status, title, path, duration: durationMs, currentPosition: video.positionMs },
  };
}

function chosen(list: readonly string[], index: number): string {
  const text = list[index];
  return text === undefined ? "Off" : `${text} (${index + 1}/${list.length})`;
}
