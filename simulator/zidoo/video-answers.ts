import type { Film } from "./film.ts";
import { stopOther, type StatusCode } from "./music-answers.ts";
import { numberOf } from "./reply.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

/** Plays (1), pauses (0) or stops (-1). */
export function changeStatus({ video }: SimulatedPlayer, query: URLSearchParams): StatusCode {
  if (video.current === undefined) return 806;
  switch (numberOf(query, "status")) {
    case 1:
      video.play();
      return 200;
    case 0:
      video.pause();
      return 200;
    case -1:
      video.stop();
      return 200;
    default:
      return 805;
  }
}

/** Switches to another video (type 0) or chapter (type 1): the next (tag 1) or the previous (tag 0). */
export function changeVideo({ video }: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const film = video.current;
  const tag = numberOf(query, "tag");
  const type = numberOf(query, "type");
  if (film === undefined) return 806;
  if ((tag !== 0 && tag !== 1) || (type !== 0 && type !== 1)) return 805;
  if (type === 0) {
    video.skip(tag === 1 ? 1 : -1);
    return 200;
  }
  const before = film.chaptersMs.filter((startMs) => startMs <= video.positionMs);
  const next = film.chaptersMs.find((startMs) => startMs > video.positionMs);
  const to = tag === 1 ? next : (before.at(-2) ?? 0);
  if (to !== undefined) video.seek(to);
  return 200;
}

/** The player spells the parameter like this. */
export function seekVideo({ video }: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const positionMs = numberOf(query, "positon");
  if (positionMs === undefined) return 805;
  if (video.current === undefined) return 806;
  video.seek(positionMs);
  return 200;
}

export function playVideo(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const { video } = player;
  const index = numberOf(query, "index");
  if (index === undefined || video.entries[index] === undefined) return 805;
  stopOther(player, "music");
  video.playEntry(index);
  return 200;
}

export function setSubtitle(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  return chooseSubtitle(player, () => numberOf(query, "index"));
}

export function setAudio(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  return chooseAudio(player, () => numberOf(query, "index"));
}

/** Subtitles count from 1; 0 is off. */
export function chooseSubtitle(
  { video }: SimulatedPlayer,
  choose: (film: Film) => number | undefined,
): StatusCode {
  const film = video.current;
  if (film === undefined) return 806;
  const subtitle = choose(film);
  if (subtitle === undefined || subtitle < 0 || subtitle > film.subtitles.length) return 805;
  video.update(video.index, { subtitle });
  return 200;
}

/** Audio tracks count from 0. */
export function chooseAudio(
  { video }: SimulatedPlayer,
  choose: (film: Film) => number | undefined,
): StatusCode {
  const film = video.current;
  if (film === undefined) return 806;
  const audioTrack = choose(film);
  if (audioTrack === undefined || film.audioTracks[audioTrack] === undefined) return 805;
  video.update(video.index, { audioTrack });
  return 200;
}

/** Opens a file or a stream; one that it cannot play is accepted, too. */
export function openFile(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const { music } = player;
  const path = query.get("path") ?? "";
  if (path === "") return 805;
  if (query.get("type") === "0") {
    const [first] = music.entries;
    if (first === undefined || path.includes("unplayable")) return 200;
    music.edit(() => [
      { ...first, id: 90_001, title: path.split("/").at(-1)?.split("?")[0] ?? "", uri: path },
    ]);
    stopOther(player, "video");
    player.externalSource = undefined;
    music.playEntry(0);
    return 200;
  }
  // Music without its type.
  if (/\.(?:flac|mp3)$/.test(path) || !query.has("videoplaymode")) return 805;
  playFilmAt(player, path);
  return 200;
}

/** Plays the film with this path, if there is one. */
export function playFilmAt(player: SimulatedPlayer, path: string): void {
  const index = player.video.entries.findIndex((film) => film.path === path);
  if (index < 0) return;
  stopOther(player, "music");
  player.externalSource = undefined;
  player.video.playEntry(index);
}

const filmModes = {
  zoom: ["Original size", "Fit", "Fill", "16:9"],
  playMode: ["Once", "Repeat one", "Repeat all", "Whole folder"],
} as const;

export function modeList(mode: keyof typeof filmModes): object {
  const first = mode === "zoom" ? 0 : 1;
  return { status: 200, [mode]: filmModes[mode].map((title, place) => ({ index: first + place, title })) };
}

export function setMode(
  player: SimulatedPlayer,
  mode: keyof typeof filmModes,
  index: number | undefined,
): StatusCode {
  if (player.video.current === undefined) return 806;
  const information = index === undefined ? undefined : filmModes[mode][mode === "zoom" ? index : index - 1];
  if (index === undefined || information === undefined) return 805;
  player[mode] = { index, information };
  return 200;
}

export function filmList(titles: readonly string[], first: number): object {
  return { status: 200, subtitles: titles.map((title, place) => ({ index: first + place, title })) };
}
