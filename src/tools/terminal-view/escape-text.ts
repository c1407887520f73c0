/** Control characters, line breaks, lone surrogates and direction marks. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const shortForms: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** More combining marks than any language uses: they would cover the lines above and below. */
const pileOfMarks = /(\p{M}{8})\p{M}+/gu;

/** Titles come from arbitrary media files: they must not move the cursor, change colors or imitate other output. */
export function escapeText(text: string): string {
  return text.replace(unsafe, escapeCharacter).replace(pileOfMarks, "$1");
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, "0");
  return shortForms.get(character) ?? `\\u${code}`;
}
