import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { type ConfigEdit, EditError, type PlayerValues } from "./config-edit.ts";
import { auto, settings } from "../schema.ts";
import { sections } from "../sections.ts";
import { expandAliasesInto, ownChild } from "./yaml-aliases.ts";
import { keepLayout, layoutsOf, withLineEndsOf } from "./yaml-layout.ts";

type Yaml = Document.Parsed;

/** Makes changes in the text of a YAML file; what they do not concern keeps its bytes. Throws EditError. */
export function editYaml(text: string, edits: readonly ConfigEdit[]): string {
  return edits.reduce(editOnce, text);
}

function editOnce(text: string, edit: ConfigEdit): string {
  const document = parse(text);
  const layouts = layoutsOf(document, text);
  const before = layouts.map((layout) => document.toString(layout));
  apply(document, edit);
  for (const [place, layout] of layouts.entries()) {
    const kept = keepLayout(text, before[place] ?? "", document.toString(layout));
    if (kept !== undefined) return kept;
  }
  return withLineEndsOf(text, document.toString(layouts[0]));
}

function parse(text: string): Yaml {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) {
    throw new EditError("the configuration file is not valid YAML: correct it by hand first");
  }
  if (document.contents !== null && !isMap(document.contents)) {
    // A file with nothing but comments.
    if (!isScalar(document.contents) || document.contents.value !== null) {
      throw new EditError("the configuration file is not an object of settings: correct it by hand first");
    }
  }
  return document;
}

function apply(document: Yaml, edit: ConfigEdit): void {
  const root = rootOf(document);
  switch (edit.kind) {
    case "add-player":
      return addPlayer(document, root, edit.values);
    case "change-player":
      return changePlayer(document, root, edit.id, edit.values);
    case "remove-player":
      return removePlayer(document, root, edit.id);
    case "set":
      checkName(edit.name);
      return setValue(document, root, edit.name.split("."), edit.value);
    case "unset":
      checkName(edit.name);
      return unsetValue(document, root, edit.name.split("."));
  }
}

function checkName(name: string): void {
  if (!settings.has(name)) throw new EditError(`${name}: there is no such setting`);
}

function rootOf(document: Yaml): YAMLMap {
  if (isMap(document.contents)) return document.contents;
  const root = new YAMLMap();
  const { comment, commentBefore } = document.contents ?? {};
  // The parser keeps the comments of an empty file at its missing value.
  if (comment) root.comment = comment;
  if (commentBefore) root.commentBefore = commentBefore;
  // The parsed type of a document does not allow nodes made by hand.
  document.contents = root as unknown as Yaml["contents"];
  return root;
}

function addPlayer(document: Yaml, root: YAMLMap, values: PlayerValues): void {
  const list = listOf(document, root) ?? fill(root, "players", new YAMLSeq());
  nameFirst(document, list);
  const entry = new YAMLMap();
  // An empty list can only be written in one line, which says nothing about the entries.
  if (list.items.length === 0) list.flow = false;
  const last = list.items.at(-1);
  if (isMap(last) && last.flow === true) entry.flow = true;
  list.add(entry);
  setAll(document, entry, values);
}

/** Among several players each needs an id: a single one may have been written without. */
function nameFirst(document: Yaml, list: YAMLSeq): void {
  const [first] = list.items;
  if (list.items.length === 1 && isMap(first) && !first.has("id")) {
    setValue(document, first, ["id"], settings.get("player.id")?.default);
  }
}

function changePlayer(document: Yaml, root: YAMLMap, id: string, values: PlayerValues): void {
  const entry = findEntry(document, root, id);
  if (entry !== undefined) return setAll(document, entry.map, values);
  const short = findShort(document, root, id);
  if (short === undefined) throw unknownPlayer(id);
  const { id: _, name, url } = sections.player;
  if (Object.keys(values).every((key) => key in { id: _, name, url })) return setAll(document, short, values);
  // The short form has no room for anything else.
  const known = { id, name: short.get("name"), url: short.get("url") };
  root.delete("player");
  const own = Object.entries({ ...known, ...values }).filter(([, value]) => value !== undefined);
  addPlayer(document, root, Object.fromEntries(own));
}

function removePlayer(document: Yaml, root: YAMLMap, id: string): void {
  const entry = findEntry(document, root, id);
  if (entry !== undefined) {
    expandAliasesInto(document, entry.map);
    entry.list.delete(entry.index);
    return;
  }
  if (findShort(document, root, id) === undefined) throw unknownPlayer(id);
  for (const key of Object.keys(sections.player)) unsetValue(document, root, ["player", key]);
}

function unknownPlayer(id: string): EditError {
  return new EditError(`there is no player ${JSON.stringify(id)} in the configuration file`);
}

function listOf(document: Yaml, root: YAMLMap): YAMLSeq | undefined {
  const list = ownChild(document, root, "players");
  if (isSeq(list)) return list;
  if (isScalar(list) && list.value === auto) {
    throw new EditError(
      "players is auto: the bridge uses all players that it finds. List the players first to change one",
    );
  }
  if (list === undefined || (isScalar(list) && list.value === null)) return undefined;
  throw new EditError("players is not a list: correct it by hand first");
}

function findEntry(document: Yaml, root: YAMLMap, id: string) {
  if (!isSeq(root.get("players", true)) && !root.has("players")) return undefined;
  const list = listOf(document, root);
  for (const index of list?.items.keys() ?? []) {
    const map = list === undefined ? undefined : ownChild(document, list, index);
    if (list === undefined || !isMap(map)) continue;
    if ((map.get("id") ?? settings.get("player.id")?.default) === id) return { list, index, map };
  }
  return undefined;
}

/** The section of a single player in short, if it has this id. */
function findShort(document: Yaml, root: YAMLMap, id: string): YAMLMap | undefined {
  const short = ownChild(document, root, "player");
  if (!isMap(short) || !short.get("url")) return undefined;
  return (short.get("id") ?? settings.get("player.id")?.default) === id ? short : undefined;
}

function setAll(document: Yaml, map: YAMLMap, values: PlayerValues): void {
  for (const [key, value] of Object.entries(values)) {
    const path = key.split(".");
    if (value === null) unsetValue(document, map, path);
    else setValue(document, map, path, value);
  }
}

function setValue(
  document: Yaml,
  map: YAMLMap,
  [key = "", ...rest]: readonly string[],
  value: unknown,
): void {
  const found = ownChild(document, map, key);
  if (rest.length > 0) {
    const inner = isMap(found) ? found : replaceEmpty(map, key, found);
    return setValue(document, inner, rest, value);
  }
  if (isMap(found) && isRecord(value) && hasTextKeys(found)) {
    // Entries that stay keep their comments.
    for (const name of keysOf(found).map(String)) {
      if (!(name in value)) unsetValue(document, found, [name]);
    }
    for (const [name, inner] of Object.entries(value)) setValue(document, found, [name], inner);
    return;
  }
  if (isNode(found) && isDeepStrictEqual(found.toJS(document), value)) return;
  if (found !== undefined) expandAliasesInto(document, found);
  if (isScalar(found) && (typeof value !== "object" || value === null)) {
    // The comment and the kind of quotes stay.
    found.value = value;
    delete found.source;
    if (typeof value !== "string") delete found.type;
    return;
  }
  const node = document.createNode(value);
  // A list in one line stays in one line; an empty one can only be written in one.
  if (isSeq(node) && isSeq(found)) node.flow = node.items.length === 0 || found.flow === true;
  map.set(key, node);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function keysOf(map: YAMLMap): unknown[] {
  return map.items.map(({ key }) => (isScalar(key) ? key.value : key));
}

function hasTextKeys(map: YAMLMap): boolean {
  return keysOf(map).every((key) => typeof key === "string");
}

function replaceEmpty(map: YAMLMap, key: string, found: Node | undefined): YAMLMap {
  if (found !== undefined && !(isScalar(found) && found.value === null)) {
    throw new EditError(`${key} is not an object of settings: correct it by hand first`);
  }
  return fill(map, key, new YAMLMap());
}

/** A collection whose entries are all commented out reads as null; its comments move into the new one. */
function fill<Collection extends YAMLMap | YAMLSeq>(
  map: YAMLMap,
  key: string,
  collection: Collection,
): Collection {
  const empty = map.get(key, true);
  const comments = isScalar(empty) ? [empty.commentBefore, empty.comment] : [];
  const comment = comments.filter(Boolean).join("\n");
  if (comment !== "") collection.commentBefore = comment;
  map.set(key, collection);
  return collection;
}

function unsetValue(document: Yaml, map: YAMLMap, [key = "", ...rest]: readonly string[]): void {
  const found = ownChild(document, map, key);
  if (found === undefined) return;
  if (rest.length === 0) {
    expandAliasesInto(document, found);
    map.delete(key);
  } else if (isMap(found)) {
    unsetValue(document, found, rest);
    if (found.items.length > 0) return;
    // A section with nothing but comments keeps them.
    if (found.comment || found.commentBefore) map.set(key, emptyWith(found));
    else map.delete(key);
  }
}

function emptyWith({ comment, commentBefore }: Node): Scalar {
  const empty = new Scalar(null);
  empty.source = "";
  empty.comment = [commentBefore, comment].filter(Boolean).join("\n");
  return empty;
}
