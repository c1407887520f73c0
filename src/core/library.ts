import { checkLength, readTransaction, type Transaction } from "./controls/request.ts";
import { CommandError } from "./errors.ts";
import type { JsonObject } from "./resources/json.ts";

/** The requests that read a page of the player's library. */
export const browseNames = [
  "libraryAlbums",
  "libraryArtists",
  "libraryTracks",
  "libraryPlaylists",
  "libraryFavourites",
  "libraryFilms",
  "libraryAlbumTracks",
  "libraryArtistAlbums",
  "libraryArtistTracks",
  "libraryPlaylistTracks",
  "libraryFilmCollection",
  "librarySearchAlbums",
  "librarySearchArtists",
  "librarySearchTracks",
  "librarySearchFilms",
] as const;

/** The name of a request to the library. */
export type BrowseName = (typeof browseNames)[number];

/** One page of the library. */
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
  /** The number of tracks of an album, an artist or a playlist. */
  readonly tracks?: number | undefined;
  /** The length of a track. */
  readonly duration?: number | undefined;
}

/** The entries of a page. */
export interface LibraryPage {
  /** The length of the whole list; undefined if the player does not report it. */
  readonly total: number | undefined;
  readonly entries: readonly LibraryEntry[];
}

/** A player's answer about its library. */
export type BrowseAnswer =
  | { readonly kind: "page"; readonly page: LibraryPage }
  /** The player has no such list. */
  | { readonly kind: "unsupported" }
  | { readonly kind: "refused"; readonly reason: string };

/** The lists, and for each what may narrow it. */
const lists = {
  albums: { all: "libraryAlbums", search: "librarySearchAlbums", artist: "libraryArtistAlbums" },
  artists: { all: "libraryArtists", search: "librarySearchArtists" },
  tracks: {
    all: "libraryTracks",
    search: "librarySearchTracks",
    album: "libraryAlbumTracks",
    artist: "libraryArtistTracks",
    playlist: "libraryPlaylistTracks",
  },
  playlists: { all: "libraryPlaylists" },
  favourites: { all: "libraryFavourites" },
  films: { all: "libraryFilms", search: "librarySearchFilms", collection: "libraryFilmCollection" },
} as const satisfies Readonly<
  Record<string, { readonly all: BrowseName } & Readonly<Record<string, BrowseName>>>
>;

const listNames = Object.keys(lists);
const narrowings = ["search", "album", "artist", "playlist", "collection"] as const;

/** Larger pages make some players hang. */
const maxEntries = 50;
const lastStart = 1_000_000;
const longestText = 200;

/** A query of the library. */
export interface LibraryQuery {
  readonly list: string;
  readonly browse: Browse;
  readonly transaction: Transaction | undefined;
}

/** Parses a query such as `{"list": "tracks", "album": "469", "start": 0, "count": 50}`. Throws CommandError. */
export function parseLibraryQuery(payload: Uint8Array): LibraryQuery {
  checkLength(payload);
  let fields: JsonObject;
  try {
    fields = Object(JSON.parse(new TextDecoder().decode(payload))) as JsonObject;
  } catch {
    throw new CommandError('malformed JSON: expected {"list": "albums", "start": 0, "count": 50}', "");
  }
  const transaction = readTransaction(fields["transaction"]);
  const { list, start = 0, count = maxEntries } = fields;
  const refuse = (reason: string): CommandError => new CommandError(reason, "", transaction);
  if (typeof list !== "string" || !listNames.includes(list))
    throw refuse(`unknown list: expected one of ${listNames.join(", ")}`);
  if (!isWhole(start, 0, lastStart)) throw refuse(`start is not a whole number from 0 to ${lastStart}`);
  if (!isWhole(count, 1, maxEntries)) throw refuse(`count is not a whole number from 1 to ${maxEntries}`);
  const ways: Readonly<Partial<Record<string, BrowseName>>> = lists[list as keyof typeof lists];
  const [narrowing = "all", ...others] = narrowings.filter((name) => fields[name] !== undefined);
  if (others.length > 0) throw refuse(`at most one of ${narrowings.join(", ")} is possible`);
  const operation = ways[narrowing];
  if (operation === undefined) throw refuse(`${list} cannot be narrowed by ${narrowing}`);
  const of = narrowing === "all" ? "" : textOf(fields[narrowing]);
  if (of === undefined) throw refuse(`${narrowing} is not a text of 1 to ${longestText} characters`);
  return { list, browse: { operation, of, start, count }, transaction };
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max;
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  const isText = typeof text === "string" && text.trim() !== "" && text.length <= longestText;
  return isText ? text.trim() : undefined;
}
