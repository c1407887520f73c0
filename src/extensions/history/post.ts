import { type IncomingMessage, request } from "node:http";
import { request as requestSecure } from "node:https";
import type { Alarm } from "../../lib/clock.ts";
import { timeLimit } from "../../lib/time-limit.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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
const maxAnswerBytes = 100_000;
const longestWaitSeconds = 3600;

/** Posts JSON once and reads the whole answer. A redirect is not followed: the token is for this address. */
export async function post(
  { url, headers, body }: Post,
  clock: Alarm,
  parent: AbortSignal,
): Promise<PostEnd> {
  // An answer that never ends is none, so the time counts from the beginning.
  using limit = timeLimit(timeoutMs, clock, parent);
  const { signal } = limit;
  try {
    const { statusCode = 0, headers: told } = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.startsWith("https:") ? requestSecure : request;
      const fields = { "content-type": "application/json", "user-agent": "player2mqtt", ...headers };
      const sent = send(url, { method: "POST", agent: false, signal, headers: fields }, (response) => {
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxAnswerBytes) sent.destroy(new Error("the answer is too long"));
        });
        response.on("error", reject);
        response.on("end", () => resolve(response));
      });
      sent.on("error", reject);
      sent.end(body);
    });
    return judge(statusCode, told);
  } catch (error) {
    const reason = signal.aborted ? "no answer in time" : (error as Error).message;
    return { kind: "later", reason, waitMs: undefined, isFault: false };
  }
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

function judge(status: number, headers: Headers): PostEnd {
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: "taken" };
  if (status === 401 || status === 403) return { kind: "denied", reason };
  // The event itself is what the receiver does not want. Other errors are of its address or its state.
  if ([400, 409, 413, 422].includes(status)) return { kind: "refused", reason };
  const seconds = Number(headers["retry-after"] ?? headers["x-ratelimit-reset-in"]);
  const waitMs = seconds >= 0 ? Math.min(Math.max(seconds, 1), longestWaitSeconds) * 1000 : undefined;
  return { kind: "later", reason, waitMs, isFault: status === 500 };
}
