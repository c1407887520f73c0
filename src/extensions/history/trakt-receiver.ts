import { type Watched, watchedFraction } from "../../core/history/history.ts";
import { receiverName, type TraktSettings, type Unsent } from "../../core/history/unsent.ts";
import { asList, asObject, parseObject } from "../../core/resources/json.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Receiver } from "./receiver.ts";
import type { TraktAccount } from "./trakt-account.ts";

/** A stop above this percentage marks the film as watched; below, Trakt keeps the position. */
const mostUnwatched = 79;
const leastWatched = 90;
/** A stop before is an error. */
const leastStopped = 1;
/** Trakt dates a scrobble by its arrival: an event that is older than this goes to the history with its own date. */
const lateMs = 300_000;

/** Tells Trakt what is being watched. The bridge decides what counts as watched, not the place where the film was stopped. */
export function traktReceiver(
  settings: TraktSettings,
  account: TraktAccount,
  clock: Pick<Clock, "date">,
): Receiver {
  const { clientId, players, url } = settings;
  const isLate = ({ addedAt }: Unsent): boolean => clock.date().getTime() - Date.parse(addedAt) > lateMs;
  return {
    name: receiverName(settings),
    from: { trakt: [settings] },
    wants: (playerId, told) =>
      told.leaf === "watched" && (players?.includes(playerId) ?? true) && isWanted(told.event),
    isOutdated: (item) => isLate(item) && (item.event as Watched).kind !== "watched",
    post: async (_player, item) => {
      const film = item.event as Watched;
      const action = film.kind === "started" || film.kind === "resumed" ? "start" : "stop";
      const headers = {
        authorization: `Bearer ${await account.accessToken()}`,
        "trakt-api-version": "2",
        "trakt-api-key": clientId,
      };
      if (film.kind === "watched" && isLate(item)) {
        // The history does not recognize a repeat: the film is there twice if the answer to an earlier attempt was lost.
        const body = JSON.stringify(viewingOf(film, item.addedAt));
        return { method: "POST", url: `${url}/sync/history`, headers, body, isUnknown: isNotFound };
      }
      return {
        method: "POST",
        url: `${url}/scrobble/${action}`,
        headers,
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
function itemOf(film: Watched): object {
  const { season, episode } = film;
  const work = workOf(film);
  if (season === undefined || episode === undefined) return { movie: work };
  return { show: work, episode: { season, number: episode } };
}

/** The same with its date, as an entry of the account's history. */
function viewingOf(film: Watched, watchedAt: string): object {
  const { season, episode } = film;
  const [work, date] = [workOf(film), { watched_at: watchedAt }];
  if (season === undefined || episode === undefined) return { movies: [{ ...work, ...date }] };
  return { shows: [{ ...work, seasons: [{ number: season, episodes: [{ number: episode, ...date }] }] }] };
}

function workOf({ title, year, imdb, tmdb }: Watched) {
  const number = Number(tmdb);
  return { title, year, ids: { imdb, tmdb: Number.isSafeInteger(number) ? number : undefined } };
}

/** The history answers with success, and lists what it does not know. */
function isNotFound(answer: string): boolean {
  const lists = Object.values(asObject(parseObject(answer)?.["not_found"]) ?? {});
  return lists.some((list) => asList(list).length > 0);
}
