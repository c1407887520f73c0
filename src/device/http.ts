import { unescape } from "node:querystring";
import { Client } from "undici";
import { DeviceError } from "../core/errors.ts";
import { Exchange, type ExchangeLimits, type HttpAnswer, type Received } from "./exchange.ts";
import { Interrupts } from "./interrupts.ts";
import { unhurried } from "./unhurried.ts";

/** How requests to one player are made. */
export interface HttpOptions {
  /** The player's address; credentials in it become a Basic authorization header. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** The key that some firmwares demand in X-Auth-PSK. */
  readonly psk: string | undefined;
  /** Told of every piece of a body. */
  readonly onBytes?: (bytes: number) => void;
}

/** Longer than any sensible poll interval: a socket that is opened anew for each poll costs six times as much. */
const keepAliveMs = 120_000;

/** One player's HTTP: GET requests over a kept socket, one at a time, each with a deadline and a cap in bytes. */
export class DeviceHttp implements AsyncDisposable {
  #client: Client;
  readonly #headers: Record<string, string>;
  readonly #options: HttpOptions;
  readonly #interrupts = new Interrupts();

  constructor(options: HttpOptions) {
    const url = new URL(options.url);
    this.#options = options;
    this.#headers = { accept: "application/json", ...authorization(url, options.psk) };
    this.#client = connect(options);
  }

  /** One GET. Redirects are answers like any other: nothing is ever asked of another host. */
  async get(
    path: string,
    previous: Buffer | undefined,
    signal: AbortSignal,
    limits: ExchangeLimits = this.#options,
  ): Promise<HttpAnswer> {
    try {
      const { status, headers, body } = await new Promise<Received>((resolve, reject) => {
        const exchange = new Exchange(previous, limits, resolve, reject, signal, this.#interrupts);
        this.#client.dispatch({ method: "GET", path, headers: this.#headers }, exchange);
      });
      return {
        status,
        headers,
        changed: body.isUnchanged ? undefined : await unhurried(body.changed(), signal),
      };
    } catch (error) {
      // A connection attempt that hangs would make the requests after it wait for the kernel's patience.
      if (error instanceof DeviceError && error.fault === "unreachable") await this.#reconnect();
      throw error;
    }
  }

  async #reconnect(): Promise<void> {
    const stale = this.#client;
    this.#client = connect(this.#options);
    await stale.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.destroy();
    this.#interrupts[Symbol.dispose]();
  }
}

function connect(options: HttpOptions): Client {
  return new Client(new URL(options.url).origin, {
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // One deadline of our own spans the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 0 },
  });
}

function authorization(url: URL, psk: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (psk !== undefined) headers["x-auth-psk"] = psk;
  if (url.username !== "" || url.password !== "") {
    // Unlike decodeURIComponent, it takes a password with a bare percent sign.
    const credentials = `${unescape(url.username)}:${unescape(url.password)}`;
    headers["authorization"] = `Basic ${Buffer.from(credentials).toString("base64")}`;
  }
  return headers;
}
