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
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let index = 0; index < from.length; index++) {
    const row = [index + 1];
    for (let column = 0; column < to.length; column++) {
      const replaced = (above[column] ?? 0) + Number(from[index] !== to[column]);
      row.push(Math.min((row[column] ?? 0) + 1, (above[column + 1] ?? 0) + 1, replaced));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
