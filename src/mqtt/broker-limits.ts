import type { Socket } from "node:net";
import { everySecond } from "../lib/every-second.ts";
import type { Clock } from "../lib/clock.ts";

/** What the clients of the embedded broker may use. */
export const brokerLimits = {
  /** With those before login fewer than the 1,024 descriptors that a process often has: players and the page need some. */
  clients: 400,
  /** A client logs in within milliseconds, so this many at a time are no accident. The oldest is closed. */
  connectionsBeforeLogin: 100,
  /** A CONNECT has some hundred bytes; the longest will that MQTT allows fits. */
  bytesBeforeLogin: 131_072,
  /** A CONNECT takes less than a second, even on weak Wi-Fi with packets sent again. */
  secondsBeforeLogin: 10,
  /** A thousand players with all their entities in Home Assistant have 70,000. */
  retainedMessages: 100_000,
  /** Ten players with 20,000 queue entries each take 40 MB; a small computer has 512. */
  retainedBytes: 134_217_728,
} as const;

export type BrokerLimit = keyof typeof brokerLimits;

export type OnLimit = (limit: BrokerLimit, address: string) => void;

/** The connections that have not logged in: anybody in the network can make them, so they must not cost anything. */
export class UnauthenticatedConnections implements Disposable {
  readonly #clock: Clock;
  readonly #onLimit: OnLimit;
  /** When each one connected, oldest first; infinite once it has sent its password, which may have to queue. */
  readonly #since = new Map<Socket, number>();
  readonly #stop: () => void;

  constructor(clock: Clock, onLimit: OnLimit) {
    this.#clock = clock;
    this.#onLimit = onLimit;
    this.#stop = everySecond(clock, () => this.#closeLate());
  }

  get count(): number {
    return this.#since.size;
  }

  connected(socket: Socket): void {
    this.#since.set(socket, this.#clock.now());
    socket.once("close", () => this.#since.delete(socket));
    if (this.#since.size <= brokerLimits.connectionsBeforeLogin) return;
    const [oldest = socket] = [...this.#since].find(([, since]) => since < Number.POSITIVE_INFINITY) ?? [];
    this.#close(oldest, "connectionsBeforeLogin");
  }

  received(socket: Socket): void {
    if (socket.bytesRead <= brokerLimits.bytesBeforeLogin || !this.#since.has(socket)) return;
    this.#close(socket, "bytesBeforeLogin");
  }

  sentPassword(socket: Socket): void {
    if (this.#since.has(socket)) this.#since.set(socket, Number.POSITIVE_INFINITY);
  }

  loggedIn(socket: Socket): void {
    this.#since.delete(socket);
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #closeLate(): void {
    const from = this.#clock.now() - brokerLimits.secondsBeforeLogin * 1000;
    for (const [socket, since] of this.#since) if (since <= from) this.#close(socket, "secondsBeforeLogin");
  }

  #close(socket: Socket, limit: BrokerLimit): void {
    this.#since.delete(socket);
    this.#onLimit(limit, socket.remoteAddress ?? "");
    socket.destroy();
  }
}
