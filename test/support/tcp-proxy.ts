import { connect, createServer, type Socket } from "node:net";
import { listen } from "./free-port.ts";

export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Cuts every connection, like a cable that is pulled and plugged in again. */
  cut(): void;
  /** Keeps connections open and passes nothing on, including new ones; `thaw` ends it. */
  freeze(): void;
  thaw(): void;
  /** Cuts every connection, including new ones; `plugIn` ends it. */
  unplug(): void;
  plugIn(): void;
}

/** Forwards everything to a port on loopback. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let isUnplugged = false;
  const server = createServer((inner) => {
    const outer = connect(target, "127.0.0.1");
    if (isUnplugged) inner.destroy();
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes: Buffer) => void to.write(bytes));
      if (isFrozen) from.pause();
      from.on("error", () => from.destroy());
      from.on("end", () => to.end());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const port = await listen(server);
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    cut,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    unplug: () => {
      isUnplugged = true;
      cut();
    },
    plugIn: () => {
      isUnplugged = false;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
