import type { Dialect } from "./arbitrary.ts";

/** An element of an answer. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Elements, or one text. */
  readonly children: readonly (Element | undefined)[] | string;
}

export function element(
  name: string,
  attributes: Element["attributes"],
  children: Element["children"] = [],
): Element {
  return { name, attributes, children };
}

/** A document as this firmware writes it. */
export function writeXml(
  root: Element,
  dialect: Pick<Dialect, "escape" | "hasDeclaration" | "isSpaced">,
): string {
  const declaration = dialect.hasDeclaration
    ? '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    : "";
  return declaration + write(root, dialect.escape, dialect.isSpaced ? "\n  " : "");
}

function write({ name, attributes, children }: Element, escape: Dialect["escape"], space: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? "" : ` ${key}="${escaped(String(value), escape)}"`,
  );
  const content =
    typeof children === "string"
      ? escaped(children, escape)
      : children
          .map((child) => (child === undefined ? "" : `${space}${write(child, escape, space)}`))
          .join("");
  return content === "" ? `<${name}${pairs.join("")}/>` : `<${name}${pairs.join("")}>${content}</${name}>`;
}

const names: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escaped(text: string, escape: Dialect["escape"]): string {
  const pattern = escape === "all numbers" ? /[&<>"']|[^\0-\x7F]/gu : /[&<>"']/g;
  return text.replaceAll(pattern, (character) =>
    escape === "names"
      ? (names[character] ?? character)
      : `&#x${Number(character.codePointAt(0)).toString(16)};`,
  );
}
