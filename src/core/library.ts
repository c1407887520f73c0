import { checkLength, readTransaction, type Transaction } from "./controls/request.ts";
import { type Phrase, translatable } from "../lib/phrase.ts";
import { CommandError } from "./errors.ts";
import type { Support } from "./resources/resource.ts";

export interface Browse {
  readonly operation: BrowseName;
  /** The id of the album, artist, playlist or collection, or the text to search for; empty for a whole list. */
  readonly of: string;
  readonly start: number;
  readonly count: number;
}

/** An entry of the library. Fields that the player does not report are missing. */
export interface LibraryEntry {
  readonly id: string;
  readonly title: string;
  readonly artist?: string | undefined;
  readonly album?: string | undefined;
  readonly year?: number | undefined;
  readonly tracks?: number | undefined;
  readonly duration?: number | undefined;
  /** The address of the cover of a track, or of the poster of a film. */
  readonly picture?: string | undefined;
  /** Among films: it is a collection, a series or a season, whose films are read with its id as `collection`. */
  readonly collection?: true | undefined;
  /** Among files and services: a volume, a host or whatever contains others, which is read with its id as `folder`. */
  readonly folder?: true | undefined;
  /** Among services: a folder that can be played as well, or what else takes the place of the queue. */
  readonly playable?: true | undefined;
  /** Among files: what it is. Its id is then its path; a disc is a folder, too. */
  readonly file?: FileKind | undefined;
}

/** The kinds of files; only some can be played. */
export const fileKinds = ["audio", "film", "disc", "picture", "playlist", "other"] as const;
export type FileKind = (typeof fileKinds)[number];

export interface LibraryPage {
  /** The length of the whole list; undefined if the player does not report it. */
  readonly total: number | undefined;
  readonly entries: readonly LibraryEntry[];
}

export type BrowseAnswer = (
  | { readonly kind: "page"; readonly page: LibraryPage }
  /** The player has no such list. */
  | { readonly kind: "unsupported" }
  | { readonly kind: "refused"; readonly reason: string | Phrase }
) & {
  /** The longest time that the player took for an answer, where the bridge waits before it asks. */
  readonly slowestMs?: number;
  /** Why some of it is missing, which the same request may bring the next time. */
  readonly lacksSome?: string | Phrase | undefined;
};

/** The answer for a folder that cannot exist, or does not. */
export const noFolder: BrowseAnswer = {
  kind: "refused",
  reason: translatable("library.no-folder", "this player has no such folder"),
};

/** The lists, for each what a player has to play to have it, and its requests: all of it, and what may narrow it. */
const lists = {
  albums: {
    of: "music",
    ways: { all: "libraryAlbums", search: "librarySearchAlbums", artist: "libraryArtistAlbums" },
  },
  artists: { of: "music", ways: { all: "libraryArtists", search: "librarySearchArtists" } },
  tracks: {
    of: "music",
    ways: {
      all: "libraryTracks",
      search: "librarySearchTracks",
      album: "libraryAlbumTracks",
      artist: "libraryArtistTracks",
      playlist: "libraryPlaylistTracks",
    },
  },
  playlists: { of: "music", ways: { all: "libraryPlaylists" } },
  favourites: { of: "music", ways: { all: "libraryFavourites" } },
  recent: { of: "music", ways: { all: "libraryRecent" } },
  films: {
    of: "video",
    ways: { all: "libraryFilms", search: "librarySearchFilms", collection: "libraryFilmCollection" },
  },
  watching: { of: "video", ways: { all: "libraryFilmsWatching" } },
  unwatched: { of: "video", ways: { all: "libraryFilmsUnwatched" } },
  "recent-films": { of: "video", ways: { all: "libraryFilmsRecent" } },
  "favourite-films": { of: "video", ways: { all: "libraryFilmsFavourites" } },
  services: {
    of: "music",
    ways: { all: "libraryServices", search: "librarySearchServices", folder: "libraryServiceFolder" },
  },
  files: { of: "any", ways: { all: "libraryVolumes", folder: "libraryFolder" } },
} as const satisfies Readonly<Record<string, LibraryList>>;

interface LibraryList {
  readonly of: "music" | "video" | "any";
  readonly ways: { readonly all: string } & Readonly<Partial<Record<Narrowing, string>>>;
}

type Lists = typeof lists;

export type LibraryListName = keyof Lists;

export const libraryListNames = Object.keys(lists) as readonly LibraryListName[];

/** A request that reads a page of the player's library. */
export type BrowseName = {
  readonly [List in LibraryListName]: Lists[List]["ways"][keyof Lists[List]["ways"]];
}[LibraryListName];

export const browseNames: readonly BrowseName[] = Object.values(lists).flatMap(({ ways }) =>
  Object.values<BrowseName>(ways),
);

/** The ways to narrow a list; at most one at a time. */
export const narrowings = ["search", "album", "artist", "playlist", "collection", "folder"] as const;

type Narrowing = (typeof narrowings)[number];

/** Larger pages make some players hang. */
export const maxLibraryEntries = 50;
const lastStart = 1_000_000;
const longestText = 200;
/** Paths of files are longer than other texts. */
const longestPath = 1000;
const longestRequestBytes = 4096;

/** The requests that players of a family may have, and whether they may be used; undefined while any is possible. */
export type Browses = ReadonlyMap<BrowseName, "on" | "off"> | undefined;

/** Whether a player may have a request; `off` means that the owner has not enabled it. */
export function browseSupport(
  { browses }: { readonly browses: Browses },
  name: BrowseName,
): "on" | "off" | "lacking" {
  return browses === undefined ? "on" : (browses.get(name) ?? "lacking");
}

interface LibraryOwner {
  readonly resources: Readonly<Record<"music" | "video", { readonly support: Support }>>;
  readonly profile: { readonly browses: Browses };
}

/** The lists of which a player may have any: those of its family, and of the kinds of media that it plays. */
export function libraryListsOf({ resources, profile }: LibraryOwner): readonly LibraryListName[] {
  const has = (what: "music" | "video"): boolean => resources[what].support === "supported";
  return libraryListNames.filter((name) => {
    const { of } = lists[name];
    const plays = of === "any" ? has("music") || has("video") : has(of);
    return plays && browseSupport(profile, browseAll(name)) === "on";
  });
}

/** Those of its lists that the player itself searches. */
export function searchedListsOf(owner: LibraryOwner): readonly LibraryListName[] {
  return libraryListsOf(owner).filter((name) => {
    const { search }: Readonly<Partial<Record<string, BrowseName>>> = lists[name].ways;
    return search !== undefined && browseSupport(owner.profile, search) === "on";
  });
}

/** The lists whose beginning may be read to see whether a player has them. Files are read for nobody but who asks. */
export const sampledListNames = libraryListNames.filter((name) => name !== "files");

export function browseAll(list: LibraryListName): Lists[LibraryListName]["ways"]["all"] {
  return lists[list].ways.all;
}

export interface LibraryQuery {
  readonly list: LibraryListName;
  readonly browse: Browse;
}

/** The fields of a query, not checked yet, and the sender's own mark on it. */
export interface LibraryRequest {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly transaction: Transaction | undefined;
}

export function parseLibraryRequest(payload: Uint8Array): LibraryRequest {
  checkLength(payload, longestRequestBytes);
  try {
    const fields = Object(JSON.parse(new TextDecoder().decode(payload))) as LibraryRequest["fields"];
    return { fields, transaction: readTransaction(fields["transaction"]) };
  } catch {
    throw new CommandError('malformed JSON: expected {"list": "albums", "start": 0, "count": 50}', "");
  }
}

/** Reads a query such as `{"list": "tracks", "album": "469", "start": 0, "count": 50}`. Throws CommandError. */
export function readLibraryQuery(fields: LibraryRequest["fields"]): LibraryQuery {
  const { list, start = 0, count = maxLibraryEntries } = fields;
  if (!isListName(list))
    throw new CommandError(`unknown list: expected one of ${libraryListNames.join(", ")}`, "");
  if (!isWhole(start, 0, lastStart))
    throw new CommandError(`start is not a whole number from 0 to ${lastStart}`, "");
  if (!isWhole(count, 1, maxLibraryEntries))
    throw new CommandError(`count is not a whole number from 1 to ${maxLibraryEntries}`, "");
  const ways: Readonly<Partial<Record<string, BrowseName>>> = lists[list].ways;
  const [narrowing = "all", ...others] = narrowings.filter((name) => fields[name] !== undefined);
  if (others.length > 0) throw new CommandError(`at most one of ${narrowings.join(", ")} is possible`, "");
  const operation = ways[narrowing];
  if (operation === undefined) throw new CommandError(`${list} cannot be narrowed by ${narrowing}`, "");
  const longest = narrowing === "folder" ? longestPath : longestText;
  const text = narrowing === "all" ? "" : textOf(fields[narrowing], longest);
  if (text === undefined)
    throw new CommandError(`${narrowing} is not a text of 1 to ${longest} characters`, "");
  // The name of a folder may end with a space.
  const of = narrowing === "folder" ? text : text.trim();
  return { list, browse: { operation, of, start, count } };
}

function isListName(value: unknown): value is LibraryListName {
  return libraryListNames.some((name) => name === value);
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
}

function textOf(value: unknown, longest: number): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  const isText = typeof text === "string" && text.trim() !== "" && text.length <= longest;
  return isText ? text : undefined;
}
