import type { Call } from "../../core/controls/call.ts";
import { type Browse, type BrowseName, maxLibraryEntries } from "../../core/library.ts";

export interface BrowseOperation {
  readonly kind: "browses";
  /** `{p}` is the prefix. */
  readonly path: string;
  /** The query of the request. */
  readonly parameters: (browse: Browse) => Readonly<Record<string, string | number>>;
  /** What its entries are. */
  readonly entries: "albums" | "artists" | "tracks" | "playlists" | "films";
  /** The player sends the whole list, so the page is cut from it. */
  readonly isWhole?: boolean;
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

/** Every request to the library. Those for films are of another family than those for music. */
export const libraryOperations: Readonly<Record<BrowseName, BrowseOperation>> = {
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
  libraryFilmCollection: {
    kind: "browses",
    path: "/{p}Poster/getCollection",
    parameters: ({ of }) => ({ id: of }),
    entries: "films",
    isWhole: true,
  },
  librarySearchAlbums: found("searchAlbum", "albums"),
  librarySearchArtists: found("searchArtist", "artists"),
  librarySearchTracks: found("searchMusic", "tracks"),
  librarySearchFilms: {
    kind: "browses",
    path: "/{p}Poster/v2/searchAggregation",
    parameters: ({ of }) => ({ q: of, type: 0, start: 0, count: maxLibraryEntries }),
    entries: "films",
    isWhole: true,
  },
};

/** The requests to the library that these players may have. */
export const ownBrowses = Object.keys(libraryOperations) as readonly BrowseName[];

type LibraryCallName = "playLibraryList" | "playLibraryTracks" | "playLibraryFilm";

/** How the player numbers its lists. */
const listTypes = { artist: 3, album: 4, playlist: 5 } as const;

export const libraryCalls: {
  readonly [N in LibraryCallName]: {
    readonly kind: "acts";
    readonly path: string;
    readonly parameters: (call: Extract<Call, { operation: N }>) => Readonly<Record<string, string | number>>;
  };
} = {
  playLibraryList: {
    kind: "acts",
    path: "/{p}MusicControl/v2/playMusic",
    parameters: ({ list, id }) => ({
      type: listTypes[list],
      id,
      musicId: -1,
      music_type: 0,
      trackIndex: 1,
      sort: 0,
    }),
  },
  playLibraryTracks: {
    kind: "acts",
    path: "/{p}MusicControl/v2/playMusics",
    parameters: ({ ids }) => ({ ids: ids.join(","), musicId: ids[0] ?? "", trackIndex: -1 }),
  },
  playLibraryFilm: { kind: "acts", path: "/{p}Poster/PlayVideo", parameters: ({ id }) => ({ id }) },
};
