import { request } from "node:http";
import { request as requestSecure } from "node:https";
import { asObject, type Json } from "../../core/resources/json.ts";
import type { Alarm } from "../../lib/clock.ts";
import { timeLimit } from "../../lib/time-limit.ts";

interface Address {
  /** With `{found}` where the id of what was found belongs. */
  readonly url: string;
  /** Whether it has something of the event, so that nothing being there is no fault of the settings. */
  readonly isOfEvent?: boolean;
}

export interface Post extends Address {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly find?: Find | undefined;
  /** What some statuses mean of this receiver. */
  readonly meanings?: Readonly<Partial<Record<number, "taken" | "refused">>>;
  /** Whether an answer of success says that the receiver does not know it. */
  readonly isUnknown?: (answer: string) => boolean;
}

/** A receiver cannot be asked now, so the same is tried again. */
export class UnavailableError extends Error {}

/** What to look for in a library first: the entry with this text, whose id is under this key. */
interface Find extends Address {
  readonly text: string;
  readonly key: string;
}

/**
 * What became of a post. taken: the receiver has it. refused: it wants no such thing, also not later. denied: it does not
 * accept the token. later: it is to be repeated, after the time that the receiver asks for if it does.
 */
export type PostEnd =
  | { readonly kind: "taken" }
  | { readonly kind: "refused" | "denied"; readonly reason: string }
  | {
      readonly kind: "later";
      readonly reason: string;
      readonly waitMs: number | undefined;
      /** The receiver failed over it. */
      readonly isFault: boolean;
    };

const timeoutMs = 30_000;
/** A library of thousands of films. */
const maxAnswerBytes = 20_000_000;
const longestWaitSeconds = 3600;

/** Posts JSON once and reads the whole answer. A redirect is not followed: the token is for this address. */
export async function post(
  { method, url, isOfEvent, headers, body, find, meanings, isUnknown }: Post,
  clock: Alarm,
  parent: AbortSignal,
): Promise<PostEnd> {
  // An answer that never ends is none, so the time counts from the beginning.
  using limit = timeLimit(timeoutMs, clock, parent);
  const { signal } = limit;
  try {
    if (find === undefined) {
      const answer = await exchange({ method, url, headers, signal }, body);
      const kind = meanings?.[answer.status];
      if (kind !== undefined) return { kind, reason: `status ${answer.status}` };
      const end = judge(answer, isOfEvent);
      return end.kind === "taken" && isUnknown?.(answer.text)
        ? { kind: "refused", reason: "not found" }
        : end;
    }
    if (find.text === "") return { kind: "refused", reason: "the player does not tell what to look for" };
    const answer = await exchange({ method: "GET", url: find.url, headers, signal });
    const end = judge(answer, find.isOfEvent);
    if (end.kind !== "taken") return end;
    const id = findIn(JSON.parse(answer.text) as Json, find);
    if (id === undefined) return { kind: "refused", reason: "not found in the library" };
    const found = url.replaceAll("{found}", encodeURIComponent(id.toWellFormed()));
    return judge(await exchange({ method, url: found, headers, signal }, body), isOfEvent);
  } catch (error) {
    const isSilent = signal.aborted && !parent.aborted;
    const reason = isSilent ? "no answer in time" : (error as Error).message;
    // What a library answers may be no JSON for this event alone.
    return { kind: "later", reason, waitMs: undefined, isFault: error instanceof SyntaxError };
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Makes one request and reads the whole answer. */
export function exchange(
  { url, headers, ...options }: Pick<Post, "method" | "url" | "headers"> & { readonly signal: AbortSignal },
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? requestSecure : request;
    const fields = { accept: "application/json", "user-agent": "player2mqtt", ...headers };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const sent = send(url, { ...options, agent: false, headers: { ...type, ...fields } }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) sent.destroy(new Error("the answer is too long"));
      });
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The id of the innermost entry that has one, and the text anywhere within it. */
function findIn(value: Json, { text, key }: Pick<Find, "text" | "key">): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const child of Object.values(value)) {
    const found = findIn(child, { text, key });
    if (found !== undefined) return found;
  }
  const id = asObject(value)?.[key];
  return (typeof id === "string" || typeof id === "number") && has(value, text) ? String(id) : undefined;
}

function has(value: Json, text: string): boolean {
  if (typeof value !== "object" || value === null) return value === text;
  return Object.values(value).some((child) => has(child, text));
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Where receivers say when to ask again; other answers may have such headers for other reasons. */
const waitHeaders: Readonly<Record<number, readonly string[]>> = {
  429: ["retry-after", "x-ratelimit-reset-in"],
  503: ["retry-after"],
};

function judge({ status, headers }: Omit<Answer, "text">, isOfEvent = false): PostEnd {
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: "taken" };
  if (status === 401 || status === 403) return { kind: "denied", reason };
  // The event itself is what the receiver does not want. Other errors are of its address or its state.
  if ([400, 409, 413, 422].includes(status)) return { kind: "refused", reason };
  const name = waitHeaders[status]?.find((one) => headers[one] !== undefined) ?? "";
  const seconds = Number(headers[name]);
  const waitMs = seconds >= 0 ? Math.min(Math.max(seconds, 1), longestWaitSeconds) * 1000 : undefined;
  return {
    kind: "later",
    reason,
    waitMs,
    isFault: status === 500 || (isOfEvent && [404, 410].includes(status)),
  };
}
