import { asList, asObject, type Json, type JsonObject, parseObject } from "../../src/core/resources/json.ts";
import { startHttp } from "./start-http.ts";

/** What a scrobble has told of a film or an episode, and what became of it. */
interface Scrobble {
  readonly action: "start" | "pause" | "scrobble";
  readonly progress: number;
  readonly item: JsonObject;
}

/** Trakt, as far as its documents say: device login, tokens, `scrobble` and adding to the history. */
export interface TraktStandIn extends AsyncDisposable {
  readonly url: string;
  readonly scrobbles: Scrobble[];
  /** What the history was given: films, and shows with their seasons. */
  readonly added: Json[];
  /** The history knows no work of this title. */
  unknownTitle: string;
  /** The paths that were asked, each with the status of its answer. */
  readonly asked: [path: string, status: number][];
  /** The next questions for tokens by a code get these statuses, and then the tokens. */
  codeStatuses: number[];
  /** The next scrobbles and additions get these, without being looked at. */
  scrobbleStatuses: number[];
  /** Tokens that are given live for so long. */
  livesSeconds: number;
  /** Ends the tokens that were given before their time. */
  revoke(): void;
}

export const application = { clientId: "application", clientSecret: "sesame" };

type Answer = readonly [status: number, body?: object];

export async function startTrakt(): Promise<TraktStandIn> {
  let count = 0;
  let [access, refresh] = ["", ""];
  const watched = new Set<string>();

  const give = (): Answer => {
    count += 1;
    [access, refresh] = [`access-${count}`, `refresh-${count}`];
    const tokens = { access_token: access, token_type: "bearer", refresh_token: refresh, scope: "public" };
    return [200, { ...tokens, expires_in: standIn.livesSeconds, created_at: 1_767_225_600 }];
  };
  const isOurs = (body: JsonObject): boolean =>
    body["client_id"] === application.clientId && body["client_secret"] === application.clientSecret;

  function scrobble(action: string, body: JsonObject): Answer {
    const { progress } = body;
    const [movie, show, episode] = [body["movie"], body["show"], body["episode"]].map(asObject);
    const work = movie ?? show;
    const ids = Object.values(asObject(work?.["ids"]) ?? {});
    const isNamed = typeof work?.["title"] === "string" && typeof work["year"] === "number";
    const hasPlace = typeof episode?.["season"] === "number" && typeof episode["number"] === "number";
    if (work === undefined || (ids.length === 0 && !isNamed) || (show !== undefined && !hasPlace))
      return [404];
    if (typeof progress !== "number" || progress < 0 || progress > 100) return [400];
    const item = movie === undefined ? { show: work, ...(episode && { episode }) } : { movie };
    if (action === "start") {
      standIn.scrobbles.push({ action: "start", progress, item });
      return [201, { id: 0, action: "start", progress }];
    }
    if (progress < 1) return [422];
    const key = JSON.stringify(item);
    if (progress < 80) {
      standIn.scrobbles.push({ action: "pause", progress, item });
      return [201, { id: 0, action: "pause", progress }];
    }
    if (watched.has(key)) return [409, { watched_at: "2026-01-01T00:00:00.000Z" }];
    watched.add(key);
    standIn.scrobbles.push({ action: "scrobble", progress, item });
    return [201, { id: 1, action: "scrobble", progress }];
  }

  /** Takes films, and shows with the seasons and episodes that were seen. What it does not know is no error. */
  function addToHistory(body: JsonObject): Answer {
    const [movies = [], shows = []] = ["movies", "shows"].map((key) => asList(body[key]));
    const isKnown = (work: Json): boolean => asObject(work)?.["title"] !== standIn.unknownTitle;
    const isUnknown = (work: Json): boolean => !isKnown(work);
    standIn.added.push(...[...movies, ...shows].filter(isKnown));
    const added = { movies: movies.filter(isKnown).length, episodes: shows.filter(isKnown).length };
    const notFound = { movies: movies.filter(isUnknown), shows: shows.filter(isUnknown) };
    return [201, { added, not_found: { ...notFound, seasons: [], episodes: [], ids: [] } }];
  }

  function answer(path: string, headers: NodeJS.Dict<string | string[]>, body: JsonObject): Answer {
    if (path === "/oauth/device/code") {
      if (body["client_id"] !== application.clientId) return [403];
      const code = { device_code: "device", user_code: "5055CC52", expires_in: 600, interval: 5 };
      return [200, { ...code, verification_url: "https://trakt.tv/activate" }];
    }
    if (path === "/oauth/device/token") {
      if (!isOurs(body) || body["code"] !== "device") return [404];
      const status = standIn.codeStatuses.shift();
      return status === undefined ? give() : [status];
    }
    if (path === "/oauth/token") {
      const isRefresh = body["grant_type"] === "refresh_token" && body["refresh_token"] === refresh;
      const isRight = isRefresh && body["redirect_uri"] === "urn:ietf:wg:oauth:2.0:oob" && isOurs(body);
      return isRight ? give() : [401, { error: "invalid_grant" }];
    }
    const [, action = ""] = /^\/scrobble\/(start|stop)$/.exec(path) ?? [];
    if (action === "" && path !== "/sync/history") return [404];
    const status = standIn.scrobbleStatuses.shift();
    if (status !== undefined) return [status];
    if (headers["trakt-api-version"] !== "2" || headers["trakt-api-key"] !== application.clientId)
      return [403];
    if (headers["authorization"] !== `Bearer ${access}`) return [401];
    return action === "" ? addToHistory(body) : scrobble(action, body);
  }

  const server = await startHttp(({ method, path, headers, text }, response) => {
    const isPosted = method === "POST" && headers["content-type"] === "application/json";
    const [status, body] = isPosted ? answer(path, headers, parseObject(text) ?? {}) : [405];
    standIn.asked.push([path, status]);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? "" : JSON.stringify(body));
  });
  const standIn: TraktStandIn = {
    ...server,
    scrobbles: [],
    added: [],
    unknownTitle: "",
    asked: [],
    codeStatuses: [],
    scrobbleStatuses: [],
    livesSeconds: 604_800,
    revoke: () => {
      access = "";
    },
  };
  return standIn;
}
