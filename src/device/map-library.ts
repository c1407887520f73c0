import { DeviceError } from "../core/errors.ts";
import type { Browse, BrowseAnswer, LibraryEntry, LibraryPage } from "../core/library.ts";
import { answerForStatus, asAnswer } from "./read-answer.ts";
import { parseJson } from "./parse-json.ts";
import { asNumber, isObject, toNumber } from "./tolerant.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The names of the list in the answers of different firmware, the usual one first. */
const listFields = ["array", "data", "list", "aggregations", "collections", "songLists"];

/** Titles that are longer are cut: a page must fit into a message. */
const longestText = 300;

/** Parses a page of the library. `isWhole` means that the player sends the whole list. Throws DeviceError. */
export function readLibraryPage(body: Buffer, { start, count }: Browse, isWhole: boolean): BrowseAnswer {
  const json = asAnswer(parseJson(body, true)) as Fields;
  const denial = answerForStatus(asNumber(toNumber(json["status"])));
  const list = listFields.map((name) => json[name]).find(Array.isArray) as readonly unknown[] | undefined;
  if (list === undefined) {
    if (denial?.kind === "absent") return page({ total: 0, entries: [] });
    if (denial?.kind === "unsupported" || json["status"] === 405) return { kind: "unsupported" };
    if (denial !== undefined) return { kind: "refused", reason: reasonOf(denial) };
    throw new DeviceError("malformed", "the answer has no list");
  }
  // A player that ignores the parameters sends everything, too.
  const entries = isWhole || list.length > count ? list.slice(start, start + count) : list;
  const known = asNumber(toNumber(json["total"]));
  return page({ total: isWhole ? list.length : known, entries: entries.flatMap(entryOf) });
}

function page(value: LibraryPage): BrowseAnswer {
  return { kind: "page", page: value };
}

function reasonOf(denial: NonNullable<ReturnType<typeof answerForStatus>>): string {
  return "reason" in denial ? denial.reason : denial.kind;
}

/** An entry, which a search wraps; nothing for one without an id, which could be neither opened nor played. */
function entryOf(value: unknown): readonly LibraryEntry[] {
  if (!isObject(value)) return [];
  const fields: Fields = isObject(value["result"]) ? value["result"] : value;
  const id = textOf(fields["id"]);
  if (id === undefined) return [];
  const durationMs = asNumber(toNumber(fields["duration"]));
  const year = asNumber(toNumber(fields["year"])) ?? yearOf(fields["date"] ?? fields["releaseDate"]);
  return [
    {
      id,
      title: textOf(fields["title"]) ?? textOf(fields["name"]) ?? "",
      artist: textOf(fields["artist"]) ?? textOf(fields["artistName"]),
      album: textOf(fields["album"]),
      year: year === 0 ? undefined : year,
      tracks: asNumber(toNumber(fields["musicCount"] ?? fields["trackCount"] ?? fields["count"])),
      duration: durationMs === undefined || durationMs <= 0 ? undefined : Math.round(durationMs / 1000),
    },
  ];
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, longestText) : undefined;
}

function yearOf(date: unknown): number | undefined {
  const year = /^\s*(\d{4})\b/.exec(textOf(date) ?? "")?.[1];
  return year === undefined ? undefined : Number(year);
}
