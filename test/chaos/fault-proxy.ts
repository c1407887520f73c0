import { once } from "node:events";
import { createServer, type Server, Socket } from "node:net";
import { Lane } from "./lane.ts";

/** The fault that the proxy applies to the bytes of all connections. */
export type ProxyFault = "cut" | "reset" | "freeze" | "delay" | "truncate";

/** Sees the bytes that a client sends on connection `number`, from 0, and returns the bytes to pass on. */
export type Tamper = (number: number) => (bytes: Buffer, answer: (bytes: Buffer) => void) => Buffer;

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

const delayMs = 200;
const untouched: Tamper = () => (bytes) => bytes;

/** A TCP proxy on loopback with faults on demand. */
export class FaultProxy implements AsyncDisposable {
  /** The times at which clients connected. */
  readonly cameAt: number[] = [];
  readonly #server: Server;
  readonly #targetPort: number;
  readonly #tamper: Tamper;
  readonly #pairs = new Set<Pair>();
  #isFrozen = false;
  #isDelaying = false;
  #truncateAfter: number | undefined;

  private constructor(server: Server, targetPort: number, tamper: Tamper) {
    this.#server = server;
    this.#targetPort = targetPort;
    this.#tamper = tamper;
    server.on("connection", (near) => {
      this.#join(near);
    });
  }

  static async start(targetPort: number, tamper: Tamper = untouched): Promise<FaultProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new FaultProxy(server, targetPort, tamper);
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy does not listen");
    return address.port;
  }

  /** Begins a fault; `heal` ends lasting ones. */
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
    // Frozen bytes are lost, and a connection with lost bytes cannot continue.
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
    const tamper = this.#tamper(this.cameAt.length);
    this.cameAt.push(performance.now());
    this.#pairs.add(pair);
    near.setNoDelay(true);
    far.setNoDelay(true);
    far.connect(this.#targetPort, "127.0.0.1");
    this.#carry(near, far, (bytes) => tamper(bytes, (answer) => near.write(answer)));
    this.#carry(far, near, (bytes) => bytes);
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

  #carry(from: Socket, to: Socket, tamper: (bytes: Buffer) => Buffer): void {
    const lane = new Lane((bytes) => {
      if (to.writable) to.write(bytes);
    });
    from.on("data", (chunk: Buffer) => {
      if (this.#isFrozen) return;
      const bytes = tamper(chunk);
      if (this.#truncateAfter !== undefined) {
        to.write(bytes.subarray(0, this.#truncateAfter));
        this.#truncateAfter = undefined;
        to.end();
        return;
      }
      lane.carry(bytes, this.#isDelaying ? delayMs : 0);
    });
    from.on("end", () => to.end());
  }
}
