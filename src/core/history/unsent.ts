import type { HistoryEvent, Played } from "./history.ts";

/** An event that receivers beside the broker have not answered. */
export type Unsent = HistoryEvent & {
  readonly player: string;
  readonly addedAt: string;
  readonly to: readonly Destination[];
};

export interface Destination {
  readonly name: string;
  /** Why it did not want the event: it gets it again only when somebody asks for that. */
  readonly refused?: string;
}

/** A place that takes what was heard, by the API of ListenBrainz. */
export interface ListensSettings {
  readonly url: string;
  readonly name?: string | undefined;
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly players?: readonly string[] | undefined;
  readonly exceptServices?: readonly string[] | undefined;
  readonly minSeconds?: number | undefined;
}

export interface WebhookSettings {
  readonly url: string;
  readonly name?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly headersFile?: string | undefined;
  readonly players?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly pathMap?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly method?: "POST" | "PUT" | "GET" | undefined;
  readonly find?: { readonly url: string; readonly text: string; readonly key: string } | undefined;
}

export interface TraktSettings {
  readonly url: string;
  readonly name?: string | undefined;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly clientSecretFile?: string | undefined;
  readonly players?: readonly string[] | undefined;
}

/** What stands in `{}` in the address and the body of a webhook; `found` is the id of what it has found. */
export const placeholders = [
  "player",
  "kind",
  "title",
  "year",
  "path",
  "season",
  "episode",
  "imdb",
  "tmdb",
  "positionSeconds",
  "durationSeconds",
  "fraction",
  "startedAt",
  "id",
  "found",
] as const;

export const placeholder = /\{(\w+)\}/g;

/** So many wait for all receivers together; the oldest gives way. */
export const mostUnsent = 200;

const firstListen = Date.UTC(2005, 0, 1);
/** Players tell positions late, and may be a little faster than the clock. */
const toleranceMs = 30_000;

export function isReceiverName(text: string): boolean {
  return /^[\w.:-]{1,80}$/.test(text);
}

/** The name of a receiver in notes, logs and health: its own, else its host. */
export function receiverName({ name, url }: Pick<ListensSettings, "name" | "url">): string {
  return name ?? new URL(url).host.replaceAll(/[[\]]/g, "");
}

/** If the clock was set meanwhile, receivers would refuse the beginning; then it is when playing would have begun. */
export function possibleStart(
  { startedAt, playedSeconds }: Pick<Played, "startedAt" | "playedSeconds">,
  date: Date,
): number {
  const latest = date.getTime() - playedSeconds * 1000;
  const started = Date.parse(startedAt);
  return started >= firstListen && started <= latest + toleranceMs ? started : latest;
}
