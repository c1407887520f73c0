import { readFileSync, writeFileSync } from "node:fs";

/** Puts a text between its markers in a document. */
export function writeBlock(path: string, name: string, text: string): void {
  writeFileSync(path, withBlock(readFileSync(path, "utf8"), name, text));
}

/** The document with another text between the markers of this name. */
export function withBlock(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the document has no place between ${begin} and ${end}`);
  return `${document.slice(0, from + begin.length)}\n${text.trim()}\n${document.slice(to)}`;
}
