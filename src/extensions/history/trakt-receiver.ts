import { type Watched, watchedFraction } from "../../core/history/history.ts";
import { receiverName, type TraktSettings } from "../../core/history/unsent.ts";
import type { Receiver } from "./receiver.ts";
import type { TraktAccount } from "./trakt-account.ts";

/** A stop above this percentage marks the film as watched; below, Trakt keeps the position. */
const mostUnwatched = 79;
const leastWatched = 90;
/** A stop before is an error. */
const leastStopped = 1;

/** Tells Trakt what is being watched. What counts as watched says the bridge, and not the place where the film was stopped. */
export function traktReceiver(settings: TraktSettings, account: TraktAccount): Receiver {
  const { clientId, players, url } = settings;
  return {
    name: receiverName(settings),
    from: { trakt: [settings] },
    wants: (playerId, told) =>
      told.leaf === "watched" && (players?.includes(playerId) ?? true) && isWanted(told.event),
    post: async (_player, { event }) => {
      const film = event as Watched;
      const action = film.kind === "started" || film.kind === "resumed" ? "start" : "stop";
      return {
        method: "POST",
        url: `${url}/scrobble/${action}`,
        headers: {
          authorization: `Bearer ${await account.accessToken()}`,
          "trakt-api-version": "2",
          "trakt-api-key": clientId,
        },
        body: JSON.stringify({ ...itemOf(film), progress: progressOf(film) }),
        // It does not know the film, or it has this viewing already.
        meanings: { 404: "refused", 409: "taken" },
      };
    },
    denied: () => account.refuse(),
  };
}

function isWanted(event: Watched): boolean {
  const { kind, imdb, tmdb, year, fraction = 0 } = event;
  if (imdb === undefined && tmdb === undefined && year === undefined) return false;
  if (kind === "watched") return true;
  // What goes on after that would begin another viewing.
  if (fraction >= watchedFraction) return false;
  return kind === "started" || kind === "resumed" || shareOf(event) >= leastStopped;
}

function progressOf(event: Watched): number {
  const { kind } = event;
  if (kind === "watched") return Math.max(shareOf(event), leastWatched);
  return kind === "paused" || kind === "stopped" ? Math.min(shareOf(event), mostUnwatched) : shareOf(event);
}

/** Where it is, in percent. */
function shareOf({ positionSeconds = 0, durationSeconds = 0 }: Watched): number {
  const share = durationSeconds > 0 ? positionSeconds / durationSeconds : 0;
  return Math.round(Math.min(share, 1) * 1000) / 10;
}

/** The film, or the show and the place of its episode: the library has the ids of the show. */
function itemOf({ title, year, imdb, tmdb, season, episode }: Watched): object {
  const number = Number(tmdb);
  const ids = { imdb, tmdb: Number.isSafeInteger(number) ? number : undefined };
  const work = { title, year, ids };
  if (season === undefined || episode === undefined) return { movie: work };
  return { show: work, episode: { season, number: episode } };
}
