import { documentOf, errorDocument } from "./documents.ts";
import { composeQueue } from "./presets.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";
import type { BluosTrack } from "./sound.ts";
import { element, type Value } from "./xml.ts";

/** What its one streaming service has. */
const catalog: readonly BluosTrack[] = composeQueue(42);
const service = { service: "Tidal", serviceName: "TIDAL" };
const keys = {
  service: "Tidal:",
  search: "Tidal:search",
  album: "Tidal:album/",
  menu: "Tidal:contextMenu?",
  lists: "playlists",
};
const albumsPerPage = 4;

const albums = [...new Set(catalog.map(albumId))].map((id) => {
  const tracks = catalog.filter((track) => albumId(track) === id);
  return { id, tracks, first: tracks[0] };
});

function albumId({ artist, album }: BluosTrack): string {
  return `${artist}/${album}`;
}

/** A menu or a list behind a key. Keys are opaque to clients: only the answers give them. */
export function browse(player: SimulatedPlayer, key: string | null, word: string): string {
  if (key === null) return list({ type: "menu" }, rootItems(player));
  if (key.startsWith(keys.menu)) return contextMenu(key.slice(keys.menu.length));
  if (key === keys.lists)
    return list({ type: "playlists", parentKey: "" }, [...player.savedLists.keys()].map(savedItem));
  if (key === keys.search) return list({ type: "menu", ...service, parentKey: keys.service }, found(word));
  if (key.startsWith(keys.album)) {
    const album = albums.find(({ id }) => id === key.slice(keys.album.length));
    if (album !== undefined)
      return list({ type: "items", ...service, parentKey: keys.service }, album.tracks.map(trackItem));
  }
  const from = key.startsWith(keys.service) ? Number(key.slice(keys.service.length)) : Number.NaN;
  if (albums[from] === undefined) return errorDocument("Invalid key", key);
  const until = from + albumsPerPage;
  const nextKey = until < albums.length ? `${keys.service}${until}` : undefined;
  const attributes = { type: "albums", ...service, searchKey: keys.search, nextKey, parentKey: "" };
  return list(attributes, albums.slice(from, until).map(albumItem));
}

/** The tracks that the address of an item stands for. */
export function tracksFor(player: SimulatedPlayer, query: URLSearchParams): readonly BluosTrack[] {
  const saved = player.savedLists.get(query.get("playlist") ?? "");
  if (saved !== undefined) return saved;
  return catalog.filter(
    (track) => track.songid === query.get("songid") || albumId(track) === query.get("albumid"),
  );
}

function list(attributes: Readonly<Record<string, Value>>, items: readonly string[]): string {
  return documentOf(element("browse", attributes, items));
}

function rootItems({ inputs }: SimulatedPlayer): string[] {
  return [
    ...inputs.map(({ text, inputType, url }) =>
      element("item", {
        type: "audio",
        text: text ?? inputType,
        image: `/images/inputs/${inputType}.png`,
        playURL: `/Play?url=${encodeURIComponent(url)}`,
        inputType,
      }),
    ),
    element("item", {
      type: "link",
      text: service.serviceName,
      image: "/images/tidal.png",
      browseKey: keys.service,
    }),
    element("item", { type: "link", text: "Playlists", image: "/images/lists.png", browseKey: keys.lists }),
  ];
}

function found(word: string): string[] {
  const wanted = word.toLowerCase();
  const has = (text: string): boolean => wanted !== "" && text.toLowerCase().includes(wanted);
  const ofAlbums = albums.filter(({ first }) => has(first?.album ?? "") || has(first?.artist ?? ""));
  const ofTracks = catalog.filter(({ title }) => has(title));
  return [
    element("category", { text: "Albums" }, ofAlbums.map(albumItem)),
    element("category", { text: "Songs" }, ofTracks.map(trackItem)),
  ];
}

function albumItem({ id, first }: (typeof albums)[number]): string {
  return element("item", {
    type: "album",
    text: first?.album,
    text2: first?.artist,
    image: first?.image,
    browseKey: `${keys.album}${id}`,
    ...playing({ albumid: id }),
  });
}

function trackItem({ songid, title, artist, image }: BluosTrack): string {
  return element("item", { type: "track", text: title, text2: artist, image, ...playing({ songid }) });
}

function savedItem(name: string): string {
  return element("item", { type: "playlist", text: name, ...playing({ playlist: name }) });
}

/** How an item is played, and the key of the menu with what else can be done with it. */
function playing(what: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const query = new URLSearchParams(what).toString();
  return { playURL: adding(query, { playnow: "1" }), contextMenuKey: keys.menu + query };
}

function adding(what: string, how: Readonly<Record<string, string>>): string {
  const query = { service: service.service, ...Object.fromEntries(new URLSearchParams(what)), ...how };
  return `/Add?${new URLSearchParams(query).toString()}`;
}

function contextMenu(what: string): string {
  const kind = what.startsWith("songid") ? "add" : "addAll";
  const actions = [
    ["Play now", "now", { playnow: "1", where: "nextAlbum" }],
    ["Add next", "next", { playnow: "-1", where: "nextAlbum" }],
    ["Add last", "last", { playnow: "-1", where: "last" }],
  ] as const;
  const items = actions.map(([text, place, how]) =>
    element("item", { text, type: `${kind}-${place}`, actionURL: adding(what, how) }),
  );
  return list({ type: "contextMenu", ...service }, items);
}
