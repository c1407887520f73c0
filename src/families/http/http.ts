import { Agent as PlainAgent, type RequestOptions, request as requestPlain } from "node:http";
import { Agent as SecureAgent, request as requestSecure } from "node:https";
import type { Socket } from "node:net";
import { unescape } from "node:querystring";
import { DeviceError } from "../../core/errors.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { message } from "../../lib/phrase.ts";
import { type ConnectionFacts, Exchange, type HttpAnswer } from "./exchange.ts";

/** How requests to one player are made. */
export interface HttpOptions {
  /** The player's address; its credentials become a Basic authorization header. */
  readonly url: string;
  /** The deadline of a request; it grows while the player is slow. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the size of every piece of a body. */
  readonly onBytes?: (bytes: number) => void;
  readonly clock?: Pick<Clock, "now" | "after">;
  /** After this long without a byte, the system asks whether the player is still there. */
  readonly keepAliveMs?: number;
  /** Whether nothing may be sent to the player now, since another bridge may have it. */
  readonly isOnHold?: () => boolean;
  /** Called when the connection has ended. */
  readonly onDisconnected?: () => void;
}

/** The parameters of one GET. */
export interface GetTerms {
  /** The body to compare the answer with. */
  readonly previous?: Buffer | undefined;
  /** Whether the request changes something; it is never sent twice then. */
  readonly acts?: boolean;
  /** Sent as a form, unless the headers say otherwise; the request is a POST then. */
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBodyBytes?: number;
  /** Called when the request is made, and when it has gone out, which may wait for the connection. */
  readonly onSent?: () => void;
  /** The source of the size limit, for the error message. */
  readonly cappedBy?: string;
}

/** A configured path must not be able to split the request line. */
const sendable = /^\/[!-~\u0080-\u00ff]*$/;

/** Longer than any sensible poll interval: a new connection for each poll costs several times as much. */
const longestIdleMs = 120_000;
const probeAfterMs = 60_000;
/** The deadline of a request comes first. */
const idleGraceMs = 5000;

/** The maximum deadline for a slow player, unless the configuration allows more. */
const longestMs = 10_000;

/** How fast a slow answer is forgotten: after some fifty fast ones the configured deadline applies again. */
const decay = 0.98;

/** The maximum duration of a request when this deadline is configured. */
export function longestDeadlineMs(configuredMs: number): number {
  return Math.max(configuredMs, longestMs);
}

/**
 * The HTTP client of one player: GET requests, one at a time, over one connection of Node's client, without proxies,
 * redirects or cookies. It uses Node's tolerant parser (`insecureHTTPParser`), since small servers send bare line
 * feeds, folded headers and a length beside chunks. The parser is insecure only behind a shared proxy, where one client
 * could get another's answer. Here each player has its own connection and can affect only itself.
 */
export class DeviceHttp implements AsyncDisposable {
  readonly #options: HttpOptions;
  readonly #clock: Pick<Clock, "now" | "after">;
  readonly #agent: PlainAgent | SecureAgent;
  readonly #request: RequestOptions;
  readonly #isSecure: boolean;
  readonly #deadline: AnswerDeadline;
  readonly #waiting: Exchange[] = [];
  #current: Exchange | undefined;
  readonly #connection: ConnectionFacts = { closesSilently: false, socket: undefined, bytesRead: 0 };
  #isClosed = false;

  constructor(options: HttpOptions) {
    const url = new URL(options.url);
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#isSecure = url.protocol === "https:";
    const settings = {
      keepAlive: true,
      keepAliveMsecs: options.keepAliveMs ?? probeAfterMs,
      maxSockets: 1,
      timeout: Math.max(longestIdleMs, options.timeoutMs + idleGraceMs),
    };
    this.#agent = this.#isSecure ? new SecureAgent(settings) : new PlainAgent(settings);
    this.#request = {
      agent: this.#agent,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port || (this.#isSecure ? 443 : 80),
      headers: requestHeaders(url, options.headers),
      insecureHTTPParser: true,
    };
    this.#deadline = new AnswerDeadline(options.timeoutMs);
  }

  /** Makes one GET. A redirect is returned like any other answer. */
  get(path: string, signal: AbortSignal, terms: GetTerms = {}): Promise<HttpAnswer> {
    // A destroyed agent still opens connections.
    if (this.#isClosed) return Promise.reject(closedByBridge());
    if (!sendable.test(path)) {
      return Promise.reject(new DeviceError("unreachable", "unreachable: invalid request path"));
    }
    const { previous, acts = false, form, headers, onSent, cappedBy = "device.maxBodyBytes" } = terms;
    const { maxBodyBytes = this.#options.maxBodyBytes } = terms;
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(
        { previous, acts, signal, maxBodyBytes, cappedBy, isSecure: this.#isSecure },
        {
          open: () => {
            onSent?.();
            const options = { ...this.#request, path, ...formOptions(this.#request, form, headers) };
            const request = this.#isSecure ? requestSecure(options) : requestPlain(options);
            if (onSent !== undefined) request.once("finish", onSent);
            if (form !== undefined) request.write(form);
            return request;
          },
          connection: this.#connection,
          clock: this.#clock,
          deadline: this.#deadline,
          onBytes: this.#options.onBytes,
          isOnHold: this.#options.isOnHold,
          onDisconnected: this.#options.onDisconnected,
          onEnd: () => {
            if (exchange === this.#current) this.#next();
            else this.#waiting.splice(this.#waiting.indexOf(exchange), 1);
          },
          resolve,
          reject,
        },
      );
      if (!exchange.watch()) return;
      this.#waiting.push(exchange);
      if (this.#current === undefined) this.#next();
    });
  }

  /** Aborts all requests, and resolves when the connection is closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const open = [...this.#waiting, ...(this.#current === undefined ? [] : [this.#current])];
    for (const exchange of open) exchange.break(new Error(closedText));
    const { sockets, freeSockets } = this.#agent;
    const alive = [...Object.values(sockets), ...Object.values(freeSockets)].flatMap((list) => list ?? []);
    const closed = alive.map(closing);
    this.#agent.destroy();
    await Promise.all(closed);
  }

  #next(): void {
    const next = this.#waiting.shift();
    this.#current = next;
    if (next === undefined) return;
    // The player may just have closed the idle connection, and a call cannot be sent again.
    if (next.acts && this.#connection.closesSilently) this.#agent.destroy();
    next.begin();
  }
}

const closedText = "the connection was closed by the bridge";

/** The fault of a request to a player that was closed meanwhile. */
export function closedByBridge(): DeviceError {
  return new DeviceError(
    "unreachable",
    message("answer.unreachable", "unreachable: {reason}", { reason: closedText }),
  );
}

function formOptions(
  { headers }: RequestOptions,
  form: string | undefined,
  own: GetTerms["headers"],
): RequestOptions {
  if (form === undefined) return {};
  const type = "application/x-www-form-urlencoded";
  const length = Buffer.byteLength(form);
  return {
    method: "POST",
    headers: { ...(headers as object), "content-type": type, ...own, "content-length": length },
  };
}

function closing(socket: Socket): Promise<void> {
  return socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once("close", () => resolve()));
}

function requestHeaders(url: URL, own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const headers: Record<string, string> = {
    host: url.host,
    accept: "application/json",
    "accept-encoding": "identity",
    ...own,
  };
  if (url.username !== "" || url.password !== "") {
    // Unlike decodeURIComponent, `unescape` accepts a password with a bare percent sign.
    const credentials = `${unescape(url.username)}:${unescape(url.password)}`;
    headers["authorization"] = `Basic ${Buffer.from(credentials).toString("base64")}`;
  }
  return headers;
}

/**
 * The adaptive deadline of a player's requests. Over Wi-Fi some players always take as long as the default deadline,
 * and would never be online. So the deadline follows the slowest recent answer, up to ten seconds.
 */
class AnswerDeadline {
  readonly #configuredMs: number;
  readonly #longestMs: number;
  /** The slowest recent answer or timeout. */
  #slowestMs = 0;
  /** The slowest recent answer; zero after a request that hung. */
  #slowestAnswerMs = 0;

  constructor(configuredMs: number) {
    this.#configuredMs = configuredMs;
    this.#longestMs = longestDeadlineMs(configuredMs);
  }

  /** The deadline of the next request. */
  get ms(): number {
    return Math.min(Math.max(this.#configuredMs, 2 * this.#slowestMs), this.#longestMs);
  }

  /** Records the duration of an answer. */
  answered(afterMs: number): void {
    this.#slowestMs = Math.max(afterMs, this.#slowestMs * decay);
    this.#slowestAnswerMs = Math.max(afterMs, this.#slowestAnswerMs * decay);
  }

  /**
   * Records a timeout. A player that exceeds even the longest deadline hangs and is not merely slow. But if it has
   * answered slowly, one lost answer does not change that: it would go offline before its deadline has grown again.
   */
  expired(afterMs: number): void {
    if (afterMs < this.#longestMs) {
      this.#slowestMs = Math.max(afterMs, this.#slowestMs);
      return;
    }
    this.#slowestMs = this.#slowestAnswerMs;
    this.#slowestAnswerMs = 0;
  }
}
