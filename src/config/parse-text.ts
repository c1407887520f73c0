import JSON5 from "json5";
import { LineCounter, parseDocument } from "yaml";

/** A value, or why there is none. A fault never quotes the text, which may hold secrets. */
export type Parsed<Value = unknown> = { readonly value: Value } | { readonly fault: string };

/** Reads JSON and JSON5. */
export function parseJson(text: string): Parsed {
  try {
    return { value: JSON5.parse<unknown>(text) };
  } catch (error) {
    const { lineNumber, columnNumber } = error as { lineNumber: number; columnNumber: number };
    return { fault: `is not JSON: line ${lineNumber}, column ${columnNumber}` };
  }
}

/** Reads YAML. */
export function parseYaml(text: string): Parsed {
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [error] = document.errors;
    if (error === undefined) return { value: document.toJS() };
    const { line, col } = lines.linePos(error.pos[0]);
    const reason = error.code.toLowerCase().replaceAll("_", " ");
    return { fault: `is not YAML: line ${line}, column ${col} (${reason})` };
  } catch {
    // What the parser leaves to be thrown; its message would quote the text.
    return { fault: "is not YAML that can be used: an alias without an anchor, or too much in one another" };
  }
}
