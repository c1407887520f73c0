import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../src/lib/clock.ts";

/** Its own: on the usual one, another simulated player may tell its queue over UPnP, whose port is always the same. */
const host = "127.0.58.1";
const trailsForMs = 1000;

/** What a player needs of the clock that it shares with its bridge. */
export type PlayerClock = Pick<Clock, "now" | "after">;

/** What a player does with a request that changes it. One that lies obeys, and says that it does not. */
export type Manner = "obeys" | "ignores" | "refuses" | "trails" | "lies";

interface Serving {
  readonly clock: PlayerClock;
  readonly type: string | undefined;
  /** In how many pieces a body is sent, so that letters are cut between them. */
  readonly pieces: number;
  /** Whether it may be asked for something while it holds another answer. */
  readonly holds?: boolean;
}

/** A body, and what is not as usual. */
export interface Reply {
  readonly body: string;
  readonly status?: number;
  readonly type?: string;
}

/** A player at its HTTP addresses, which may be asked by GET alone. */
export abstract class ServedPlayer implements AsyncDisposable {
  /** What it does with the next request that changes it. */
  manner: Manner = "obeys";
  /** Requests that changed or were to change it. */
  readonly calls: string[] = [];
  readonly misdeeds: string[] = [];
  protected readonly clock: PlayerClock;
  readonly #servers: readonly Server[];
  readonly #serving: Serving;
  #busy = 0;
  #isOver = false;

  protected constructor(servers: readonly Server[], serving: Serving) {
    this.#servers = servers;
    this.#serving = serving;
    this.clock = serving.clock;
    for (const [place, server] of servers.entries())
      server.on("request", (request, response) => void this.#serve(request, response, place));
  }

  protected static async listen(addresses = 1): Promise<Server[]> {
    const servers = Array.from({ length: addresses }, () => createServer());
    for (const server of servers) {
      server.listen(0, host);
      await once(server, "listening");
    }
    return servers;
  }

  get url(): string {
    return `http://${this.addressAt(0)}`;
  }

  /** Ends every connection. */
  cut(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }

  /** Changes something at it. */
  change(how: () => void): void {
    how();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.cut();
    for (const server of this.#servers) {
      server.close();
      await once(server, "close");
    }
  }

  protected addressAt(place: number): string {
    const address = this.#servers[place]?.address() as AddressInfo;
    return `${host}:${address.port}`;
  }

  protected abstract answer(url: string, response: ServerResponse, place: number): Reply | Promise<Reply>;

  /** Takes a request that changes something, in the manner that the case asked for; false if it says that it does not. */
  protected obey(call: string, how: () => void, mayTrail = true): boolean {
    const { manner } = this;
    this.calls.push(call);
    if (manner === "trails" && mayTrail)
      this.clock.after(trailsForMs, () => (this.#isOver ? undefined : this.change(how)));
    else if (manner !== "ignores" && manner !== "refuses") this.change(how);
    return manner !== "refuses" && manner !== "lies";
  }

  async #serve(
    { method, url = "" }: IncomingMessage,
    response: ServerResponse,
    place: number,
  ): Promise<void> {
    const { pieces, holds = false } = this.#serving;
    this.#busy += 1;
    if (this.#busy > 1 && !holds) this.misdeeds.push(`two requests at once: ${url}`);
    if (method !== "GET") this.misdeeds.push(`${String(method)} ${url}`);
    response.once("close", () => (this.#busy -= 1));
    const { body, status = 200, type = this.#serving.type } = await this.answer(url, response, place);
    const bytes = Buffer.from(body);
    response.statusCode = status;
    if (type !== undefined) response.setHeader("Content-Type", type);
    response.setHeader("Content-Length", bytes.length);
    const size = Math.max(1, Math.ceil(bytes.length / pieces));
    for (let start = 0; start < bytes.length; start += size) {
      response.write(bytes.subarray(start, start + size));
      if (pieces > 1) await turn();
    }
    response.end();
  }
}
