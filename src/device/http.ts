import { unescape } from "node:querystring";
import { DeviceError } from "../core/errors.ts";
import { Exchange, type ExchangeLimits, type ExchangeTerms, type HttpAnswer } from "./exchange.ts";
import { Interrupts } from "./interrupts.ts";
import { KeptConnection } from "./kept-connection.ts";

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

/** What may stand in the line of a request: a path from the settings must not become a second line. */
const sendable = /^\/[!-~\u0080-\u00ff]*$/;

/**
 * One player's HTTP: GET requests over a kept connection, one at a time, each with a deadline and a cap in bytes. It is
 * no client for the web: a player answers bytes over one socket, and to compare them while they lie where the system
 * put them is half of what a general client costs.
 */
export class DeviceHttp implements AsyncDisposable {
  readonly #headers: string;
  readonly #terms: ExchangeTerms;

  constructor(options: HttpOptions) {
    const url = new URL(options.url);
    this.#headers = requestHeaders(url, options.psk);
    this.#terms = {
      connection: new KeptConnection(url),
      interrupts: new Interrupts(),
      limits: options,
    };
  }

  /** One GET. Redirects are answers like any other: nothing is ever asked of another host. */
  get(
    path: string,
    previous: Buffer | undefined,
    signal: AbortSignal,
    limits: ExchangeLimits = this.#terms.limits,
  ): Promise<HttpAnswer> {
    const text = `GET ${path} HTTP/1.1\r\n${this.#headers}\r\n`;
    const terms = limits === this.#terms.limits ? this.#terms : { ...this.#terms, limits };
    return new Promise((resolve, reject) => {
      if (sendable.test(path)) new Exchange(text, previous, signal, terms, resolve, reject).begin();
      else reject(new DeviceError("unreachable", "unreachable: invalid request path"));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#terms.connection.close();
    this.#terms.interrupts[Symbol.dispose]();
  }
}

function requestHeaders(url: URL, psk: string | undefined): string {
  const headers: Record<string, string> = {
    host: url.host,
    connection: "keep-alive",
    accept: "application/json",
  };
  if (psk !== undefined) headers["x-auth-psk"] = psk;
  if (url.username !== "" || url.password !== "") {
    // Unlike decodeURIComponent, it takes a password with a bare percent sign.
    const credentials = `${unescape(url.username)}:${unescape(url.password)}`;
    headers["authorization"] = `Basic ${Buffer.from(credentials).toString("base64")}`;
  }
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
