import { once } from "./once.ts";

const characters = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));
/** An emoji of several people has 11 units; what is longer is a pile of marks. */
const longestCharacter = 64;

/** The beginning of a text, at most `max` UTF-16 units long: whole characters, as people see them. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const begin = text.slice(0, max + longestCharacter);
  const end = characters().segment(begin).containing(max)?.index ?? 0;
  if (end > 0 && end > max - longestCharacter) return text.slice(0, end);
  // Within a pile of marks any place will do, except the middle of a surrogate pair.
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}
