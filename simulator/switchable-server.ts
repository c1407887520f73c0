import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Traffic } from "./traffic.ts";

export interface SwitchableServer {
  readonly port: number;
  readonly url: string;
  readonly sleep: () => Promise<void>;
  /** Stops listening, but leaves open connections alone. */
  refuse(): void;
  wake(port?: number): Promise<void>;
}

const againMs = 100;
const mostAttempts = 50;

export async function startServer(
  { host, port, keepAliveTimeoutMs }: { host: string; port: number; keepAliveTimeoutMs: number },
  traffic: Traffic,
  listener: RequestListener,
): Promise<SwitchableServer> {
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, listener);
  const connections = new Set<Promise<void>>();
  server.on("connection", (socket) => {
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
  let { port: own } = server.address() as AddressInfo;
  return {
    get port() {
      return own;
    },
    get url() {
      return `http://${host.includes(":") ? `[${host}]` : host}:${own}`;
    },
    wake: (other = own) => {
      own = other;
      // Its port was free for a while, so a connection of another program may have it for a moment.
      return listen(own, mostAttempts);
    },
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
