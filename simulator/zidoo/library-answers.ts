import { composeTracks } from "./compose-tracks.ts";
import type { Shelf } from "./film.ts";
import { stopOther, type StatusCode } from "./music-answers.ts";
import { numberOf } from "./reply.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";
import type { Track } from "./track.ts";

/** The tracks on its storage: a small library. */
const tracks: readonly Track[] = composeTracks(63).filter(({ uri }) => uri.startsWith("/"));

const firstArtist = 10_000_820;
const artists = [...new Set(tracks.map(({ artist }) => artist))];

const playlists = [
  { id: 3, name: "Sunday morning", musics: tracks.filter(({ id }) => id % 4 === 0) },
  { id: 5, name: "Long drive", musics: tracks.filter(({ id }) => id % 3 === 0) },
];

/** Players answer a search with at most this many. */
const maxFound = 30;

function artistId(name: string): number {
  return firstArtist + artists.indexOf(name);
}

function albumBodies(among: readonly Track[]): object[] {
  return [...new Set(among.map(({ albumId }) => albumId))].map((id) => {
    const all = tracks.filter(({ albumId }) => albumId === id);
    return { id, name: all[0]?.album, artist: all[0]?.artist, date: "2031", musicCount: all.length };
  });
}

function artistBodies(among: readonly Track[]): object[] {
  return [...new Set(among.map(({ artist }) => artist))].map((name) => ({
    id: artistId(name),
    name,
    count: new Set(tracks.flatMap(({ artist, albumId }) => (artist === name ? [albumId] : []))).size,
    isAlbumArtist: false,
  }));
}

function trackBodies(list: readonly Track[]): object[] {
  return list.map(({ id, title, artist, album, albumId, durationMs, extension, uri }) => ({
    id,
    title,
    artist,
    album,
    albumId,
    duration: durationMs,
    extension,
    uri,
  }));
}

/** A page of a list; without a status, like the answers of real libraries. */
function pageOf(list: readonly object[], query: URLSearchParams): object {
  const start = numberOf(query, "start") ?? 0;
  const count = numberOf(query, "count") ?? list.length;
  return { start, count, total: list.length, array: list.slice(start, start + count) };
}

/** Search results are wrapped; an empty word finds nothing. Players ignore `start` and `count` here. */
function searchPage(list: readonly object[], query: URLSearchParams): object {
  const array = list.slice(0, maxFound).map((result) => ({ type: 0, result }));
  return { key: query.get("key"), start: 0, count: 50, total: array.length, array };
}

function matching(query: URLSearchParams, textOf: (track: Track) => string): readonly Track[] {
  const key = (query.get("key") ?? "").toLowerCase();
  return key === "" ? [] : tracks.filter((track) => textOf(track).toLowerCase().includes(key));
}

/** The tracks behind an id; none for an unknown one. */
function tracksOf(query: URLSearchParams, isPart: (track: Track, id: number) => boolean): readonly Track[] {
  const id = numberOf(query, "id");
  return id === undefined ? [] : tracks.filter((track) => isPart(track, id));
}

const byArtist = (track: Track, id: number): boolean => artistId(track.artist) === id;

export const musicLibrary = {
  getAlbums: (query) => pageOf(albumBodies(tracks), query),
  getArtists: (query) => pageOf(artistBodies(tracks), query),
  getSingleMusics: (query) => pageOf(trackBodies(tracks), query),
  getAlbumMusics: (query) => pageOf(trackBodies(tracksOf(query, ({ albumId }, id) => albumId === id)), query),
  getArtistAlbums: (query) => pageOf(albumBodies(tracksOf(query, byArtist)), query),
  getArtistMusics: (query) => pageOf(trackBodies(tracksOf(query, byArtist)), query),
  // Nothing but the list.
  getSongLists: () => playlists.map(({ id, name, musics }) => ({ id, name, musicCount: musics.length })),
  getSongListMusics: (query) => {
    const list = playlists.find(({ id }) => id === numberOf(query, "id"));
    return pageOf(trackBodies(list?.musics ?? []), query);
  },
  getFavorites: (query) => pageOf(trackBodies(tracks.filter(({ favorite }) => favorite)), query),
  getRecentlyPlayedMusicList: (query) => pageOf(trackBodies(tracks.slice(0, 11).toReversed()), query),
  searchAlbum: (query) => searchPage(albumBodies(matching(query, ({ album }) => album)), query),
  searchArtist: (query) => searchPage(artistBodies(matching(query, ({ artist }) => artist)), query),
  // The only search that has pages.
  searchMusicV2: (query) => pageOf(trackBodies(matching(query, ({ title }) => title)), query),
  searchMusic: (query) => searchPage(trackBodies(matching(query, ({ title }) => title)), query),
} as const satisfies Readonly<Record<string, (query: URLSearchParams) => object>>;

function filmBodies({ video }: SimulatedPlayer, shelf?: Shelf): { id: string; name: string; type: number }[] {
  return video.entries.flatMap(({ title, library, shelves = [] }, index) =>
    shelf === undefined || shelves.includes(shelf)
      ? [{ id: library?.id ?? String(index + 1), name: title, type: 1 }]
      : [],
  );
}

function filmsNamed(player: SimulatedPlayer, query: URLSearchParams): ReturnType<typeof filmBodies> {
  const word = (query.get("q") ?? "").toLowerCase();
  return filmBodies(player).filter(({ name }) => word !== "" && name.toLowerCase().includes(word));
}

const shelfTypes: Readonly<Record<string, Shelf>> = {
  1: "favourite",
  2: "watching",
  9: "recent",
  10: "unwatched",
};

/** A collection among the films, with the number that stands for one. */
const collection = { id: "900", name: "Night sky", type: 2 };

/** The films of a page, as the first version counts them: from 1. */
function videoPage(
  films: readonly { readonly id: string; readonly name: string; readonly type: number }[],
  query: URLSearchParams,
): object {
  const size = numberOf(query, "pagesize") ?? films.length;
  const page = numberOf(query, "page") ?? 1;
  const data = films
    .slice((page - 1) * size, page * size)
    .map((film) => ({ ...film, aggregationId: film.id }));
  return { status: 200, page, count: films.length, data };
}

/** The first version numbers the shelves otherwise. */
const firstShelfTypes: Readonly<Record<string, Shelf>> = { ...shelfTypes, 10: "recent", 11: "unwatched" };

export const filmLibrary = {
  getAggregations: (player, query) => {
    const shelf = shelfTypes[query.get("type") ?? ""];
    return pageOf([...filmBodies(player, shelf), ...(shelf === undefined ? [collection] : [])], query);
  },
  // Wrapped, in a field of its own, and whatever `start` and `count` say.
  searchAggregation: (player, query) => {
    const found = filmsNamed(player, query).map((aggregation) => ({ aggregation }));
    return { status: 200, key: query.get("q"), all: found };
  },
  getVideoList: (player, query) =>
    videoPage(filmBodies(player, firstShelfTypes[query.get("type") ?? ""]), query),
  search: (player, query) => videoPage(filmsNamed(player, query), query),
  // Without a status, like a film's entry for its file.
  getDetail: (player, query) => {
    const id = query.get("id");
    if (id === collection.id) return { ...collection, aggregations: filmBodies(player) };
    const index = filmBodies(player).findIndex((film) => film.id === id);
    return index < 0
      ? { status: 805 }
      : { ...filmBodies(player)[index], ...player.video.entries[index]?.library?.answer };
  },
  // The entries are files: their ids are others than those of the films.
  getCollection: (player, query) => {
    const films = query.get("id") === collection.id ? filmBodies(player) : [];
    return {
      status: 200,
      type: 2,
      name: collection.name,
      data: films.map(({ id, name }, index) => ({ id: 7000 + index, aggregationId: id, name, type: 0 })),
    };
  },
} as const satisfies Readonly<Record<string, (player: SimulatedPlayer, query: URLSearchParams) => object>>;

const listTypes: Readonly<Record<string, (id: number) => readonly Track[]>> = {
  3: (id) => tracks.filter((track) => byArtist(track, id)),
  4: (id) => tracks.filter(({ albumId }) => albumId === id),
  5: (id) => playlists.find((list) => list.id === id)?.musics ?? [],
};

/** Plays tracks in place of the queue. Players confirm what they do not find, too. */
function playInstead(player: SimulatedPlayer, list: readonly Track[], first: number): StatusCode {
  const { music } = player;
  if (list.length === 0) return 200;
  stopOther(player, "video");
  player.externalSource = undefined;
  music.edit(() => [...list]);
  music.playEntry(
    Math.max(
      0,
      list.findIndex(({ id }) => id === first),
    ),
  );
  return 200;
}

export function playMusic(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const list = listTypes[query.get("type") ?? ""]?.(numberOf(query, "id") ?? -1);
  return list === undefined ? 805 : playInstead(player, list, numberOf(query, "musicId") ?? -1);
}

export function playMusics(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const ids = (query.get("ids") ?? "").split(",").map(Number);
  const list = ids.flatMap((id) => tracks.filter((track) => track.id === id));
  return playInstead(player, list, numberOf(query, "musicId") ?? -1);
}

export function playLibraryVideo(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const index = filmBodies(player).findIndex(({ id }) => id === query.get("id"));
  if (index < 0) return 200;
  stopOther(player, "music");
  player.video.playEntry(index);
  return 200;
}
