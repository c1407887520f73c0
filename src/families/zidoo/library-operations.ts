import { type Browse, type BrowseName, browseNames, maxLibraryEntries } from "../../core/library.ts";
import { type Certainty, isExperimental, type Known } from "./certainty.ts";

export interface BrowseOperation extends Known {
  readonly kind: "browses";
  /** `{p}` is the prefix. */
  readonly path: string;
  readonly parameters: (browse: Browse) => Readonly<Record<string, string | number>>;
  /** What its entries are. */
  readonly entries:
    | "albums"
    | "artists"
    | "tracks"
    | "playlists"
    | "films"
    | "services"
    | "volumes"
    | "hosts"
    | "files";
  /** The player sends the whole list, so the page is cut from it. */
  readonly isWhole?: boolean;
}

type Entries = BrowseOperation["entries"];

function listed(sure: Certainty, name: string, entries: Entries): BrowseOperation {
  return {
    kind: "browses",
    sure,
    path: `/{p}MusicControl/v2/${name}`,
    parameters: ({ start, count }) => ({ start, count }),
    entries,
  };
}

function partOf(sure: Certainty, name: string, entries: Entries): BrowseOperation {
  return { ...listed(sure, name, entries), parameters: ({ of, start, count }) => ({ id: of, start, count }) };
}

/** A search; players answer with at most 30 entries, and with the first ones whatever `start` says. */
function found(sure: Certainty, name: string, entries: Entries): BrowseOperation {
  return {
    ...listed(sure, name, entries),
    parameters: ({ of }) => ({ key: of, start: 0, count: maxLibraryEntries }),
    isWhole: true,
  };
}

function whole(
  sure: Certainty,
  path: string,
  entries: Entries,
  parameters: BrowseOperation["parameters"] = () => ({}),
): BrowseOperation {
  return { kind: "browses", sure, path: `/{p}${path}`, parameters, entries, isWhole: true };
}

/** How the film library numbers its shelves. */
const shelves = { all: 0, favourites: 1, watching: 2, recent: 9, unwatched: 10 } as const;

function shelf(sure: Certainty, name: keyof typeof shelves): BrowseOperation {
  return {
    kind: "browses",
    sure,
    path: "/{p}Poster/v2/getAggregations",
    parameters: ({ start, count }) => ({ type: shelves[name], start, count }),
    entries: "films",
  };
}

/** How players number a volume on the network: a list of hosts. */
export const networkTypes: ReadonlySet<unknown> = new Set([1004, 1005]);

/** What the id of a folder of ours stands for: a path of the player, the hosts of its network, or one of these. */
function folderOf(
  id: string,
): { readonly path: string; readonly type: number; readonly isNetwork: boolean } | undefined {
  const [, kind, type, path = ""] = /^(network|host):(\d{1,5}):(.+)$/su.exec(id) ?? [];
  if (kind !== undefined) return { path, type: Number(type), isNetwork: kind === "network" };
  return isPath(id) ? { path: id, type: 0, isNetwork: false } : undefined;
}

function isPath(text: string): boolean {
  return text.startsWith("/") && !/\p{Cc}/u.test(text) && !/\/\.\.?(?:\/|$)/.test(text);
}

/** The id of a folder on the network, as `folderOf` reads it. */
export function networkId(kind: "network" | "host", type: number, path: string): string {
  return `${kind}:${type}:${path}`;
}

/** The requests that these players may have: their services are apps, which contain nothing. */
type OwnBrowse = Exclude<BrowseName, "libraryServiceFolder" | "librarySearchServices">;

/** A request to the library by its name in the table; the core does not know of hosts, nor of another search. */
export type LibraryOperationName = OwnBrowse | "libraryHosts" | "librarySearchAllTracks";

/** The operation that reads a page; undefined for a folder that cannot exist. */
export function operationFor({ operation, of }: Browse): LibraryOperationName | undefined {
  if (!isOwnBrowse(operation)) return undefined;
  if (operation !== "libraryFolder") return operation;
  const folder = folderOf(of);
  return folder?.isNetwork === true ? "libraryHosts" : folder && operation;
}

function filesAt({ of }: Browse): Readonly<Record<string, string | number>> {
  const { path = "", type = 0 } = folderOf(of) ?? {};
  return { path, type };
}

/** Every request to the library. Those for films and files are of other families than those for music. */
export const libraryOperations: Readonly<Record<LibraryOperationName, BrowseOperation>> = {
  libraryAlbums: listed("high", "getAlbums", "albums"),
  libraryArtists: listed("high", "getArtists", "artists"),
  libraryTracks: listed("high", "getSingleMusics", "tracks"),
  libraryPlaylists: {
    ...listed("medium", "getSongLists", "playlists"),
    parameters: () => ({}),
    isWhole: true,
  },
  libraryFavourites: listed("medium", "getFavorites", "tracks"),
  libraryRecent: listed("medium", "getRecentlyPlayedMusicList", "tracks"),
  libraryFilms: shelf("medium", "all"),
  libraryFilmsWatching: shelf("medium", "watching"),
  libraryFilmsUnwatched: shelf("medium", "unwatched"),
  libraryFilmsRecent: shelf("medium", "recent"),
  libraryFilmsFavourites: shelf("medium", "favourites"),
  libraryAlbumTracks: partOf("high", "getAlbumMusics", "tracks"),
  libraryArtistAlbums: partOf("medium", "getArtistAlbums", "albums"),
  libraryArtistTracks: partOf("medium", "getArtistMusics", "tracks"),
  libraryPlaylistTracks: partOf("medium", "getSongListMusics", "tracks"),
  libraryFilmCollection: whole("medium", "Poster/getCollection", "films", ({ of }) => ({ id: of })),
  libraryVolumes: whole("high", "FileControl/getDevices", "volumes"),
  libraryServices: {
    ...listed("low", "getStreamMediaAppList", "services"),
    // A player has a few dozen at most.
    parameters: () => ({ start: 0, count: 100, showMusicApp: "true", sort: 4 }),
    isWhole: true,
  },
  libraryFolder: whole("high", "FileControl/getFileList", "files", filesAt),
  libraryHosts: whole("medium", "FileControl/getHost", "hosts", filesAt),
  librarySearchAlbums: found("high", "searchAlbum", "albums"),
  librarySearchArtists: found("high", "searchArtist", "artists"),
  librarySearchTracks: found("high", "searchMusic", "tracks"),
  librarySearchAllTracks: {
    ...listed("low", "searchMusicV2", "tracks"),
    parameters: ({ of, start, count }) => ({ key: of, start, count }),
  },
  librarySearchFilms: whole("medium", "Poster/v2/searchAggregation", "films", ({ of }) => ({
    q: of,
    type: 0,
    start: 0,
    count: maxLibraryEntries,
  })),
};

/** The requests to the library that these players may have. */
export const ownBrowses = browseNames.filter(isOwnBrowse);

function isOwnBrowse(name: BrowseName): name is OwnBrowse {
  return Object.hasOwn(libraryOperations, name);
}

/** The requests to the library that are made only with `controls.experimental`. */
export const experimentalBrowses = ownBrowses.filter((name) => isExperimental(libraryOperations[name]));
