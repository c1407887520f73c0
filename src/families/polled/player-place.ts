import { DeviceError } from "../../core/errors.ts";
import type { PlayerOptions } from "../family.ts";
import { PlayerConnection } from "../http/connection.ts";
import { closedByBridge } from "../http/connection-fault.ts";
import type { Place } from "./make.ts";

export interface PlaceTerms {
  readonly places: readonly [Place, ...Place[]];
  readonly acceptsSelfSigned: boolean;
  /** Throws DeviceError unless a player answers over this connection. */
  readonly probe: (http: PlayerConnection, signal: AbortSignal) => Promise<void>;
}

/** Where one player answers: its scheme and its port are found out at the first request, and when nothing answers there any more. */
export class PlayerPlace implements AsyncDisposable {
  readonly #options: PlayerOptions;
  readonly #terms: PlaceTerms;
  readonly #urls: readonly [string, ...string[]];
  #origin: string;
  #http: PlayerConnection | undefined;
  #finding: Promise<PlayerConnection> | undefined;
  /** The one that is tried. */
  #tried: PlayerConnection | undefined;
  #isClosed = false;

  constructor(options: PlayerOptions, terms: PlaceTerms) {
    this.#options = options;
    this.#terms = terms;
    this.#urls = urlsOf(options.url, terms.places);
    this.#origin = new URL(this.#urls[0]).origin;
  }

  /** Where it answered last. */
  get origin(): string {
    return this.#origin;
  }

  async connection(signal: AbortSignal): Promise<PlayerConnection> {
    // A picture may be wanted meanwhile: there is one connection nevertheless.
    while (this.#finding !== undefined) await this.#finding.catch(() => {});
    if (this.#http !== undefined) return this.#http;
    this.#finding = this.#find(signal);
    try {
      return await this.#finding;
    } finally {
      this.#finding = undefined;
    }
  }

  async #find(signal: AbortSignal): Promise<PlayerConnection> {
    let failure: DeviceError | undefined;
    for (const url of this.#urls) {
      const http = new PlayerConnection({
        ...this.#options,
        url,
        acceptsSelfSigned: this.#terms.acceptsSelfSigned,
      });
      this.#tried = http;
      try {
        if (this.#urls.length > 1) await this.#terms.probe(http, signal);
        if (this.#isClosed) throw closedByBridge();
        this.#http = http;
        this.#origin = new URL(url).origin;
        return http;
      } catch (error) {
        await http[Symbol.asyncDispose]();
        if (!(error instanceof DeviceError)) throw error;
        if (this.#isClosed) throw error;
        // Another device that answers at one place says more than silence at another.
        if (failure === undefined || (error.answered && !failure.answered)) failure = error;
        // Without a cause, nothing has answered in time: the whole host is silent.
        if (error.fault === "unreachable" && error.cause === undefined) break;
      }
    }
    throw failure ?? new DeviceError("unreachable", "no place to ask");
  }

  /** Looks for it anew at the next request. */
  async forget(): Promise<void> {
    const http = this.#http;
    this.#http = undefined;
    await http?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#tried?.[Symbol.asyncDispose]();
    await this.forget();
  }
}

/**
 * The addresses to try. The usual port is that of an address without one, so it stands for all places; another one may speak
 * either scheme.
 */
function urlsOf(url: string, places: PlaceTerms["places"]): readonly [string, ...string[]] {
  const given = new URL(url);
  const at = ({ scheme, port }: Place): string => {
    const copy = new URL(url.replace(/^\w+:/, `${scheme}:`));
    copy.port = String(port);
    return copy.href;
  };
  if (given.protocol === "https:") return [url];
  const port = Number(given.port || 80);
  const [usual, ...others] = places;
  if (port === usual.port) return [at(usual), ...others.map(at)];
  const isSecure = places.some((place) => place.port === port && place.scheme === "https");
  const [first, second] = isSecure ? (["https", "http"] as const) : (["http", "https"] as const);
  return [at({ scheme: first, port }), at({ scheme: second, port })];
}
