import { unescape } from "node:querystring";
import { Client } from "undici";
import { DeviceError } from "../core/errors.ts";
import type { BodyCompare } from "./body-compare.ts";
import {
  Exchange,
  type ExchangeLimits,
  type HttpAnswer,
  type HttpHeaders,
  type Received,
} from "./exchange.ts";
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
  get(
    path: string,
    previous: Buffer | undefined,
    signal: AbortSignal,
    limits: ExchangeLimits = this.#options,
  ): Promise<HttpAnswer> {
    // Nearly every answer is the same as the last: it takes one promise, and no further function that waits.
    return new Promise((resolve) => {
      const onReceived = ({ status, headers, body }: Received): void => {
        if (body.isUnchanged) resolve({ status, headers, changed: undefined });
        else resolve(putTogether(status, headers, body, signal));
      };
      const onFault = (error: unknown): void => resolve(this.#giveUp(error));
      const exchange = new Exchange(previous, limits, onReceived, onFault, signal, this.#interrupts);
      this.#client.dispatch({ method: "GET", path, headers: this.#headers }, exchange);
    });
  }

  async #giveUp(error: unknown): Promise<never> {
    if (error instanceof DeviceError && error.fault === "unreachable") {
      // A connection attempt that hangs would make the requests after it wait for the kernel's patience.
      const stale = this.#client;
      this.#client = connect(this.#options);
      await stale.destroy();
    }
    throw error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.destroy();
    this.#interrupts[Symbol.dispose]();
  }
}

async function putTogether(
  status: number,
  headers: HttpHeaders,
  body: BodyCompare,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  return { status, headers, changed: await unhurried(body.changed(), signal) };
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
