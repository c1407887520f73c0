import { numberOf } from "./reply.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

/** The body status of an operation: 200 done, 805 parameter missing or wrong, 806 nothing to act on. */
export type StatusCode = 200 | 805 | 806;

export function playOrPause(player: SimulatedPlayer): StatusCode {
  const { music, externalSource } = player;
  if (externalSource !== undefined)
    player.externalSource = { ...externalSource, isPlaying: !externalSource.isPlaying };
  else if (music.entries.length === 0) return 806;
  else if (music.state === "playing") music.pause();
  else {
    stopOther(player, "video");
    music.play();
  }
  return 200;
}

/** Stops the film before music starts, or the music before a film does, as real players do. */
export function stopOther(player: SimulatedPlayer, other: "music" | "video"): void {
  if (!player.playsTogether) player[other].stop();
}

export function skipTrack({ music }: SimulatedPlayer, by: number): StatusCode {
  if (music.state === "stopped") return 806;
  music.skip(by);
  return 200;
}

export function seekMusic({ music }: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const timeMs = numberOf(query, "time");
  if (timeMs === undefined) return 805;
  music.seek(timeMs);
  return 200;
}

export function setLoopMode(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  return setOrder(player, numberOf(query, "loop"));
}

/** Players keep any number that they are given. */
export function setOrder(player: SimulatedPlayer, loop: number | undefined): StatusCode {
  if (loop === undefined) return 805;
  player.told.loopModel = loop;
  player.music.order = loop === 1 ? "single" : loop === 2 ? "shuffle" : "list";
  return 200;
}

export function playQueueMusic(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const { music } = player;
  const index = numberOf(query, "index");
  if (index === undefined || music.entries[index] === undefined) return 805;
  stopOther(player, "video");
  player.externalSource = undefined;
  music.playEntry(index);
  return 200;
}

export function setVolume(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  return player.volume === undefined ? 805 : setLevel(player, numberOf(query, "volume"));
}

export function setVideoVolume(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  return setLevel(player, numberOf(query, "value"));
}

/** Sets the one volume that the model has. */
export function setLevel(
  { volume, videoVolume, volumeRestriction }: SimulatedPlayer,
  level: number | undefined,
): StatusCode {
  const target = volume ?? videoVolume;
  // Accepted without effect.
  if (volumeRestriction !== undefined) return 200;
  if (target === undefined || level === undefined || level < (volume?.min ?? 0) || level > target.max)
    return 805;
  target.level = level;
  return 200;
}

export function setMute(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const isMute = numberOf(query, "isMute");
  if (player.volume === undefined || (isMute !== 0 && isMute !== 1)) return 805;
  player.isMuted = isMute === 1;
  return 200;
}

/** What plays, by the first version of the music operations. A track that was stopped stays, at its beginning. */
export function firstStatusBody({ music }: SimulatedPlayer): object {
  const track = music.entries[music.index];
  const isPlaying = music.state === "playing";
  if (track === undefined) return { status: 200, isPlay: false };
  const { id, title, artist, album, uri, extension, bits, sampleRateHz, durationMs } = track;
  return {
    status: 200,
    isPlay: isPlaying,
    music: { id, title, artist, album, uri, extension, bits, SampleRate: sampleRateHz, type: 0 },
    state: { duration: durationMs, position: music.positionMs, playing: isPlaying },
  };
}

export function startMusic(player: SimulatedPlayer): StatusCode {
  if (player.music.entries.length === 0) return 806;
  stopOther(player, "video");
  player.music.play();
  return 200;
}

export function pauseMusic({ music }: SimulatedPlayer): StatusCode {
  music.pause();
  return 200;
}

export function stopMusic({ music }: SimulatedPlayer): StatusCode {
  music.stop();
  return 200;
}
