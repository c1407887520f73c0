import { once } from "node:events";
import { createServer as createPlain, type RequestListener } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Traffic } from "./traffic.ts";

export interface SwitchableServer {
  readonly port: number;
  readonly url: string;
  readonly sleep: () => Promise<void>;
  /** Stops listening, but leaves open connections alone. */
  refuse(): void;
  wake(): Promise<void>;
}

const againMs = 100;
const mostAttempts = 50;

export async function startServer(
  options: {
    readonly host: string;
    readonly port: number;
    readonly keepAliveTimeoutMs: number;
    /** Makes it speak HTTPS. */
    readonly tls?: { readonly cert: string; readonly key: string };
  },
  traffic: Traffic,
  listener: RequestListener,
): Promise<SwitchableServer> {
  const { host, port, keepAliveTimeoutMs: keepAliveTimeout, tls } = options;
  const server =
    tls === undefined
      ? createPlain({ keepAliveTimeout }, listener)
      : createSecure({ ...tls, keepAliveTimeout }, listener);
  const connections = new Set<Promise<void>>();
  server.on(tls === undefined ? "connection" : "secureConnection", (socket) => {
    const end = traffic.open(socket);
    const closed = new Promise<void>((resolve) => {
      socket.once("close", () => {
        end();
        connections.delete(closed);
        resolve();
      });
    });
    connections.add(closed);
  });
  const listen = async (on: number, attempts = 1): Promise<void> => {
    if (server.listening) return;
    server.listen(on, host);
    try {
      await once(server, "listening");
    } catch (error) {
      if (attempts === 1 || !(error instanceof Error && "code" in error && error.code === "EADDRINUSE"))
        throw error;
      await delay(againMs);
      await listen(on, attempts - 1);
    }
  };
  await listen(port);
  const { port: own } = server.address() as AddressInfo;
  return {
    port: own,
    url: `${tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${own}`,
    // Its port was free for a while, so a connection of another program may have it for a moment.
    wake: () => listen(own, mostAttempts),
    refuse() {
      server.close();
    },
    async sleep() {
      if (!server.listening && connections.size === 0) return;
      const closed = server.listening ? once(server, "close") : undefined;
      if (server.listening) server.close();
      server.closeAllConnections();
      // The server's close event comes before the requests of the last connections have ended.
      await Promise.all([closed, ...connections]);
    },
  };
}
