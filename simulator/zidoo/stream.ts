import { pathOfShared } from "./files.ts";
import { stopOther, type StatusCode } from "./music-answers.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";
import { playFilmAt } from "./video-answers.ts";

interface About {
  readonly title: string;
  readonly picture: string;
  readonly playType: number;
}

/**
 * Plays an address instead of the queue. It never starts if it has `unplayable` in it, and ends by itself if its query has
 * `seconds`. Without a title it has the last level of its path.
 */
export function openStream(player: SimulatedPlayer, address: string, about: About): StatusCode {
  const { pathname, searchParams, hostname } = new URL(address);
  stopOther(player, "video");
  player.music.pause();
  if (pathname.includes("unplayable")) {
    player.externalSource = undefined;
    return 200;
  }
  const title = about.title || (pathname.split("/").findLast((level) => level !== "") ?? hostname);
  const durationMs = Number(searchParams.get("seconds") ?? 0) * 1000;
  player.playSource({
    playType: about.playType,
    title,
    artist: "",
    album: "",
    picture: about.picture,
    isPlaying: true,
    positionMs: 0,
    durationMs,
    service: "DLNA",
  });
  return 200;
}

/** Opens a file on the network, or an address in the players' own scheme: `upnp://<name>/<version>?type=1|2&res=<address>`. */
export function openUpnp(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const url = query.get("url") ?? "";
  const path = pathOfShared(url);
  if (path !== undefined) {
    playFilmAt(player, path);
    return 200;
  }
  const wanted = URL.canParse(url) ? new URL(url) : undefined;
  const address = wanted?.searchParams.get("res") ?? "";
  if (wanted?.protocol !== "upnp:" || !/^https?:/.test(address) || !URL.canParse(address)) return 805;
  const title = wanted.searchParams.get("name") ?? "";
  const picture = wanted.searchParams.get("albumArt") ?? "";
  if (wanted.searchParams.get("type") === "1")
    return openStream(player, address, { title, picture, playType: 6 });
  const [film] = player.video.entries;
  const { pathname, searchParams } = new URL(address);
  if (film === undefined || pathname.includes("unplayable")) return 200;
  stopOther(player, "music");
  const durationMs = Number(searchParams.get("seconds") ?? 0) * 1000;
  const name = title || (pathname.split("/").at(-1) ?? "");
  player.video.edit((films) => [...films, { ...film, title: name, path: address, durationMs }]);
  player.video.playEntry(player.video.entries.length - 1);
  return 200;
}
