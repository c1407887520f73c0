/** Entries that are kept before the active one. */
const before = 25;

/**
 * Cuts the longest list of a body around the `active` entry, so that the body fits. All other bytes stay, including
 * totals, which then exceed the entries. Undefined if there is nothing to cut.
 */
export function cutList(text: string, maxCharacters: number) {
  const list = longestList(text);
  if (list === undefined) return undefined;
  const active = list.findIndex(({ from, to }) =>
    /"active"\s*:\s*(?:true|1|"1"|"true")/.test(text.slice(from, to)),
  );
  const first = Math.max(0, active - before);
  const [begin, end] = [list[0]?.from ?? 0, list.at(-1)?.to ?? 0];
  let room = maxCharacters - (text.length - (end - begin));
  let last = first;
  while (last < list.length) {
    const { from, to } = list[last] ?? { from: 0, to: 0 };
    room -= to - from + 1;
    if (room < 0) break;
    last += 1;
  }
  const kept = list.slice(first, last);
  const middle = text.slice(kept[0]?.from ?? begin, kept.at(-1)?.to ?? begin);
  return { text: text.slice(0, begin) + middle + text.slice(end), entries: list.length, kept: kept.length };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** The objects of the longest list, one level below the top. */
function longestList(text: string): Place[] | undefined {
  const lists: Place[][] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: found, index } of text.matchAll(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[{}[\]]/g)) {
    if (found.startsWith('"')) continue;
    if (found === "{" || found === "[") {
      depth += 1;
      if (depth === 2 && found === "[") lists.push([]);
      if (depth === 3) from = index;
    } else {
      if (depth === 3) lists.at(-1)?.push({ from, to: index + 1 });
      depth -= 1;
    }
  }
  const [longest] = lists.toSorted((a, b) => b.length - a.length);
  return longest === undefined || longest.length === 0 ? undefined : longest;
}
