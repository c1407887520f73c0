/** Control characters, breaks of lines, halves of characters, and marks that turn the direction of what follows. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const shortForms: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** More marks than this on one letter are no language: they would run over the lines above and below. */
const pileOfMarks = /(\p{M}{8})\p{M}+/gu;

/**
 * A text as it may be written to a terminal. Titles and names come from players, and so from anyone who made a file:
 * none may move the cursor, change colours, or look like another text.
 */
export function escapeText(text: string): string {
  return text.replace(unsafe, escapeCharacter).replace(pileOfMarks, "$1");
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, "0");
  return shortForms.get(character) ?? `\\u${code}`;
}
