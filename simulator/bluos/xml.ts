/** Values of attributes and texts; what is undefined is left out. */
export type Value = string | number | boolean | undefined;

/** An element; an empty one is written with both tags, as players do. */
export function element(
  name: string,
  attributes: Readonly<Record<string, Value>>,
  content: readonly string[] | Value = "",
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner = Array.isArray(content) ? content.join("") : escaped(content as Value);
  return `<${name}${written.join("")}>${inner}</${name}>`;
}

/** An element with text only, or nothing if it has none. */
export function field(name: string, value: Value): string {
  return value === undefined ? "" : element(name, {}, value);
}

function escaped(value: Value): string {
  return String(value ?? "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&#34;");
}
