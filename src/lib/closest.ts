const maxTypos = 3;

/** The most similar candidate, if one is close enough. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= maxTypos)
    .map((candidate) => ({ candidate, typos: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, typos }) => typos <= Math.min(maxTypos, candidate.length / 2))
    .sort((a, b) => a.typos - b.typos);
  return best?.candidate;
}

/** The Levenshtein distance: the number of letters to insert, delete or replace. */
function distance(from: string, to: string): number {
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
