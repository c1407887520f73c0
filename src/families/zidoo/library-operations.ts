import type { Call } from "../../core/controls/call.ts";
import { type Browse, type BrowseName, maxLibraryEntries } from "../../core/library.ts";

export interface BrowseOperation {
  readonly kind: "browses";
  /** `{p}` is the prefix. */
  readonly path: string;
  /** The query of the request. */
  readonly parameters: (browse: Browse) => Readonly<Record<string, string | number>>;
  /** The player sends the whole list, so the page is cut from it. */
  readonly isWhole?: true;
}

function listed(name: string): BrowseOperation {
  return {
    kind: "browses",
    path: `/{p}MusicControl/v2/${name}`,
    parameters: ({ start, count }) => ({ start, count }),
  };
}

function partOf(name: string): BrowseOperation {
  return { ...listed(name), parameters: ({ of, start, count }) => ({ id: of, start, count }) };
}

/** A search; players answer with at most 30 entries, and with the first ones whatever `start` says. */
function found(name: string): BrowseOperation {
  return {
    ...listed(name),
    parameters: ({ of }) => ({ key: of, start: 0, count: maxLibraryEntries }),
    isWhole: true,
  };
}

/** Every request to the library. Those for films are of another family than those for music. */
export const libraryOperations: Readonly<Record<BrowseName, BrowseOperation>> = {
  libraryAlbums: listed("getAlbums"),
  libraryArtists: listed("getArtists"),
  libraryTracks: listed("getSingleMusics"),
  libraryPlaylists: { ...listed("getSongLists"), parameters: () => ({}), isWhole: true },
  libraryFavourites: listed("getFavorites"),
  libraryRecent: listed("getRecentlyPlayedMusicList"),
  libraryFilms: {
    kind: "browses",
    path: "/{p}Poster/v2/getAggregations",
    parameters: ({ start, count }) => ({ type: 0, start, count }),
  },
  libraryAlbumTracks: partOf("getAlbumMusics"),
  libraryArtistAlbums: partOf("getArtistAlbums"),
  libraryArtistTracks: partOf("getArtistMusics"),
  libraryPlaylistTracks: partOf("getSongListMusics"),
  libraryFilmCollection: {
    kind: "browses",
    path: "/{p}Poster/getCollection",
    parameters: ({ of }) => ({ id: of }),
    isWhole: true,
  },
  librarySearchAlbums: found("searchAlbum"),
  librarySearchArtists: found("searchArtist"),
  librarySearchTracks: found("searchMusic"),
  librarySearchFilms: {
    kind: "browses",
    path: "/{p}Poster/v2/searchAggregation",
    parameters: ({ of }) => ({ q: of, type: 0, start: 0, count: maxLibraryEntries }),
    isWhole: true,
  },
};

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
