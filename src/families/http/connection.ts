import {
  Agent as PlainAgent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestPlain,
} from "node:http";
import { Agent as SecureAgent, request as requestSecure } from "node:https";
import type { Socket } from "node:net";
import { unescape } from "node:querystring";
import { DeviceError } from "../../core/errors.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { translatable } from "../../lib/phrase.ts";
import { AnswerBody, type HttpAnswer } from "./answer-body.ts";
import { AnswerDeadline } from "./answer-deadline.ts";
import {
  closedByBridge,
  noAnswer,
  noConnection,
  reasonOf,
  tooSlow,
  wasNeverWritten,
} from "./connection-fault.ts";

/** How requests to one player are made. */
export interface HttpOptions {
  /** The player's address, with its port; its credentials become a Basic authorization header. */
  readonly url: string;
  /** The deadline of a request; it grows while the player is slow. */
  readonly timeoutMs: number;
  /** What was learned of a slow player over other connections. */
  readonly deadline?: AnswerDeadline;
  readonly maxBodyBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the size of every piece of a body. */
  readonly onBytes?: (bytes: number) => void;
  readonly clock?: Pick<Clock, "now" | "after">;
  /** Whether nothing may be sent to the player now, since another bridge may have it. */
  readonly isOnHold?: () => boolean;
  /** Called when the connection has ended: another device may be at the address when it is made again. */
  readonly onDisconnected?: () => void;
  /** Whether any certificate will do, and old ciphers: such players have made theirs themselves, so it proves nothing. */
  readonly acceptsSelfSigned?: boolean;
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
/** A network stack that is silent for this long is asked whether it is there, and again each second. */
const probeAfterMs = 15_000;
/** The deadline of a request comes first. */
const idleGraceMs = 5000;

const anyCertificate = {
  rejectUnauthorized: false,
  minVersion: "TLSv1",
  ciphers: "DEFAULT@SECLEVEL=0",
} as const;

/** Some servers send an empty line after their answer. */
const lateLineBytes = 2;

/**
 * The connection to one player: GET requests, one at a time, over one connection of Node's client, without proxies,
 * redirects or cookies. It uses Node's tolerant parser (`insecureHTTPParser`), since small servers send bare line
 * feeds, folded headers and a length beside chunks. The parser is insecure only behind a shared proxy, where one client
 * could get another's answer. Here each player has its own connection and can affect only itself.
 */
export class PlayerConnection implements AsyncDisposable {
  readonly #agent: PlainAgent | SecureAgent;
  /** The request that is made, and those that wait for it. */
  readonly #exchanges: Exchange[] = [];
  readonly #line: Line;
  #isClosed = false;

  constructor(options: HttpOptions) {
    const url = new URL(options.url);
    const isSecure = url.protocol === "https:";
    const settings = {
      keepAlive: true,
      keepAliveMsecs: probeAfterMs,
      maxSockets: 1,
      timeout: Math.max(longestIdleMs, options.timeoutMs + idleGraceMs),
    };
    const trust = options.acceptsSelfSigned === true ? anyCertificate : {};
    const agent = isSecure ? new SecureAgent({ ...settings, ...trust }) : new PlainAgent(settings);
    const common = {
      agent,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port || (isSecure ? 443 : 80),
      insecureHTTPParser: true,
    };
    const headers = requestHeaders(url, options.headers);
    this.#agent = agent;
    this.#line = {
      options,
      clock: options.clock ?? systemClock,
      deadline: options.deadline ?? new AnswerDeadline(options.timeoutMs),
      closesSilently: false,
      socket: undefined,
      bytesRead: 0,
      open: (path, terms) => {
        const request = { ...common, path, headers, ...formOptions(headers, terms) };
        return isSecure ? requestSecure(request) : requestPlain(request);
      },
      onEnd: (exchange) => {
        const index = this.#exchanges.indexOf(exchange);
        this.#exchanges.splice(index, 1);
        if (index === 0) this.#beginFirst();
      },
    };
  }

  /** Makes one GET. A redirect is returned like any other answer. */
  async get(path: string, signal: AbortSignal, terms: GetTerms = {}): Promise<HttpAnswer> {
    // A destroyed agent still opens connections.
    if (this.#isClosed) throw closedByBridge();
    if (!sendable.test(path)) throw new DeviceError("unreachable", "unreachable: invalid request path");
    signal.throwIfAborted();
    const exchange = new Exchange(path, signal, terms, this.#line);
    if (this.#exchanges.push(exchange) === 1) this.#beginFirst();
    return await exchange.answer;
  }

  /** Aborts all requests, and resolves when the connection is closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    // The last one first, so that none of them begins.
    for (const exchange of this.#exchanges.toReversed()) exchange.close();
    const { sockets, freeSockets } = this.#agent;
    const alive = [...Object.values(sockets), ...Object.values(freeSockets)].flatMap((list) => list ?? []);
    const closed = alive.map(closing);
    this.#agent.destroy();
    await Promise.all(closed);
  }

  #beginFirst(): void {
    const [first] = this.#exchanges;
    // The player may just have closed the idle connection, and a call cannot be sent again.
    if (first?.acts === true && this.#line.closesSilently) this.#agent.destroy();
    first?.begin();
  }
}

/** What the requests over one connection share. */
interface Line {
  readonly options: HttpOptions;
  readonly clock: Pick<Clock, "now" | "after">;
  readonly deadline: AnswerDeadline;
  /** Whether the player closed it without notice before; then no call is sent on an idle connection. */
  closesSilently: boolean;
  /** The socket of the last request; Node's own `reusedSocket` misses a request that waited for it. */
  socket: Socket | undefined;
  /** The total bytes read when the last answer ended. */
  bytesRead: number;
  open(path: string, terms: GetTerms): ClientRequest;
  onEnd(exchange: Exchange): void;
}

/**
 * One GET and its answer. It ends once: by the answer, a fault, the deadline or the signal. A read is repeated once if
 * a reused connection ended before any byte of the answer, because the connection was stale. A call is repeated only if
 * the system refused to write it.
 */
class Exchange {
  /** Whether the request changes something at the player. */
  readonly acts: boolean;
  readonly answer: Promise<HttpAnswer>;
  readonly #path: string;
  readonly #signal: AbortSignal;
  readonly #terms: GetTerms;
  readonly #line: Line;
  readonly #beganAt: number;
  readonly #deadlineMs: number;
  readonly #cancelDeadline: () => void;
  #resolve: (answer: HttpAnswer | Promise<HttpAnswer>) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #request: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  #bytesReadBefore = 0;
  /** Whether an earlier request used the same connection. */
  #isReused = false;
  #isSecondAttempt = false;
  #isSent = false;
  #isOver = false;

  /** The deadline includes the time in the queue. */
  constructor(path: string, signal: AbortSignal, terms: GetTerms, line: Line) {
    this.acts = terms.acts === true;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#path = path;
    this.#signal = signal;
    this.#terms = terms;
    this.#line = line;
    this.#beganAt = line.clock.now();
    this.#deadlineMs = line.deadline.ms;
    this.#cancelDeadline = line.clock.after(this.#deadlineMs, this.#onDeadline);
    signal.addEventListener("abort", this.#onAbort);
  }

  /** Sends the request. */
  begin(): void {
    const { options } = this.#line;
    if (options.isOnHold?.() === true) {
      this.#fail(onHold(this.#isSent));
      return;
    }
    const { form, onSent } = this.#terms;
    onSent?.();
    const request = this.#line.open(this.#path, this.#terms);
    this.#request = request;
    if (onSent !== undefined) request.once("finish", onSent);
    request.on("response", this.#onResponse);
    request.on("error", (error) => this.#onEnd(request, error));
    // An upgrade, or a body that ends early, closes the request without an error.
    request.on("close", () => this.#onEnd(request, undefined));
    request.once("socket", (socket) => this.#onSocket(request, socket));
    request.end(form);
  }

  /** Ends it in any phase, since the connection is closed. */
  close(): void {
    this.#fail(closedByBridge(this.#isSent));
  }

  /** Called before anything has been written. */
  #onSocket(request: ClientRequest, socket: Socket): void {
    if (request !== this.#request || this.#isOver) return;
    const line = this.#line;
    this.#isReused = line.socket === socket;
    line.socket = socket;
    if (!this.#isReused) {
      const { onDisconnected } = line.options;
      if (onDisconnected !== undefined) socket.once("close", onDisconnected);
      socket.once(request.protocol === "https:" ? "secureConnect" : "connect", this.#onWritable);
    } else if (socket.bytesRead > line.bytesRead + lateLineBytes) {
      // The player wrote without a request, so later bytes may answer another request.
      this.#request = undefined;
      request.destroy();
      this.begin();
      return;
    } else this.#onWritable();
    this.#bytesReadBefore = socket.bytesRead;
  }

  /** Called right before it is written. */
  readonly #onWritable = (): void => {
    // The process may have been frozen since it was begun.
    if (this.#line.options.isOnHold?.() === true) this.#fail(onHold(this.#isSent));
    this.#isSent = true;
  };

  readonly #onAbort = (): void => {
    this.#fail(this.#signal.reason);
  };

  /**
   * After the process could not run for a while, timers fire before sockets are read: an answer that has arrived by then
   * counts.
   */
  readonly #onDeadline = (): void => {
    setImmediate(this.#expire);
  };

  readonly #expire = (): void => {
    if (this.#isOver) return;
    const { deadline } = this.#line;
    if (this.#isSent) {
      deadline.expired(this.#deadlineMs);
      this.#fail(tooSlow(this.#deadlineMs, deadline.ms));
    } else this.#fail(noConnection(this.#deadlineMs));
  };

  readonly #onResponse = (response: IncomingMessage): void => {
    if (this.#isOver) {
      response.resume();
      return;
    }
    this.#response = response;
    const { options } = this.#line;
    const { previous, maxBodyBytes = options.maxBodyBytes, cappedBy = "device.maxBodyBytes" } = this.#terms;
    const body = new AnswerBody(response, { previous, maxBodyBytes, cappedBy });
    if (body.fault !== undefined) {
      this.#fail(body.fault);
      return;
    }
    response.on("data", (piece: Buffer) => {
      if (this.#isOver) return;
      options.onBytes?.(piece.byteLength);
      body.add(piece);
      if (body.fault !== undefined) this.#fail(body.fault);
      else if (body.isFull) {
        this.#succeed(body);
        // The parser waits for the end of the connection.
        this.#request?.destroy();
      }
    });
    response.once("end", () => this.#succeed(body));
    response.on("error", (error) => this.#onEnd(this.#request, error));
  };

  #succeed(body: AnswerBody): void {
    if (!this.#finish()) return;
    const { clock, deadline } = this.#line;
    deadline.answered(clock.now() - this.#beganAt);
    this.#resolve(body.answer(this.#signal));
  }

  #onEnd(request: ClientRequest | undefined, error: Error | undefined): void {
    // A complete answer is delivered even if its connection has ended and whatever followed it.
    if (this.#isOver || request === undefined || request !== this.#request) return;
    if (this.#response?.complete === true) return;
    const isStale = this.#isReused && !this.#isSecondAttempt && !this.#hasAnswerBegun(request);
    if (isStale) this.#line.closesSilently = true;
    if (isStale && (!this.acts || wasNeverWritten(error))) {
      this.#isSecondAttempt = true;
      this.#isSent = false;
      this.begin();
      return;
    }
    this.#fail(noAnswer(reasonOf(error), this.#isSent, error));
  }

  #hasAnswerBegun({ socket }: ClientRequest): boolean {
    return this.#response !== undefined || (socket?.bytesRead ?? 0) > this.#bytesReadBefore;
  }

  #fail(error: unknown): void {
    if (!this.#finish()) return;
    // The answer may still arrive, so the next request needs another connection.
    this.#request?.destroy();
    this.#reject(error);
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#cancelDeadline();
    this.#line.bytesRead = this.#request?.socket?.bytesRead ?? 0;
    this.#line.onEnd(this);
    return true;
  }
}

/** The options of a connection whose end says nothing of the player. */
export function withoutEvents<Options extends Pick<HttpOptions, "onDisconnected">>(options: Options) {
  const { onDisconnected: _own, ...others } = options;
  return others;
}

/** The options of a connection to another server, whose slowness says nothing of the player either. */
export function forServerAt<Options extends HttpOptions>(
  url: string,
  options: Options,
  deadline = new AnswerDeadline(options.timeoutMs),
) {
  return { ...withoutEvents(options), url, deadline };
}

function formOptions(
  common: Readonly<Record<string, string>>,
  { form, headers }: GetTerms,
): Pick<RequestOptions, "method" | "headers"> {
  if (form === undefined) return {};
  const type = "application/x-www-form-urlencoded";
  const length = Buffer.byteLength(form);
  return {
    method: "POST",
    headers: { ...common, "content-type": type, ...headers, "content-length": length },
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

function onHold(isSent: boolean): DeviceError {
  return noAnswer(translatable("answer.on-hold", "another bridge may have the player"), isSent);
}
