/** More slips than this in one word are another word. */
const mostSlips = 3;

/** What to say about a key that nobody knows. */
export function describeUnknown(name: string, known: readonly string[]): string {
  const meant = closest(name, known);
  return meant === undefined
    ? "is not known: see docs/configuration.md"
    : `is not known: did you mean ${meant}?`;
}

/** A key as it may be shown: `psk:secret`, where a space was forgotten, is a key to YAML. */
export function shownKey(key: string): string {
  return key.replace(/[^\w.$[\]-].*/s, "…");
}

/** The candidate that was probably meant, if one comes near. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= mostSlips)
    .map((candidate) => ({ candidate, slips: slipsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, slips }) => slips <= Math.min(mostSlips, candidate.length / 2))
    .sort((a, b) => a.slips - b.slips);
  return best?.candidate;
}

/** How many letters to insert, drop or change on the way from one word to the other (Levenshtein). */
function slipsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    let left = index + 1;
    row = row.map((above, column) => {
      const diagonal = row[column - 1] ?? Infinity;
      left = Math.min(left + (column > 0 ? 1 : 0), above + 1, diagonal + Number(letter !== to[column - 1]));
      return left;
    });
  }
  return row.at(-1) ?? 0;
}
