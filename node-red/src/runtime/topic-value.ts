import { topicKinds } from "./topic-kinds.ts";

/** The value of a topic: text, a number, JSON, or bytes. */
export type TopicValue = string | number | object | null;

/** Topics that are always JSON, empty means none: those of the kinds, of settings, and about the player itself. */
const jsonKinds: ReadonlySet<string | undefined> = new Set(["object", "list", "options", "range"]);
const json =
  /^(?:info|description|settings\/.+\/(?:options|range)|music\/queue\/(?:page|pages\/\d+)|library\/page)$/;

/**
 * Reads a payload by its topic and not by its look: there is a film called "1917", and its title is text.
 * A topic that this version does not know is JSON if it looks like an object or a list, else text.
 */
export function readValue(leaf: string, payload: Uint8Array): TopicValue {
  const kind = topicKinds.get(leaf);
  if (kind === "data") return payload;
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString("utf8");
  if (kind === "number") return text === "" || !Number.isFinite(Number(text)) ? null : Number(text);
  if (jsonKinds.has(kind) || json.test(leaf)) return tryJson(text) ?? null;
  return /^[[{]/.test(text) ? (tryJson(text) ?? text) : text;
}

/** Parses JSON that is an object or a list; undefined for anything else. */
export function tryJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Topics with others below them. They are objects in the tree even while only their own value has arrived. */
const parents: ReadonlySet<string> = new Set(
  Array.from(topicKinds.keys(), (leaf) => leaf.slice(0, Math.max(0, leaf.lastIndexOf("/")))),
);

interface Tree {
  [name: string]: Tree | TopicValue;
}

/**
 * All topics of a player as one object: `video/audio-track/name` is `video.audioTrack.name`. A topic with others below it is
 * an object, and its own value is `value`. Bytes of pictures are left out.
 */
export function treeOf(values: ReadonlyMap<string, TopicValue>): Tree {
  const leaves = [...values.keys()];
  const hasBelow = (leaf: string): boolean =>
    parents.has(leaf) ||
    /^settings\/[^/]+$/.test(leaf) ||
    leaves.some((other) => other.startsWith(`${leaf}/`));
  const tree: Tree = {};
  for (const leaf of leaves.sort()) {
    const value = values.get(leaf);
    if (value === undefined || topicKinds.get(leaf) === "data") continue;
    const names = leaf.split("/").map(camelCase);
    if (hasBelow(leaf)) names.push("value");
    const last = names.pop() ?? "";
    let branch = tree;
    for (const name of names) branch = (branch[name] ??= {}) as Tree;
    branch[last] = value;
  }
  return tree;
}

function camelCase(level: string): string {
  // A level such as `__proto__` comes from outside: as a key of its own it does no harm.
  if (level === "__proto__") return "_";
  return level.replace(/[-_]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a topic moves all the time while something plays. */
export function isPosition(leaf: string): boolean {
  return leaf === "video/position" || leaf === "music/position";
}
