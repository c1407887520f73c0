import {
  playOrPause,
  setLevel,
  setOrder,
  skipTrack,
  startMusic,
  type StatusCode,
  stopMusic,
} from "./music-answers.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";
import { chooseAudio, chooseSubtitle, setMode } from "./video-answers.ts";

/** What the keys of its remote control do; a key that is not here moves only what its screen shows. */
const actions: Readonly<Record<string, (player: SimulatedPlayer) => unknown>> = {
  VolumeUp: (player) => stepVolume(player, 1),
  VolumeDown: (player) => stepVolume(player, -1),
  Mute: (player) => {
    player.isMuted = !player.isMuted;
  },
  MediaPlay: (player) => (hasFilm(player) ? player.video.play() : play(player)),
  MediaPause: (player) => (hasFilm(player) ? player.video.pause() : pause(player)),
  "MediaPlay.Pause": (player) => togglePlayback(player),
  MediaStop: (player) => (hasFilm(player) ? player.video.stop() : stop(player)),
  MediaNext: (player) => (hasFilm(player) ? player.video.skip(1) : skipTrack(player, 1)),
  MediaPrev: (player) => (hasFilm(player) ? player.video.skip(-1) : skipTrack(player, -1)),
  // Each press chooses the next one; after the last subtitle there is none.
  Subtitle: (player) => chooseSubtitle(player, (film) => (film.subtitle + 1) % (film.subtitles.length + 1)),
  Audio: (player) => chooseAudio(player, (film) => (film.audioTrack + 1) % film.audioTracks.length),
  Repeat: (player) => {
    if (!repeatFilm(player)) setOrder(player, (player.told.loopModel + 1) % 3);
  },
  "Screen.ON": (player) => {
    player.isScreenOn = true;
  },
  "Screen.OFF": (player) => {
    player.isScreenOn = false;
  },
  "PowerOn.Poweroff": (player) => player.performPower("poweroff"),
  "PowerOn.Standby": (player) => player.performPower("standby"),
  "PowerOn.Reboot": (player) => player.performPower("reboot"),
};

export function sendKey(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const key = query.get("key") ?? "";
  if (!key.startsWith("Key.")) return 805;
  player.keys.push(key);
  const name = key.slice("Key.".length);
  actions[name]?.(player);
  if (name.startsWith("OUT.")) player.audio.selectOutput(name.slice("OUT.".length));
  if (name.startsWith("DAC.")) player.audio.selectInput(name.slice("DAC.".length));
  return 200;
}

function hasFilm({ video }: SimulatedPlayer): boolean {
  return video.current !== undefined;
}

/** The next play mode of the film; false without one. */
function repeatFilm(player: SimulatedPlayer): boolean {
  return setMode(player, "playMode", (player.playMode.index % 4) + 1) !== 806;
}

function stepVolume(player: SimulatedPlayer, by: number): void {
  const volume = player.volume ?? player.videoVolume;
  if (volume === undefined) return;
  if (by > 0) player.isMuted = false;
  setLevel(player, volume.level + by);
}

function play(player: SimulatedPlayer): void {
  if (player.externalSource === undefined) startMusic(player);
  else if (!player.externalSource.isPlaying) playOrPause(player);
}

function pause(player: SimulatedPlayer): void {
  if (player.externalSource === undefined) player.music.pause();
  else if (player.externalSource.isPlaying) playOrPause(player);
}

function togglePlayback(player: SimulatedPlayer): void {
  const { video } = player;
  if (!hasFilm(player)) playOrPause(player);
  else if (video.state === "playing") video.pause();
  else video.play();
}

function stop(player: SimulatedPlayer): void {
  player.externalSource = undefined;
  stopMusic(player);
}
