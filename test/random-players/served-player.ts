import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Its own: on the usual one, another simulated player may tell its queue over UPnP, whose port is always the same. */
const host = "127.0.58.1";

/** A player at an HTTP address that may be asked one thing at a time, by GET alone. */
export abstract class ServedPlayer implements AsyncDisposable {
  /** Requests that changed or were to change it. */
  readonly calls: string[] = [];
  readonly misdeeds: string[] = [];
  readonly mac: string;
  readonly #server: Server;
  #busy = 0;

  protected constructor(server: Server, mac: string) {
    this.mac = mac;
    this.#server = server;
    server.on("request", (request, response) => void this.#serve(request, response));
  }

  protected static async listen(): Promise<Server> {
    const server = createServer();
    server.listen(0, host);
    await once(server, "listening");
    return server;
  }

  get url(): string {
    return `http://${host}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends every connection. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  protected abstract answer(url: string, response: ServerResponse): Promise<void>;

  async #serve({ method, url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#busy += 1;
    if (this.#busy > 1) this.misdeeds.push(`two requests at once: ${url}`);
    if (method !== "GET") this.misdeeds.push(`${String(method)} ${url}`);
    response.once("close", () => (this.#busy -= 1));
    await this.answer(url, response);
  }
}
