import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../../core/ports.ts";
import { backoffMs } from "../../lib/backoff.ts";
import type { Clock } from "../../lib/clock.ts";
import { onceAMinute } from "../../lib/once-a-minute.ts";
import { reachableHost } from "../../lib/addresses.ts";
import { waitsForCheck } from "../../lib/secret-checks.ts";
import type { Routes } from "./answers.ts";

/** Runs imports, or fails if they could not be repeated. */
export type LoadModules = <Modules>(load: () => Promise<Modules>) => Promise<Modules>;

export interface HttpOptions {
  readonly host: string;
  /** Tried in order until one is free; 0 takes any free port. */
  readonly ports: readonly number[];
  /** Loaded by the first request, with all its dependencies: a bridge that serves no request does not pay for them. */
  readonly routes: () => Promise<readonly Routes[]>;
  readonly loadModules: LoadModules;
  /** A client closed its request early, or took too long to send it. */
  readonly onBrokenRequest?: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Limits that honest clients stay within. */
const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
};
const maxConnections = 256;
/** The limits for one address, so that it cannot exhaust those of all others. */
const maxPerAddress = 128;
/** A connection without traffic is closed after this time, so a stream must send something now and then. */
const idleMs = 60_000;
/** How long answers in progress may take when the server stops. */
const graceMs = 250;
/** The port may become free, or the address available, a little later. */
const retries = { firstMs: 1000, maxMs: 30_000 };

/** Serves the routes. If it cannot listen, it logs that and retries: the bridge does not depend on it. */
export class HttpServer implements AsyncDisposable {
  readonly #options: HttpOptions;
  readonly #server: Server;
  readonly #stop = new AbortController();
  #trying: Promise<void> = Promise.resolve();
  #ending: Promise<void> | undefined;

  private constructor(options: HttpOptions) {
    this.#options = options;
    this.#server = createServer(limits, loadedOnce(options));
    boundConnections(this.#server);
    reportBroken(this.#server, options);
    this.#server.setTimeout(idleMs);
    // A connection that cannot be accepted must not end the process.
    this.#server.on("error", () => {});
  }

  /** Tries once to listen, and retries in the background if that fails. */
  static async start(options: HttpOptions): Promise<HttpServer> {
    const server = new HttpServer(options);
    const failure = await server.#listen();
    if (failure !== undefined) server.#trying = server.#tryAgain(failure);
    return server;
  }

  /** The URL from this machine; undefined while not listening. */
  get url(): string | undefined {
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) return undefined;
    return `http://${reachableHost(this.#options.host)}:${address.port}`;
  }

  /** Lets answers in progress end, then closes the remaining connections. */
  [Symbol.asyncDispose](): Promise<void> {
    return (this.#ending ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#stop.abort();
    await this.#trying;
    if (!this.#server.listening) return;
    const cancel = this.#options.clock.after(graceMs, () => {
      this.#server.closeAllConnections();
    });
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeIdleConnections();
    });
    cancel();
  }

  async #tryAgain(failure: Error): Promise<void> {
    const { clock, log, host, ports } = this.#options;
    log.warn(
      { host, port: ports[0], reason: failure.message },
      "cannot serve health and metrics over HTTP, retrying: set http.port to a free port, or to 0 to serve nothing",
    );
    for (let attempt = 1; !this.#stop.signal.aborted; attempt++) {
      await clock.sleep(backoffMs(retries, attempt, Math.random()), this.#stop.signal);
      if (this.#stop.signal.aborted || (await this.#listen()) !== undefined) continue;
      log.info({ http: this.url }, "health and metrics are served over HTTP now");
      return;
    }
  }

  /** Returns why none of the ports could be used; undefined on success. */
  async #listen(): Promise<Error | undefined> {
    let failure: Error | undefined;
    for (const port of this.#options.ports) {
      failure = await listenOn(this.#server, port, this.#options.host);
      if (failure === undefined) return undefined;
    }
    return failure;
  }
}

function listenOn(server: Server, port: number, host: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const end = (failure?: Error): void => {
      server.off("error", end).off("listening", end);
      resolve(failure);
    };
    server.once("error", end).once("listening", end).listen(port, host);
  });
}

/**
 * Closes connections if there are too many: first one whose wrong secret waits for its answer, else one of the address that
 * has the most: one without a request, one whose answer has not begun, and streams last. So a health check is answered at
 * once, and open pages go on, however many connections others make, also through the same proxy.
 */
function boundConnections(server: Server): void {
  const open = new Set<Socket>();
  const answers = new WeakMap<Socket, ServerResponse>();
  let isTrimming = false;
  const trim = (): void => {
    isTrimming = false;
    const byAddress = new Map<string | undefined, Socket[]>();
    for (const one of open) {
      const others = byAddress.get(one.remoteAddress);
      if (others === undefined) byAddress.set(one.remoteAddress, [one]);
      else others.push(one);
    }
    const groups = [...byAddress.values()];
    for (const group of groups) while (group.length > maxPerAddress) closeOne(group);
    const left = groups.reduce((sum, group) => sum + group.length, 0);
    for (let excess = left - maxConnections; excess > 0; excess -= 1) {
      const largest = groups.reduce((most, group) => (group.length > most.length ? group : most));
      closeOne(groups.find((group) => group.some(waitsForCheck)) ?? largest);
    }
  };
  const closeOne = (sockets: Socket[]): void => {
    const place = [
      sockets.findIndex(waitsForCheck),
      sockets.findIndex((one) => !answers.has(one)),
      sockets.findIndex((one) => answers.get(one)?.headersSent === false),
      0,
    ].find((found) => found !== -1);
    sockets.splice(place ?? 0, 1)[0]?.destroy();
  };
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    if (isTrimming) return;
    isTrimming = true;
    // Many connections may be accepted at once: what they have sent already is read first, and answered.
    setImmediate(() => setImmediate(trim));
  });
  server.on("request", ({ socket }, response) => {
    answers.set(socket, response);
    response.on("close", () => answers.delete(socket));
  });
}

/** Reports requests that clients closed early: their fault, so not worth an error. */
function reportBroken(server: Server, { onBrokenRequest, clock, log }: HttpOptions): void {
  const report = onceAMinute(clock, (requests) => {
    log.info({ requests }, "clients closed HTTP requests early");
  });
  server.on("request", (request) => {
    request.once("close", () => {
      if (request.errored === null) return;
      onBrokenRequest?.();
      report();
    });
  });
}

function loadedOnce({ host, routes, loadModules, log }: HttpOptions): RequestListener {
  const load = async (): Promise<RequestListener> => {
    const [{ getRequestListener }, { answersOf }, loaded] = await Promise.all([
      import("@hono/node-server"),
      import("./answers.ts"),
      routes(),
    ]);
    const answer = getRequestListener(answersOf(host, loaded, log).fetch, { overrideGlobalObjects: false });
    return (request, response) => void answer(request, response);
  };
  let loading: Promise<RequestListener> | undefined;
  return (request, response) => {
    loading ??= loadModules(load);
    loading.then(
      (answer) => answer(request, response),
      // An upgrade may remove the files of a running program; the bridge keeps running.
      (error: unknown) => {
        loading = undefined;
        log.error(
          { error },
          "cannot load the HTTP routes: restart the bridge if the program was replaced; otherwise the next request tries again",
        );
        response.writeHead(500).end();
      },
    );
  };
}
