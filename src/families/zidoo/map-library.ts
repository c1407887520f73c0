import { DeviceError } from "../../core/errors.ts";
import {
  type Browse,
  type BrowseAnswer,
  type FileKind,
  type LibraryEntry,
  type LibraryPage,
  noFolder,
} from "../../core/library.ts";
import { type BrowseOperation, networkId, networkTypes } from "./library-operations.ts";
import { answerForStatus, asAnswer } from "./read-answer.ts";
import { parseJson } from "../http/parse-json.ts";
import { posterOf, yearOf } from "./map-film-art.ts";
import { pictureById } from "./map-track.ts";
import { asNumber, isObject, type ReadContext, toFlag, toNumber } from "./wire.ts";
import { cutText } from "../../lib/cut-text.ts";
import { translatable } from "../../lib/phrase.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The names of the list in the answers of different firmware, the usual one first. */
const listFields = [
  "array",
  "data",
  "list",
  "all",
  "aggregations",
  "movies",
  "tvs",
  "collections",
  "songLists",
  "devices",
  "filelist",
  "hosts",
];

/** How the film library numbers a file, whose id is the one of its aggregation, and what contains films. */
const fileType = 0;
const collectionTypes: ReadonlySet<unknown> = new Set([2, 3, 4]);

/** How the player numbers the kinds of its files; 0 is a folder. */
const fileKinds: Readonly<Record<number, FileKind>> = { 1: "audio", 2: "film", 3: "picture", 12: "playlist" };
const folderType = 0;

/** Folders first, each by its name as people sort it. */
const byName = new Intl.Collator("en", { numeric: true });

/** Titles that are longer are cut: a page must fit into a message. */
const longestText = 300;

/** Parses a page of the library. Throws DeviceError. */
export function readLibraryPage(
  body: Buffer,
  { start, count }: Pick<Browse, "start" | "count">,
  { entries: kind, isWhole }: Pick<BrowseOperation, "entries" | "isWhole">,
  context: ReadContext,
): BrowseAnswer {
  const parsed = parseJson(body, true);
  // Some firmware sends nothing but the list.
  const json = (Array.isArray(parsed) ? { array: parsed } : asAnswer(parsed)) as Fields;
  const denial = answerForStatus(asNumber(toNumber(json["status"])));
  const list = listFields.map((name) => json[name]).find(Array.isArray) as readonly unknown[] | undefined;
  if (toFlag(json["isExists"]) === false) return noFolder;
  if (list === undefined) {
    if (denial?.kind === "absent") return page({ total: 0, entries: [] });
    if (denial?.kind === "unsupported" || json["status"] === 405) return { kind: "unsupported" };
    if (denial !== undefined)
      return { kind: "refused", reason: "reason" in denial ? denial.reason : denial.kind };
    throw new DeviceError("malformed", translatable("answer.no-list", "the answer has no list"));
  }
  if (isOfFiles(kind)) {
    const files = list.flatMap((entry) => fileOf(entry, kind)).toSorted(inOrder);
    return page({ total: files.length, entries: files.slice(start, start + count) });
  }
  if (kind === "services") {
    const services = list.flatMap((entry) => serviceOf(entry, context));
    return page({ total: services.length, entries: services.slice(start, start + count) });
  }
  // A player that ignores the parameters sends everything, too.
  const entries = isWhole || list.length > count ? list.slice(start, start + count) : list;
  const known = asNumber(toNumber(json["total"]));
  return page({
    total: isWhole ? list.length : known,
    entries: entries.flatMap((entry) => entryOf(entry, kind, context)),
  });
}

/** A streaming service, which is an app; nothing for one that cannot be opened. */
function serviceOf(value: unknown, { origin, pathPrefix }: ReadContext): readonly LibraryEntry[] {
  if (!isObject(value) || toFlag(value["isCanOpen"]) === false) return [];
  const { packageName: id } = value;
  if (typeof id !== "string" || id === "") return [];
  const name = encodeURIComponent(id.toWellFormed());
  const icon = `/${pathPrefix}ControlCenter/Apps/getAppIcon?packageName=${name}`;
  return [{ id, title: textOf(value["appName"]) ?? id, picture: `${origin}${icon}` }];
}

type FilesKind = "volumes" | "hosts" | "files";

function isOfFiles(kind: BrowseOperation["entries"]): kind is FilesKind {
  return kind === "volumes" || kind === "hosts" || kind === "files";
}

/** A volume, a host, a folder or a file; nothing for one without a path, which could be neither opened nor played. */
function fileOf(value: unknown, kind: FilesKind): readonly LibraryEntry[] {
  if (!isObject(value)) return [];
  const type = asNumber(toNumber(value["type"]));
  const path = decodedPath(value[kind === "hosts" ? "ip" : "path"]);
  if (path === undefined || type === undefined) return [];
  const title = textOf(value["name"]) ?? path;
  if (kind === "hosts") return [{ id: networkId("host", type, path), title, folder: true }];
  if (kind === "volumes") {
    const id = networkTypes.has(type) ? networkId("network", type, path) : path;
    return [{ id, title, folder: true }];
  }
  const isDisc = toFlag(value["isBDMV"]) === true || toFlag(value["isBluray"]) === true;
  if (type === folderType)
    return [{ id: path, title, folder: true, ...(isDisc && { file: "disc" as const }) }];
  return [{ id: path, title, file: fileKinds[type] ?? "other" }];
}

/** Players send some paths percent-encoded, with a plus for a space, and others as they are. */
function decodedPath(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  if (!/^%2f/i.test(value)) return value;
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function inOrder(a: LibraryEntry, b: LibraryEntry): number {
  return Number(b.folder === true) - Number(a.folder === true) || byName.compare(a.title, b.title);
}

function page(value: LibraryPage): BrowseAnswer {
  return { kind: "page", page: value };
}

/** An entry; nothing for one without an id, which could be neither opened nor played. */
function entryOf(
  value: unknown,
  kind: BrowseOperation["entries"],
  context: ReadContext,
): readonly LibraryEntry[] {
  if (!isObject(value)) return [];
  const isFilm = kind === "films";
  const fields = unwrapped(value);
  const type = asNumber(toNumber(fields["type"]));
  const id = textOf((isFilm && type === fileType ? fields["aggregationId"] : undefined) ?? fields["id"]);
  if (id === undefined) return [];
  const facts: Fields = isObject(fields["aggregation"]) ? fields["aggregation"] : fields;
  const durationMs = asNumber(toNumber(fields["duration"]));
  const year =
    asNumber(toNumber(fields["year"])) ??
    yearOf(textOf(fields["date"] ?? fields["pubDate"] ?? facts["releaseDate"]));
  // Of an artist, this is the number of albums.
  const count = kind === "artists" ? undefined : fields["count"];
  return [
    {
      id,
      title: textOf(fields["title"]) ?? textOf(fields["name"]) ?? "",
      artist: textOf(fields["artist"]) ?? textOf(fields["artistName"]),
      album: textOf(fields["album"]),
      year: year === 0 ? undefined : year,
      tracks: asNumber(toNumber(fields["musicCount"] ?? fields["trackCount"] ?? count)),
      picture: pictureOf(kind, id, type, context),
      duration: durationMs === undefined || durationMs <= 0 ? undefined : Math.round(durationMs / 1000),
      ...(isFilm && collectionTypes.has(type) && { collection: true as const }),
    },
  ];
}

/** Only tracks and films have a picture by their own id. */
function pictureOf(
  kind: BrowseOperation["entries"],
  id: string,
  type: number | undefined,
  context: ReadContext,
): string | undefined {
  if (kind === "films") return collectionTypes.has(type) ? undefined : posterOf(id, context);
  return kind === "tracks" ? pictureById(id, type, context) : undefined;
}

/** A search wraps what it finds. */
function unwrapped(value: Fields): Fields {
  if (isObject(value["result"])) return value["result"];
  const { aggregation } = value;
  return value["id"] === undefined && isObject(aggregation) ? aggregation : value;
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? cutText(text, longestText) : undefined;
}
