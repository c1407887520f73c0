import type { Played, Watched } from "../../core/history/history.ts";
import {
  type ListensSettings,
  placeholder,
  receiverName,
  type WebhookSettings,
} from "../../core/history/unsent.ts";
import type { Clock } from "../../lib/clock.ts";
import { readSecret } from "./read-secret.ts";
import type { HeardOn, NowHeard, Receiver, ReceiverSettings } from "./receiver.ts";
import { TraktAccount } from "./trakt-account.ts";
import { traktReceiver } from "./trakt-receiver.ts";

export interface ReceiverContext {
  readonly version: string;
  readonly clock: Clock;
  /** Where the tokens of accounts are. */
  readonly folder: string | undefined;
  readonly signal: AbortSignal;
}

/** ListenBrainz and Last.fm count no shorter tracks. */
const leastSeconds = 30;

export function createReceivers(
  { listens, webhooks, trakt }: ReceiverSettings,
  { version, clock, folder, signal }: ReceiverContext,
): Receiver[] {
  return [
    ...listens.map((one) => listensReceiver(one, version)),
    ...webhooks.map(webhookReceiver),
    ...trakt.map((one) => traktReceiver(one, new TraktAccount(one, folder, clock, signal), clock)),
  ];
}

function listensReceiver(settings: ListensSettings, version: string): Receiver {
  const { players, exceptServices = [], minSeconds = leastSeconds } = settings;
  const isWanted = (playerId: string, { facts, durationSeconds }: NowHeard): boolean =>
    (players?.includes(playerId) ?? true) &&
    facts.artist !== "" &&
    !exceptServices.some((one) => one.toLowerCase() === facts.service?.toLowerCase()) &&
    (durationSeconds ?? Infinity) >= minSeconds;
  const submit = async (kind: string, player: HeardOn, heard: NowHeard, listenedAt?: number) => {
    const token = settings.token ?? (await readSecret(settings.tokenFile));
    const listen = { listened_at: listenedAt, track_metadata: metadataOf(player, heard, version) };
    return {
      method: "POST",
      url: submitUrl(settings.url),
      headers: token === "" ? {} : { authorization: `Token ${token}` },
      body: JSON.stringify({ listen_type: kind, payload: [listen] }),
    };
  };
  return {
    name: receiverName(settings),
    from: { listens: [settings] },
    wants: (playerId, { leaf, event }) => leaf === "played" && isWanted(playerId, heardOf(event)),
    post: (player, { event }) =>
      submit("single", player, heardOf(event as Played), Math.floor(Date.parse(event.startedAt) / 1000)),
    playing: (player, track) =>
      isWanted(player.id, track) ? submit("playing_now", player, track) : undefined,
  };
}

function heardOf({ durationSeconds, ...facts }: Played): NowHeard {
  return { durationSeconds, facts };
}

/** The root of an API of ListenBrainz leads to its operation. */
function submitUrl(url: string): string {
  const root = url.replace(/\/+$/, "").replace(/(\/1)?(\/submit-listens)?$/, "");
  return `${root}/1/submit-listens`;
}

function metadataOf({ model }: HeardOn, { facts, durationSeconds }: NowHeard, version: string): object {
  const { title, artist, album, service } = facts;
  return {
    artist_name: artist,
    track_name: title,
    release_name: album === "" ? undefined : album,
    additional_info: {
      duration: durationSeconds === undefined ? undefined : Math.round(durationSeconds),
      media_player: model,
      music_service_name: service,
      submission_client: "player2mqtt",
      submission_client_version: version,
    },
  };
}

function webhookReceiver(settings: WebhookSettings): Receiver {
  const {
    url,
    players,
    kinds = ["watched"],
    pathMap = {},
    headers = {},
    headersFile,
    body,
    find,
    method = "POST",
  } = settings;
  return {
    name: receiverName(settings),
    from: { webhooks: [settings] },
    wants: (playerId, { leaf, event }) =>
      leaf === "watched" && (players?.includes(playerId) ?? true) && kinds.includes(event.kind),
    post: async ({ id }, { event }) => {
      const { path, ...rest } = event as Watched;
      const values: Values = { player: id, ...rest, path: path && mapPath(path, pathMap) };
      return {
        method,
        ...addressOf(url, values),
        find: find && { ...addressOf(find.url, values), text: inserted(find.text, values), key: find.key },
        headers: { ...headers, ...parseHeaders(await readSecret(headersFile)) },
        body: method === "GET" ? undefined : JSON.stringify(body === undefined ? values : fill(body, values)),
      };
    },
  };
}

/** The path of a film where the library has it: the longest beginning counts. */
function mapPath(path: string, map: Readonly<Record<string, string>>): string {
  const [from = ""] = Object.keys(map)
    .filter((start) => path.startsWith(start))
    .toSorted((one, other) => other.length - one.length);
  return `${map[from] ?? ""}${path.slice(from.length)}`;
}

/** The template with the values: a text that is nothing but a placeholder becomes the value itself, or null. */
function fill(template: unknown, values: Values): unknown {
  if (Array.isArray(template)) return template.map((one) => fill(one, values));
  if (typeof template === "object" && template !== null)
    return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, fill(one, values)]));
  if (typeof template !== "string") return template;
  const [, only] = /^\{(\w+)\}$/.exec(template) ?? [];
  if (only !== undefined) return values[only] ?? null;
  return inserted(template, values);
}

function inserted(template: string, values: Values): string {
  return template.replaceAll(placeholder, (_all, name: string) => textOf(values, name));
}

type Values = Readonly<Record<string, string | number | undefined>>;

function addressOf(template: string, values: Values) {
  const url = template.replaceAll(placeholder, (all, name: string) =>
    // What a player tells may be cut within a letter, which no address can have.
    name === "found" ? all : encodeURIComponent(textOf(values, name).toWellFormed()),
  );
  return { url, isOfEvent: template.search(placeholder) >= 0 };
}

function textOf(values: Values, name: string): string {
  return String(values[name] ?? "");
}

/** Lines such as `Authorization: Bearer …`. */
function parseHeaders(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").map((line) => /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(lines.flatMap((line) => (line === null ? [] : [[line[1] ?? "", line[2] ?? ""]])));
}
