import { Buffer } from "node:buffer";

/** The lists of a routing body, each with the index of the selected entry. */
const selectors = {
  input: { list: "inputData", index: "inputIndex" },
  output: { list: "outputData", index: "outputIndex" },
} as const;

/** One of the two. */
export type Selector = keyof typeof selectors;

/**
 * A recorded routing with another entry selected: only the digits of the index change. An entry that is disabled stays
 * unselected, as on a real player; undefined when there is no such entry, or no such list.
 */
export function selectInBody(body: Buffer, selector: Selector, tag: string): Buffer | undefined {
  const text = body.toString("utf8");
  const { list, index } = selectors[selector];
  const entries = listIn(text, list);
  const place = entries?.findIndex((entry) => entry["tag"] === tag) ?? -1;
  if (place === -1) return undefined;
  if (["false", "0"].includes(String(entries?.[place]?.["enable"]))) return body;
  const pattern = new RegExp(`("${index}"\\s*:\\s*"?)-?\\d+`, "g");
  return Buffer.from(
    text.replaceAll(pattern, (_found, before: string) => `${before}${place}`),
    "utf8",
  );
}

function listIn(text: string, name: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    const list =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    return Array.isArray(list) ? (list as Record<string, unknown>[]) : undefined;
  } catch {
    return undefined;
  }
}
