import { isObject, toFlag } from "./wire.ts";

/** Whether an answer is one of the first version of the music operations, which old film players have. */
export function isFirstMusic(json: object): boolean {
  return "isPlay" in json || ("state" in json && isObject(json.state));
}

/** Such an answer with the fields of the second version. */
export function asSecondMusic(json: object): object {
  const { isPlay, music, state } = json as Readonly<Record<string, unknown>>;
  const { playing, position, duration } = isObject(state) ? state : {};
  const track = isObject(music) ? music : undefined;
  const isPlaying = toFlag(playing ?? isPlay);
  // What was stopped stays the current track, at its beginning.
  const isPaused = track !== undefined && Number(position) > 0;
  return {
    ...(isPlaying !== undefined && { state: isPlaying ? 3 : isPaused ? 4 : 0 }),
    position,
    duration,
    playType: 5,
    playingMusic: track && { ...track, sampleRateNumber: track["SampleRate"] },
  };
}
