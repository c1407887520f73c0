import { isDeepStrictEqual } from "node:util";
import {
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { type ConfigEdit, EditError, type PlayerValues } from "./config-edit.ts";
import { auto, settings } from "../schema.ts";
import { sections } from "../sections.ts";

type Yaml = Document.Parsed;

/**
 * Makes changes in the text of a YAML file. Comments and order stay; the library decides about spaces. Aliases become
 * copies, so that a change of one player concerns no other. Throws EditError.
 */
export function editYaml(text: string, edits: readonly ConfigEdit[]): string {
  const document = parse(text);
  copyAliases(document);
  for (const edit of edits) apply(document, edit);
  const written = document.toString({ lineWidth: 0 });
  return text.includes("\r\n") ? written.replaceAll("\n", "\r\n") : written;
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

/** An anchor is defined before its aliases, so what it contains is copied already. */
function copyAliases(document: Yaml): void {
  visit(document, { Alias: (_key, alias) => alias.resolve(document)?.clone() as Node | undefined });
  visit(document, {
    Node: (_key, node) => {
      if (!isAlias(node)) delete node.anchor;
    },
  });
}

function apply(document: Yaml, edit: ConfigEdit): void {
  const root = rootOf(document);
  switch (edit.kind) {
    case "add-player":
      return addPlayer(root, edit.values);
    case "change-player":
      return changePlayer(root, edit.id, edit.values);
    case "remove-player":
      return removePlayer(root, edit.id);
    case "set":
      checkName(edit.name);
      return setValue(root, edit.name.split("."), edit.value);
    case "unset":
      checkName(edit.name);
      return unsetValue(root, edit.name.split("."));
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

function addPlayer(root: YAMLMap, values: PlayerValues): void {
  const list = listOf(root) ?? fill(root, "players", new YAMLSeq());
  nameFirst(list);
  const entry = new YAMLMap();
  // An empty list can only be written in one line, which says nothing about the entries.
  if (list.items.length === 0) list.flow = false;
  const last = list.items.at(-1);
  if (isMap(last) && last.flow === true) entry.flow = true;
  list.add(entry);
  setAll(entry, values);
}

/** Among several players each needs an id: a single one may have been written without. */
function nameFirst(list: YAMLSeq): void {
  const [first] = list.items;
  if (list.items.length === 1 && isMap(first) && !first.has("id")) {
    setValue(first, ["id"], sections.player.id.default);
  }
}

function changePlayer(root: YAMLMap, id: string, values: PlayerValues): void {
  const entry = findEntry(root, id);
  if (entry !== undefined) return setAll(entry.map, inShort(entry.map, values));
  const short = findShort(root, id);
  if (short === undefined) throw unknownPlayer(id);
  if (Object.keys(values).every((key) => Object.hasOwn(sections.player, key))) return setAll(short, values);
  // The short form has no room for anything else.
  root.delete("player");
  addPlayer(root, { id, ...(short.toJSON() as PlayerValues), ...values });
}

/** A path prefix that is written in short stays so, since the short form takes precedence. */
function inShort(player: YAMLMap, values: PlayerValues): PlayerValues {
  const { "device.pathPrefix": pathPrefix, ...others } = values;
  return pathPrefix === undefined || !player.has("pathPrefix") ? values : { ...others, pathPrefix };
}

function removePlayer(root: YAMLMap, id: string): void {
  const entry = findEntry(root, id);
  if (entry !== undefined) {
    entry.list.delete(entry.index);
    return;
  }
  if (findShort(root, id) === undefined) throw unknownPlayer(id);
  for (const key of Object.keys(sections.player)) unsetValue(root, ["player", key]);
}

function unknownPlayer(id: string): EditError {
  return new EditError(`there is no player ${JSON.stringify(id)} in the configuration file`);
}

function listOf(root: YAMLMap): YAMLSeq | undefined {
  const list = root.get("players", true);
  if (isSeq(list)) return list;
  if (isScalar(list) && list.value === auto) {
    throw new EditError(
      "players is auto: the bridge uses all players that it finds. List the players first to change one",
    );
  }
  if (list === undefined || (isScalar(list) && list.value === null)) return undefined;
  throw new EditError("players is not a list: correct it by hand first");
}

function findEntry(root: YAMLMap, id: string) {
  if (!isSeq(root.get("players", true)) && !root.has("players")) return undefined;
  const list = listOf(root);
  for (const index of list?.items.keys() ?? []) {
    const map = list === undefined ? undefined : list.get(index, true);
    if (list === undefined || !isMap(map)) continue;
    if ((map.get("id") ?? sections.player.id.default) === id) return { list, index, map };
  }
  return undefined;
}

/** The section of a single player in short, if it has this id. */
function findShort(root: YAMLMap, id: string): YAMLMap | undefined {
  const short = root.get("player", true);
  if (!isMap(short) || !short.get("url")) return undefined;
  return (short.get("id") ?? sections.player.id.default) === id ? short : undefined;
}

function setAll(map: YAMLMap, values: PlayerValues): void {
  for (const [key, value] of Object.entries(values)) {
    const path = key.split(".");
    if (value === null) unsetValue(map, path);
    else setValue(map, path, value);
  }
}

function setValue(map: YAMLMap, [key = "", ...rest]: readonly string[], value: unknown): void {
  const found = map.get(key, true) as Node | undefined;
  if (rest.length > 0) {
    const inner = isMap(found) ? found : replaceEmpty(map, key, found);
    return setValue(inner, rest, value);
  }
  if (isMap(found) && isRecord(value) && hasTextKeys(found)) {
    // Entries that stay keep their comments.
    for (const name of keysOf(found).map(String)) {
      if (!(name in value)) unsetValue(found, [name]);
    }
    for (const [name, inner] of Object.entries(value)) setValue(found, [name], inner);
    return;
  }
  if (isNode(found) && isDeepStrictEqual(found.toJSON(), value)) return;
  if (isScalar(found) && (typeof value !== "object" || value === null)) {
    // The comment and the kind of quotes stay.
    found.value = value;
    delete found.source;
    if (typeof value !== "string") delete found.type;
    return;
  }
  const node = new Document(value).contents;
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

function unsetValue(map: YAMLMap, [key = "", ...rest]: readonly string[]): void {
  const found = map.get(key, true) as Node | undefined;
  if (found === undefined) return;
  if (rest.length === 0) {
    map.delete(key);
  } else if (isMap(found)) {
    unsetValue(found, rest);
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
