import {
  type Document,
  isMap,
  isSeq,
  LineCounter,
  type Node,
  parse,
  type ToStringOptions,
  visit,
} from "yaml";
import { isDeepStrictEqual } from "node:util";

/** How a file may be written, beginning with how most of it is indented. */
export function layoutsOf(
  document: Document,
  text: string,
): readonly [ToStringOptions, ...ToStringOptions[]] {
  const first = { lineWidth: 0, ...indentOf(document, columnsOf(text)) };
  const others = [2, 4, first.indent].flatMap((indent) =>
    [true, false].map((indentSeq) => ({ lineWidth: 0, indent, indentSeq })),
  );
  return [first, ...others];
}

/** The indentation of the first section and of the first list. */
function indentOf(document: Document, columns: ReturnType<typeof columnsOf>) {
  let indent: number | undefined;
  let indentSeq: boolean | undefined;
  visit(document, {
    Pair: (_key, { key, value }) => {
      const at = columns(key);
      const inner = isMap(value) && value.flow !== true ? columns(value.items[0]?.key) : undefined;
      if (at !== undefined && inner !== undefined) indent ??= inner - at;
      const list = isSeq(value) && value.flow !== true ? columns(value) : undefined;
      if (at !== undefined && list !== undefined) indentSeq ??= list > at;
    },
  });
  return { indent: indent ?? 2, indentSeq: indentSeq ?? true };
}

function columnsOf(text: string): (node: unknown) => number | undefined {
  const lines = new LineCounter();
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1);
  lines.lineStarts.unshift(0);
  return (node) => {
    const start = (node as Node | null | undefined)?.range?.[0];
    return start === undefined ? undefined : lines.linePos(start).col;
  };
}

/**
 * The original text with only those lines replaced that differ between `before` and `after`, which the library has
 * written from the original and from the changed document. So quotes, spaces and line ends of all other lines stay.
 * Undefined if that would not be the same document as `after`.
 */
export function keepLayout(original: string, before: string, after: string): string | undefined {
  const [given, was, is] = [linesOf(original), linesOf(before), linesOf(after)];
  const places = align(given, was);
  if (places === undefined) return undefined;
  const least = Math.min(was.length, is.length);
  const head = countWhile(least, (place) => was[place] === is[place]);
  const tail = countWhile(least - head, (place) => was.at(-1 - place) === is.at(-1 - place));
  const from = places[head] ?? given.length;
  const to = places[was.length - tail] ?? given.length;
  const changed = is.slice(head, is.length - tail).map((line) => (line.trim() === "" ? "" : line));
  const lines = [...given.slice(0, from), ...changed, ...given.slice(to)];
  return isSame(lines.join("\n"), after) ? lines.join(lineEndOf(original)) : undefined;
}

/** A document as the library writes it, with the line ends of the original. */
export function withLineEndsOf(original: string, text: string): string {
  return linesOf(text).join(lineEndOf(original));
}

function lineEndOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function countWhile(most: number, isCounted: (place: number) => boolean): number {
  let count = 0;
  while (count < most && isCounted(count)) count += 1;
  return count;
}

/** The line of the original for each line of `was`; undefined if they are not the same lines, apart from white space. */
function align(given: readonly string[], was: readonly string[]): number[] | undefined {
  const places: number[] = [];
  let at = 0;
  for (const line of was) {
    if (line.trim() !== "") while (at < given.length && given[at]?.trim() === "") at += 1;
    if (squash(line) === squash(given[at] ?? "")) places.push(at++);
    // The library adds an empty line after a comment at the top.
    else if (line.trim() === "") places.push(at);
    else return undefined;
  }
  return given.slice(at).every((line) => line.trim() === "") ? places : undefined;
}

function squash(line: string): string {
  return line.replaceAll(/\s+/g, "");
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

function isSame(text: string, other: string): boolean {
  try {
    return isDeepStrictEqual(parse(text), parse(other));
  } catch {
    return false;
  }
}
