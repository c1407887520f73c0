import { createServer, type Server, Socket } from "node:net";
import { once } from "node:events";

/** What the proxy does to the bytes of all its connections. */
export type ProxyFault = "cut" | "reset" | "freeze" | "delay" | "truncate";

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

const delayMs = 200;

/** A TCP proxy on loopback that can be told to misbehave. */
export class FaultProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #targetPort: number;
  readonly #pairs = new Set<Pair>();
  #isFrozen = false;
  #isDelaying = false;
  #truncateAfter: number | undefined;

  private constructor(server: Server, targetPort: number) {
    this.#server = server;
    this.#targetPort = targetPort;
    server.on("connection", (near) => {
      this.#join(near);
    });
  }

  static async start(targetPort: number): Promise<FaultProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new FaultProxy(server, targetPort);
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy does not listen");
    return address.port;
  }

  /** Begins a fault; `heal` ends those that last. */
  inflict(fault: ProxyFault): void {
    switch (fault) {
      case "cut":
        for (const { near, far } of this.#pairs) {
          near.end();
          far.end();
        }
        break;
      case "reset":
        for (const { near, far } of this.#pairs) {
          near.resetAndDestroy();
          far.destroy();
        }
        break;
      case "freeze":
        this.#isFrozen = true;
        break;
      case "delay":
        this.#isDelaying = true;
        break;
      case "truncate":
        this.#truncateAfter = 20;
        break;
    }
  }

  heal(): void {
    // What was frozen is lost: a connection whose bytes vanished cannot go on.
    if (this.#isFrozen) this.inflict("reset");
    this.#isFrozen = false;
    this.#isDelaying = false;
    this.#truncateAfter = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { near, far } of this.#pairs) {
      near.destroy();
      far.destroy();
    }
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(near: Socket): void {
    const far = new Socket();
    const pair: Pair = { near, far };
    this.#pairs.add(pair);
    near.setNoDelay(true);
    far.setNoDelay(true);
    far.connect(this.#targetPort, "127.0.0.1");
    this.#carry(near, far);
    this.#carry(far, near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on("error", () => {
        other.destroy();
      });
      socket.on("close", () => {
        this.#pairs.delete(pair);
        other.destroy();
      });
    }
  }

  #carry(from: Socket, to: Socket): void {
    from.on("data", (chunk: Buffer) => {
      if (this.#isFrozen) return;
      if (this.#truncateAfter !== undefined) {
        to.write(chunk.subarray(0, this.#truncateAfter));
        this.#truncateAfter = undefined;
        to.end();
        return;
      }
      if (this.#isDelaying) setTimeout(() => to.writable && to.write(chunk), delayMs).unref();
      else if (to.writable) to.write(chunk);
    });
    from.on("end", () => to.end());
  }
}
