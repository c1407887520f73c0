import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChimeState } from "./family.ts";

/** A chime that can be used by hand, switched off and on again. */
export class SimulatedChime implements AsyncDisposable {
  state: ChimeState = { playing: true, title: "Morning", volume: 10 };
  reads = 0;
  readonly #listeners = new Set<ServerResponse>();
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<SimulatedChime> {
    const chime = new SimulatedChime();
    await chime.switchOn();
    return chime;
  }

  /** How many wait for its events. */
  get listeners(): number {
    return this.#listeners.size;
  }

  get port(): number {
    return this.#port;
  }

  /** Changes it by hand; it says so at once. */
  change(change: Partial<ChimeState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener.write(`${JSON.stringify(this.state)}\n`);
  }

  async switchOn(): Promise<void> {
    const server = createServer(({ url = "" }, response) => this.#answer(url, response));
    this.#server = server;
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    this.#port = (server.address() as AddressInfo).port;
  }

  async switchOff(): Promise<void> {
    const closed = this.#server && once(this.#server, "close");
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#server = undefined;
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.switchOff();
  }

  #answer(url: string, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, "http://chime");
    switch (pathname) {
      case "/chime":
        response.end(JSON.stringify({ model: "Chime One", mac: "02:c1:1e:00:00:01" }));
        return;
      case "/state":
        this.reads += 1;
        response.end(JSON.stringify(this.state));
        return;
      case "/volume":
        this.state = { ...this.state, volume: Number(searchParams.get("to")) };
        response.end("{}");
        return;
      case "/events":
        this.#listeners.add(response);
        response.on("close", () => this.#listeners.delete(response));
        response.flushHeaders();
        return;
      default:
        response.writeHead(404).end();
    }
  }
}
