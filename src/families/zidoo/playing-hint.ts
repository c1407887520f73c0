import { isExternal, isPassThroughInput } from "./map-music.ts";
import { musicAnswer } from "./music-answer.ts";
import { parseJson } from "../http/parse-json.ts";
import { asNumber } from "./wire.ts";

/** The playing queue entry according to the music state; texts are empty if it does not report them. */
export interface PlayingHint {
  /** Its index in the whole queue; -1 if the player does not report it. */
  readonly index: number;
  readonly id: string;
  readonly title: string;
  readonly artist: string;
}

/** Reads the hint from a valid answer of getState; undefined if nothing plays, or another source. */
export function readPlayingHint(body: Buffer): PlayingHint | undefined {
  const answer = musicAnswer().parse(parseJson(body, true));
  if (asNumber(answer.state) === 0 || isExternal(answer) || isPassThroughInput(answer)) return undefined;
  const { id = "", title = "", artist = "" } = answer.playingMusic ?? {};
  return { index: asNumber(answer.trackIndex) ?? -1, id: id === 0 ? "" : String(id), title, artist };
}
