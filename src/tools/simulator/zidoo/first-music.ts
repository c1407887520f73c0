import { stopOther, type StatusCode } from "./music-answers.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

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
