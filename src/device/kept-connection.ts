import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import { type ResponseListener, ResponseReader } from "./response-reader.ts";

/** One request, and who wants to know what becomes of it. */
export interface Request extends ResponseListener {
  /** All that is sent. */
  readonly text: string;
  /** It is on its way now; before, the player knows nothing of it. */
  onSent(): void;
  /** The whole answer came. */
  onEnd(): void;
  /** No more will come. */
  onBroken(problem: Error): void;
}

/** Longer than any sensible poll interval: a connection that is opened anew for each poll costs six times as much. */
const longestIdleMs = 120_000;
const probeAfterMs = 60_000;

/**
 * What comes in is looked at before anything else happens, so one place for it serves all players. Where the system
 * fills it in the background, as Windows does, each has to have its own.
 */
const readBytes = 65_536;
const shared = process.platform === "win32" ? undefined : Buffer.allocUnsafeSlow(readBytes);

/**
 * A connection to a player that is kept from request to request, and opened anew when it has ended. One request at a
 * time is on its way, and none is ever sent twice: to ask a player can be to tell it something.
 */
export class KeptConnection {
  readonly #url: URL;
  readonly #reader = new ResponseReader();
  readonly #waiting: Request[] = [];
  #socket: Socket | undefined;
  #isOpen = false;
  #usableUntil = 0;
  /** Whether an answer came over it: only what worked once can have gone stale. */
  #isProven = false;
  /** The request that is on its way, or waits for the connection. */
  #current: Request | undefined;

  constructor(url: URL) {
    this.#url = url;
  }

  /** Sends a request as soon as those before it are answered. */
  send(request: Request): void {
    if (this.#current === undefined) this.#begin(request);
    else this.#waiting.push(request);
  }

  /** Nobody wants the answer any more. Where it is on its way, only another connection brings the next one. */
  drop(request: Request): void {
    const place = this.#waiting.indexOf(request);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (request !== this.#current) return;
    this.#hangUp();
    this.#next();
  }

  /** Ends the connection, and all that is asked for over it. */
  async close(): Promise<void> {
    const socket = this.#socket;
    const isClosed = socket && new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const open = this.#current === undefined ? [] : [this.#current];
    open.push(...this.#waiting.splice(0));
    this.#hangUp();
    this.#current = undefined;
    for (const request of open) request.onBroken(new Error("the connection was given up"));
    await isClosed;
  }

  #begin(request: Request): void {
    this.#current = request;
    if (this.#isOpen && performance.now() < this.#usableUntil) {
      this.#write(request);
    } else {
      this.#hangUp();
      this.#socket = this.#open();
    }
  }

  #write(request: Request): void {
    this.#reader.begin(request);
    request.onSent();
    this.#socket?.write(request.text, "latin1");
  }

  #next(): void {
    this.#current = undefined;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(next);
  }

  #hangUp(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#isOpen = false;
  }

  #open(): Socket {
    const { protocol, hostname, port } = this.#url;
    const isSecure = protocol === "https:";
    const host = hostname.replace(/^\[|\]$/g, "");
    const buffer = shared ?? Buffer.allocUnsafeSlow(readBytes);
    const options = {
      host,
      port: Number(port) || (isSecure ? 443 : 80),
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: probeAfterMs,
      onread: {
        buffer,
        callback: (count: number) => {
          this.#onRead(socket, buffer.subarray(0, count));
          return true;
        },
      },
    };
    const socket = isSecure
      ? connectSecure({ ...options, ...(isIP(host) === 0 && { servername: host }) })
      : connectPlain(options);
    let problem: Error | undefined;
    this.#isProven = false;
    socket.once(isSecure ? "secureConnect" : "connect", () => this.#onOpen(socket));
    socket.on("error", (error) => {
      problem = error;
    });
    socket.once("close", () => this.#onClose(socket, problem));
    return socket;
  }

  #onOpen(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#isOpen = true;
    if (this.#current !== undefined) this.#write(this.#current);
  }

  #onRead(socket: Socket, bytes: Buffer): void {
    if (socket !== this.#socket) return;
    const request = this.#current;
    // Who speaks without being asked is not understood the next time, either.
    if (request === undefined) {
      this.#hangUp();
      return;
    }
    const taken = this.#reader.take(bytes);
    // It may have been dropped meanwhile, and the next one be on its way.
    if (request !== this.#current) return;
    if (typeof taken === "string") this.#fail(request, new Error(taken));
    else if (this.#reader.isOver) this.#finish(request, taken === bytes.byteLength);
  }

  #onClose(socket: Socket, problem: Error | undefined): void {
    if (socket !== this.#socket) return;
    const wasOpen = this.#isOpen;
    const request = this.#current;
    this.#hangUp();
    if (request === undefined) return;
    if (wasOpen && problem === undefined && this.#reader.end()) this.#finish(request, false);
    else if (this.#isProven && wasNeverSent(problem)) this.#begin(request);
    else this.#fail(request, problem ?? new Error("other side closed"));
  }

  #finish(request: Request, isInOrder: boolean): void {
    const keptForMs = isInOrder ? (this.#reader.head?.keptForMs ?? 0) : 0;
    if (keptForMs > 0) this.#usableUntil = performance.now() + Math.min(keptForMs, longestIdleMs);
    else this.#hangUp();
    this.#isProven = true;
    request.onEnd();
    this.#next();
  }

  #fail(request: Request, problem: Error): void {
    this.#hangUp();
    request.onBroken(problem);
    this.#next();
  }
}

/** Whether the system refused to send: the player had hung up before. */
function wasNeverSent(problem: NodeJS.ErrnoException | undefined): boolean {
  return problem?.syscall === "write" && (problem.code === "ECONNRESET" || problem.code === "EPIPE");
}
