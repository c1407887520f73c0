import { once } from "node:events";
import { createServer, type Server, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { stableMs } from "./bounds.ts";
import { listen } from "../support/free-port.ts";

export type ProxyFault = "cut" | "reset" | "freeze" | "delay" | "truncate";

/** Sees the bytes of one connection that were really passed on. */
export interface Tap {
  fromClient(bytes: Buffer): void;
  fromBroker(bytes: Buffer): void;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  readonly begunAt: number;
  /** Whether the broker accepted the connection. */
  isJoined: boolean;
  /** Whether its end is an error for the client, and not just an end without a reason. */
  isReset: boolean;
}

const delayMs = 200;

export class FaultProxy implements AsyncDisposable {
  readonly port: number;
  #cameAt = 0;
  /** Connections in a row that ended soon and without a reason: the client may suspect another one with its id. */
  shortLives = 0;
  readonly #server: Server;
  readonly #targetPort: number;
  /** Sees each connection from now on. */
  openTap: (() => Tap) | undefined;
  readonly #pairs = new Set<Pair>();
  #isFrozen = false;
  #isDelaying = false;
  #truncateAfter: number | undefined;

  private constructor(server: Server, port: number, targetPort: number) {
    this.#server = server;
    this.port = port;
    this.#targetPort = targetPort;
    server.on("connection", (near) => this.#join(near));
  }

  static async start(targetPort: number): Promise<FaultProxy> {
    const server = createServer();
    return new FaultProxy(server, await listen(server), targetPort);
  }

  /** Since when the last client is connected; infinity if it is not. */
  get openSince(): number {
    return this.#pairs.size > 0 ? this.#cameAt : Number.POSITIVE_INFINITY;
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
        for (const pair of this.#pairs) {
          pair.isReset = true;
          pair.near.resetAndDestroy();
          pair.far.destroy();
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
    const tap = this.openTap?.();
    const begunAt = performance.now();
    const pair: Pair = { near, far, begunAt, isJoined: false, isReset: false };
    this.#cameAt = begunAt;
    this.#pairs.add(pair);
    near.setNoDelay(true);
    far.setNoDelay(true);
    far.connect(this.#targetPort, "127.0.0.1");
    this.#forward(near, far, (bytes) => tap?.fromClient(bytes));
    this.#forward(far, near, (bytes) => tap?.fromBroker(bytes));
    far.once("connect", () => (pair.isJoined = true));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        if (this.#pairs.delete(pair)) this.#ended(pair);
        other.destroy();
      });
    }
  }

  #ended({ begunAt, isJoined, isReset }: Pair): void {
    const livedMs = performance.now() - begunAt;
    const isDrop = isJoined && !isReset;
    // Near suspicion, a longer life counts as well: another client with the same id would have waited for so long.
    const isSuspicious = livedMs < stableMs || (this.shortLives >= 3 && livedMs >= 22_500);
    this.shortLives = isDrop && isSuspicious ? this.shortLives + 1 : 0;
  }

  #forward(from: Socket, to: Socket, passed: (bytes: Buffer) => void): void {
    const pass = (bytes: Buffer): void => {
      if (!to.writable) return;
      to.write(bytes);
      passed(bytes);
    };
    // What is delayed is never overtaken.
    let line = Promise.resolve();
    let delayed = 0;
    const passLater = async (before: Promise<void>, bytes: Buffer, dueAt: number): Promise<void> => {
      await before;
      await sleep(Math.max(0, dueAt - performance.now()));
      delayed -= 1;
      pass(bytes);
    };
    from.on("data", (bytes: Buffer) => {
      if (this.#isFrozen) return;
      if (this.#truncateAfter !== undefined) {
        to.write(bytes.subarray(0, this.#truncateAfter));
        this.#truncateAfter = undefined;
        to.end();
        return;
      }
      if (delayed === 0 && !this.#isDelaying) return pass(bytes);
      const dueAt = performance.now() + (this.#isDelaying ? delayMs : 0);
      delayed += 1;
      line = passLater(line, bytes, dueAt);
    });
    from.on("end", () => to.end());
  }
}
