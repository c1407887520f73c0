import { type Browse, type BrowseName, browseNames, maxLibraryEntries } from "../../core/library.ts";

export interface BrowseOperation {
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
  /** The operation has a single source; it is used only with `controls.experimental`. */
  readonly isExperimental?: true;
}

function listed(name: string, entries: BrowseOperation["entries"]): BrowseOperation {
  return {
    kind: "browses",
    path: `/{p}MusicControl/v2/${name}`,
    parameters: ({ start, count }) => ({ start, count }),
    entries,
  };
}

function partOf(name: string, entries: BrowseOperation["entries"]): BrowseOperation {
  return { ...listed(name, entries), parameters: ({ of, start, count }) => ({ id: of, start, count }) };
}

/** A search; players answer with at most 30 entries, and with the first ones whatever `start` says. */
function found(name: string, entries: BrowseOperation["entries"]): BrowseOperation {
  return {
    ...listed(name, entries),
    parameters: ({ of }) => ({ key: of, start: 0, count: maxLibraryEntries }),
    isWhole: true,
  };
}

function whole(
  path: string,
  entries: BrowseOperation["entries"],
  parameters: BrowseOperation["parameters"] = () => ({}),
): BrowseOperation {
  return { kind: "browses", path: `/{p}${path}`, parameters, entries, isWhole: true };
}

/** How the film library numbers its shelves. */
const shelves = { all: 0, favourites: 1, watching: 2, recent: 9, unwatched: 10 } as const;

function shelf(name: keyof typeof shelves): BrowseOperation {
  return {
    kind: "browses",
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
  libraryAlbums: listed("getAlbums", "albums"),
  libraryArtists: listed("getArtists", "artists"),
  libraryTracks: listed("getSingleMusics", "tracks"),
  libraryPlaylists: { ...listed("getSongLists", "playlists"), parameters: () => ({}), isWhole: true },
  libraryFavourites: listed("getFavorites", "tracks"),
  libraryRecent: listed("getRecentlyPlayedMusicList", "tracks"),
  libraryFilms: shelf("all"),
  libraryFilmsWatching: shelf("watching"),
  libraryFilmsUnwatched: shelf("unwatched"),
  libraryFilmsRecent: shelf("recent"),
  libraryFilmsFavourites: shelf("favourites"),
  libraryAlbumTracks: partOf("getAlbumMusics", "tracks"),
  libraryArtistAlbums: partOf("getArtistAlbums", "albums"),
  libraryArtistTracks: partOf("getArtistMusics", "tracks"),
  libraryPlaylistTracks: partOf("getSongListMusics", "tracks"),
  libraryFilmCollection: whole("Poster/getCollection", "films", ({ of }) => ({ id: of })),
  libraryVolumes: whole("FileControl/getDevices", "volumes"),
  libraryServices: {
    ...listed("getStreamMediaAppList", "services"),
    // A player has a few dozen at most.
    parameters: () => ({ start: 0, count: 100, showMusicApp: "true", sort: 4 }),
    isWhole: true,
    isExperimental: true,
  },
  libraryFolder: whole("FileControl/getFileList", "files", filesAt),
  libraryHosts: whole("FileControl/getHost", "hosts", filesAt),
  librarySearchAlbums: found("searchAlbum", "albums"),
  librarySearchArtists: found("searchArtist", "artists"),
  librarySearchTracks: found("searchMusic", "tracks"),
  librarySearchAllTracks: {
    ...listed("searchMusicV2", "tracks"),
    parameters: ({ of, start, count }) => ({ key: of, start, count }),
    isExperimental: true,
  },
  librarySearchFilms: whole("Poster/v2/searchAggregation", "films", ({ of }) => ({
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
export const experimentalBrowses = ownBrowses.filter((name) => libraryOperations[name].isExperimental);
