import { fitList } from "./fit.ts";
import { currentChoice, filmChoices, type FilmList, type FilmSession } from "../resources/film-choices.ts";
import type { AudioRouting, MusicQueue, Playlist, VideoStatus } from "../resources/player.ts";
import type { Leaves } from "./render.ts";
import type { ShownPosition, Support } from "../session/session.ts";
import type { PlayerLeaf } from "./topics.ts";

const audioLeaves = [
  "audio/input",
  "audio/input/name",
  "audio/input/options",
  "audio/output",
  "audio/output/name",
  "audio/output/options",
  "audio/output/info",
] as const;

const videoLeaves = [
  "video/state",
  "video/status",
  "video/position",
  "video/title",
  "video/duration",
  "video/resolution",
  "video/fps",
  "video/codec",
  "video/output",
  "video/audio-track",
  "video/subtitle",
  "video/play-mode",
  "video/zoom",
] as const;

const musicLeaves = ["music/queue", "music/queue/total"] as const;

const playlistLeaves = ["video/playlist", "video/playlist/current"] as const;

const filmLeaves = {
  subtitles: ["video/subtitle/options", "video/subtitle/name"],
  audioTracks: ["video/audio-track/options", "video/audio-track/name"],
} as const;

/** Every leaf that resources feed, but for the pages of a queue. */
export const fixedLeaves = [
  ...audioLeaves,
  ...videoLeaves,
  ...playlistLeaves,
  ...musicLeaves,
  ...filmLeaves.subtitles,
  ...filmLeaves.audioTracks,
] as const;

/**
 * The leaves of a resource that was not read. Of one that was never answered nothing is known and nothing is said; one
 * that the model lacks has empty topics, which clears what an earlier run may have left in the broker.
 */
export function unread(support: Support, leaves: readonly PlayerLeaf[]): Map<PlayerLeaf, string> {
  return new Map(support === "unsupported" ? leaves.map((leaf) => [leaf, ""]) : []);
}

/** The topics of the audio routing. */
export function renderAudio(audio: AudioRouting | undefined, support: Support): Leaves {
  if (audio === undefined) return unread(support, audioLeaves);
  const { input, output } = audio;
  return new Map<PlayerLeaf, string>([
    // Options come before what is chosen among them: whoever checks one against the other finds them consistent.
    ["audio/input/options", JSON.stringify(input.entries.map((entry) => entry.details))],
    ["audio/input", input.current?.tag ?? ""],
    ["audio/input/name", input.current?.displayName ?? ""],
    ["audio/output/options", JSON.stringify(output.entries.map((entry) => entry.details))],
    ["audio/output", output.current?.tag ?? ""],
    ["audio/output/name", output.current?.displayName ?? ""],
    ["audio/output/info", JSON.stringify(audio.outputInfo)],
  ]);
}

/** The topics of the video status. */
export function renderVideo(
  video: VideoStatus | undefined,
  support: Support,
  shown: ShownPosition | undefined,
): Leaves {
  if (video === undefined) {
    const leaves = unread(support, videoLeaves);
    return support === "unsupported" ? leaves.set("video/state", "unsupported") : leaves;
  }
  return new Map<PlayerLeaf, string>([
    ["video/state", video.state],
    ["video/title", video.title],
    ["video/duration", numberText(video.durationSeconds)],
    ["video/position", numberText(shown?.seconds)],
    ["video/resolution", video.resolution],
    ["video/fps", video.fps],
    ["video/codec", video.codec],
    ["video/output", video.output],
    ["video/audio-track", video.audioTrack],
    ["video/subtitle", video.subtitle],
    ["video/play-mode", video.playMode],
    ["video/zoom", video.zoom],
    ["video/status", JSON.stringify(video.details)],
  ]);
}

/** The topics of the video playlist. */
export function renderPlaylist(playlist: Playlist | undefined, support: Support, maxBytes: number): Leaves {
  if (playlist === undefined) return unread(support, playlistLeaves);
  const { size, currentIndex, entries } = playlist;
  const text = fitList(entries, currentIndex, maxBytes, (part, start) =>
    JSON.stringify(
      part.length === entries.length
        ? { size, currentIndex, playlist: part }
        : { size, currentIndex, start, playlist: part },
    ),
  );
  return new Map<PlayerLeaf, string>([
    ["video/playlist", text],
    ["video/playlist/current", playlist.currentTitle],
  ]);
}

/** The topics of what a film offers to choose from, and of what is chosen. */
export function renderFilmTracks(session: FilmSession, list: FilmList): Leaves {
  const { support } = session.resources[list];
  const [options, name] = filmLeaves[list];
  if (support !== "supported") return unread(support, filmLeaves[list]);
  return new Map<PlayerLeaf, string>([
    [options, JSON.stringify(filmChoices(session, list))],
    [name, currentChoice(session, list)?.title ?? ""],
  ]);
}

/** The topics of the music queue; pages that no longer exist are cleared. */
export function renderMusic(
  queue: MusicQueue | undefined,
  support: Support,
  pagesKnown: number,
  maxBytes: number,
): Leaves {
  const leaves =
    queue === undefined
      ? unread(support, musicLeaves)
      : new Map<PlayerLeaf, string>([
          ["music/queue", renderQueue(queue, maxBytes)],
          ["music/queue/total", String(queue.total)],
        ]);
  if (queue === undefined && support !== "unsupported") return leaves;
  for (let page = 0; page < pagesKnown; page++)
    leaves.set(`music/queue/pages/${page}`, queue?.pages[page] ?? "");
  return leaves;
}

function renderQueue(queue: MusicQueue, maxBytes: number): string {
  const { current, entries } = queue;
  const focus = entries.findIndex((entry) => entry["position"] === current);
  return fitList(entries, focus, maxBytes, (part) =>
    JSON.stringify({ ...queue.envelope, current: current ?? null, entries: part }),
  );
}

/** A number as text, empty where there is none. */
export function numberText(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
