import { isExternal, isInertInput } from "./map-music.ts";
import { musicAnswer } from "./music-answer.ts";
import { parseJson } from "./parse-json.ts";
import { asNumber } from "./tolerant.ts";

/** What a player says of the track that it plays from its queue; texts are empty where it says nothing. */
export interface PlayingHint {
  /** Its place in the whole queue; -1 where the player does not tell. */
  readonly index: number;
  readonly id: string;
  readonly title: string;
  readonly artist: string;
}

/** Reads the hint from a valid answer of getState; undefined where nothing plays, or something else than the queue. */
export function readPlayingHint(body: Buffer): PlayingHint | undefined {
  const answer = musicAnswer().parse(parseJson(body, true));
  if (asNumber(answer.state) === 0 || isExternal(answer) || isInertInput(answer)) return undefined;
  const { id = "", title = "", artist = "" } = answer.playingMusic ?? {};
  return { index: asNumber(answer.trackIndex) ?? -1, id: id === 0 ? "" : String(id), title, artist };
}
