import type { LibraryEntryView, LibraryView } from "../../src/extensions/page/response-views.ts";
import { mostTracks, type Wanted } from "./way-back.ts";

export interface LibraryPlace {
  readonly list: LibraryView["list"];
  /** The narrowing and its id, or the text to search for. */
  readonly narrowed?: readonly [by: keyof typeof inside | "search", of: string];
}

export interface Opened extends LibraryPlace {
  readonly title: string;
  /** Whether it can be played as a whole where its kind does not say so. */
  readonly isPlayable?: true;
}

type ListName = LibraryPlace["list"];

/** The kind of the entries of each list, in the words of `library/play`. */
export const kinds = {
  albums: "album",
  artists: "artist",
  tracks: "track",
  playlists: "playlist",
  favourites: "track",
  recent: "track",
  films: "film",
  watching: "film",
  unwatched: "film",
  "recent-films": "film",
  "favourite-films": "film",
  services: "service",
  files: "file",
} as const satisfies Readonly<Record<ListName, string>>;

/** The list inside each kind of entry. */
const inside = {
  album: "tracks",
  artist: "albums",
  playlist: "tracks",
  collection: "films",
  folder: "files",
} as const;

/** The list that an entry opens; undefined for what contains nothing, such as a track, a film or a file. */
export function insideOf({ list }: LibraryPlace, entry: LibraryEntryView): Opened | undefined {
  const { id, title, collection, folder, playable } = entry;
  const kind = collection === true ? "collection" : folder === true ? "folder" : kinds[list];
  return isOpenable(kind) ? openedOf(list, kind, id, title, playable) : undefined;
}

/** The control that plays entries of a list. */
export function playControl({ list }: LibraryPlace): "play" | "library/play" {
  return kinds[list] === "file" ? "play" : "library/play";
}

/** What to ask of the player to play an entry; undefined for what cannot be played. */
function playing({ list }: LibraryPlace, entry: LibraryEntryView): string | undefined {
  const { id, collection, file, folder, playable } = entry;
  const kind = kinds[list];
  if (kind === "file") return file === "audio" || file === "film" || file === "disc" ? id : undefined;
  const isMereFolder = folder === true && playable !== true;
  return collection === true || isMereFolder ? undefined : `${kind} ${id}`;
}

/** What plays all that was opened; undefined for what is no music. */
export function wantedAll({
  narrowed: [by, of] = ["search", ""],
  isPlayable,
  title,
}: Opened): Wanted | undefined {
  const isAddable = isPlayable === true;
  if (!isAddable && by !== "album" && by !== "artist" && by !== "playlist") return undefined;
  const request = `${isAddable ? "service" : by} ${of}`;
  return { command: "library/play", request, title, isReplacing: true, isAddable };
}

/** What plays the first of these entries of a list, a track with those after it; undefined for what cannot be played. */
export function wantedOf(
  place: LibraryPlace,
  [entry, ...others]: readonly LibraryEntryView[],
): Wanted | undefined {
  const request = entry === undefined ? undefined : playing(place, entry);
  if (entry === undefined || request === undefined) return undefined;
  const kind = kinds[place.list];
  const following = kind === "track" ? others.slice(0, mostTracks - 1) : [];
  return {
    command: playControl(place),
    request: [request, ...following.map(({ id }) => id)].join(","),
    title: entry.title,
    isReplacing: isReplacing(kind, entry),
    isAddable: kind === "service" && entry.playable === true,
  };
}

/** Whether an entry takes the place of the queue: an app, a station or an input leaves it alone. */
function isReplacing(kind: (typeof kinds)[ListName], { file, playable }: LibraryEntryView): boolean {
  if (kind === "file") return file === "audio";
  return kind === "service" ? playable === true : kind !== "film";
}

/** The list, the text that is searched for in it, and what was opened from there, as an address has them. */
export function parsePlaces(
  address: string,
  lists: readonly ListName[],
): readonly [list: ListName, searchText: string, opened: readonly Opened[]] {
  const given = [...new URLSearchParams(address)];
  const textOf = (name: string): string => given.find(([one]) => one === name)?.[1] ?? "";
  const list = lists.find((name) => name === textOf("list")) ?? lists[0] ?? "albums";
  // The title of what was opened follows its id.
  const opened = given.flatMap(([kind, id], place) => {
    const [next, title = ""] = given[place + 1] ?? [];
    const isPlayable = given[place + 2]?.[0] === "playable" || undefined;
    return isOpenable(kind) ? [openedOf(list, kind, id, next === "title" ? title : "", isPlayable)] : [];
  });
  return [list, textOf("search"), opened];
}

export function placesAddress(list: ListName, searchText = "", opened: readonly Opened[] = []): string {
  const parts = opened.flatMap(({ narrowed: [by, of] = ["", ""], title, isPlayable }): [string, string][] => [
    [by, of],
    ["title", title],
    ...(isPlayable === true ? ([["playable", "yes"]] as [string, string][]) : []),
  ]);
  const search: [string, string][] = searchText === "" ? [] : [["search", searchText]];
  return new URLSearchParams([["list", list], ...search, ...parts]).toString();
}

function openedOf(
  from: ListName,
  kind: keyof typeof inside,
  id: string,
  title: string,
  playable: true | undefined,
): Opened {
  // Services have folders, too.
  const isService = from === "services" && kind === "folder";
  return {
    list: isService ? "services" : inside[kind],
    narrowed: [kind, id],
    title,
    ...(isService && playable === true && { isPlayable: true }),
  };
}

function isOpenable(kind: string): kind is keyof typeof inside {
  return Object.hasOwn(inside, kind);
}
